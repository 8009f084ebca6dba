package org.isolde.check.weak;

import java.util.Arrays;
import java.util.function.IntFunction;
import org.isolde.check.Edge.Premise;
import org.isolde.check.facts.CausalOrder;
import org.isolde.check.facts.ExternalReads;
import org.isolde.check.facts.Facts;
import org.isolde.check.facts.Lanes;
import org.isolde.check.facts.Ranges;
import org.isolde.history.History;
import org.isolde.history.Workers;

/**
 * Causal consistency: AWDIT's algorithm 3, in n * k for k lanes, transaction by transaction along the causal order, with
 * lines that save naming most orderings.
 *
 * <p>All writers of a key that happen before a reader of a version come before the writer of that version; of each lane
 * it is enough to name the last one. A <em>line</em> remembers a version and for each lane up to which of its writers all
 * are known to come before that version. A further reader of the version has to name only writers beyond that. If it reads
 * another version, and that of a line happens before the reader, then this version comes before the other one and all that
 * is known of it holds of the other one, too: a new line begins where that one is. So a writer is mostly named once for a
 * key, not once for each session that sees it. A few lines are kept for each key, for replicas that write side by side and
 * readers that lag behind.
 *
 * <p>The workers share the keys: each looks at all transactions, and takes the reads of its own keys.
 */
final class CausalConsistency implements Saturation {
    private static final int LINES = 8;

    private final Facts facts;
    private final History history;
    private final CausalOrder order;
    private final Lanes lanes;
    private final int[] lastUse;
    private final WriterIndex index;

    /**
     * @param lastUse see {@link HappensBefore#lastUses}
     */
    CausalConsistency(Facts facts, CausalOrder order, Lanes lanes, int[] lastUse, WriterIndex index) {
        this.facts = facts;
        this.history = facts.history;
        this.order = order;
        this.lanes = lanes;
        this.lastUse = lastUse;
        this.index = index;
    }

    @Override
    public void saturate(IntFunction<EdgeSink> sinks) {
        HappensBefore vectors = new HappensBefore(facts, order, lanes, lastUse);
        int workers = Ranges.workers(history);
        BlockQueue queue = new BlockQueue(vectors, workers);
        Workers.compute(workers, worker -> {
            boolean ended = false;
            try {
                Walk walk = new Walk(sinks.apply(worker), worker, workers);
                HappensBefore.Block block = queue.next(worker, true);
                while (block != null) {
                    walk.block(block);
                    block = queue.next(worker, false);
                }
                ended = true;
            } finally {
                if (!ended) {
                    queue.fail(worker);
                }
            }
        });
    }

    @Override
    public boolean isSplitByKey() {
        return true;
    }

    /** The lines of one key. */
    private final class Lines {
        private final int key;
        private final int cells;
        private final int firstCell;
        /** The lane of each cell. */
        private final int[] lane;

        /** How many lines there are. */
        private int used;
        /** The place of the writer of each line's version, and its cell. */
        private final int[] place = new int[LINES];

        private final int[] cell = new int[LINES];
        private final int[] age = new int[LINES];
        private int clock;
        /** For each cell of a line the index of the first writer that is not known to come before the version. */
        private final int[][] beyond = new int[LINES][];
        /** The place of that writer; the greatest int if there is none. */
        private final int[][] next = new int[LINES][];
        /** The place of the first writer of each cell; null until the initial version is read. */
        private int[] firstPlace;

        Lines(int key) {
            this.key = key;
            firstCell = index.keyFirst[key];
            cells = index.keyFirst[key + 1] - firstCell;
            lane = Arrays.copyOfRange(index.cellLane, firstCell, firstCell + cells);
        }

        /** Nothing may happen before a reader of the initial version that writes the key. */
        void initialVersion(int t3, int[] seen, int at, EdgeSink sink) {
            if (firstPlace == null) {
                firstPlace = new int[cells];
                Arrays.setAll(firstPlace, c -> index.writer[index.cellFirst[firstCell + c]]);
            }
            for (int c = 0; c < cells; c++) {
                if (firstPlace[c] < seen[at + lane[c]]) {
                    int last = lastBelow(c, seen[at + lane[c]]);
                    sink.edge(order.transaction(index.writer[last]), History.INITIAL, t3, key, Premise.CAUSAL);
                }
            }
        }

        /** A read, by the transaction at {@code reader}, of the version of the one at {@code writer}. */
        void version(int writer, int reader, int[] seen, int at, EdgeSink sink) {
            int line = lineOf(writer);
            if (line < 0) {
                line = newLine(writer, reader, seen, at, sink);
            }
            age[line] = ++clock;
            int[] nextOf = next[line];
            for (int c = 0; c < cells; c++) {
                if (nextOf[c] < seen[at + lane[c]]) {
                    int last = lastFrom(c, beyond[line][c], seen[at + lane[c]]);
                    move(line, c, last + 1);
                    if (index.writer[last] != writer) {
                        name(index.writer[last], writer, reader, sink);
                    }
                }
            }
        }

        private void name(int before, int after, int reader, EdgeSink sink) {
            if (sink.wants(after - before)) {
                sink.edge(
                        order.transaction(before),
                        order.transaction(after),
                        order.transaction(reader),
                        key,
                        Premise.CAUSAL);
            }
        }

        private int lineOf(int writer) {
            for (int i = 0; i < used; i++) {
                if (place[i] == writer) {
                    return i;
                }
            }
            return -1;
        }

        /** A line of a version that has none: it goes on from the latest one that happens before the reader, if there is one. */
        private int newLine(int writer, int reader, int[] seen, int at, EdgeSink sink) {
            int best = -1;
            int oldest = 0;
            for (int i = 0; i < used; i++) {
                if (place[i] < seen[at + lane[cell[i]]] && (best < 0 || age[i] > age[best])) {
                    best = i;
                }
                oldest = age[i] < age[oldest] ? i : oldest;
            }
            if (best >= 0) {
                name(place[best], writer, reader, sink);
            }
            int line = oldest;
            if (best >= 0 && lastUse[order.transaction(place[best])] <= reader) {
                // nobody will read that version any more
                line = best;
            } else if (used < LINES) {
                line = used++;
                beyond[line] = new int[cells];
                next[line] = new int[cells];
            }
            if (best >= 0 && best != line) {
                System.arraycopy(beyond[best], 0, beyond[line], 0, cells);
                System.arraycopy(next[best], 0, next[line], 0, cells);
            }
            for (int c = 0; best < 0 && c < cells; c++) {
                // all but the last writer that the reader sees come before that one
                int last = lastBelow(c, seen[at + lane[c]]);
                move(line, c, last < 0 ? index.cellFirst[firstCell + c] : last);
            }
            int own = cellOf(lanes.laneOf[order.transaction(writer)]);
            place[line] = writer;
            cell[line] = own;
            if (next[line][own] <= writer) {
                move(line, own, lastFrom(own, beyond[line][own], writer + 1) + 1);
            }
            return line;
        }

        private void move(int line, int c, int to) {
            beyond[line][c] = to;
            next[line][c] = to < index.cellFirst[firstCell + c + 1] ? index.writer[to] : Integer.MAX_VALUE;
        }

        /** The last writer of a cell below a place, by its index, given that the one at {@code start} is. */
        private int lastFrom(int c, int start, int limit) {
            int end = index.cellFirst[firstCell + c + 1];
            int last = start;
            while (last + 1 < end && index.writer[last + 1] < limit) {
                last++;
            }
            return last;
        }

        /** The last writer of a cell below a place, by its index, or -1. */
        private int lastBelow(int c, int limit) {
            int first = index.cellFirst[firstCell + c];
            int low = first;
            int high = index.cellFirst[firstCell + c + 1];
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (index.writer[middle] < limit) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low == first ? -1 : low - 1;
        }

        private int cellOf(int ofLane) {
            return cells == lanes.count ? ofLane : Arrays.binarySearch(lane, ofLane);
        }
    }

    /** Takes the reads of some keys, block by block. */
    private final class Walk {
        private final EdgeSink sink;
        private final int part;
        private final int parts;
        private final Lines[] lines = new Lines[history.keys()];

        Walk(EdgeSink sink, int part, int parts) {
            this.sink = sink;
            this.part = part;
            this.parts = parts;
        }

        void block(HappensBefore.Block block) {
            ExternalReads reads = block.reads;
            for (int i = 0; i < reads.transactions(); i++) {
                int at = i * lanes.count;
                for (int read = reads.begin[i]; read < reads.begin[i + 1]; read++) {
                    int key = reads.key[read];
                    if (parts > 1 && key % parts != part) {
                        continue;
                    }
                    Lines of = lines[key];
                    if (of == null) {
                        of = new Lines(key);
                        lines[key] = of;
                    }
                    int place = block.sourcePlace[read];
                    if (place < 0) {
                        of.initialVersion(reads.transaction(i), block.vectors, at, sink);
                    } else {
                        of.version(place, block.first + i, block.vectors, at, sink);
                    }
                }
            }
        }
    }
}
