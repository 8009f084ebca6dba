package org.isolde.check.weak;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.isolde.check.Edge.Premise;
import org.isolde.check.facts.CausalOrder;
import org.isolde.check.facts.LaneVectors;
import org.isolde.check.facts.Lanes;
import org.isolde.check.facts.Ranges;
import org.isolde.history.History;
import org.isolde.history.Workers;

/**
 * Causal consistency: AWDIT's algorithm 3, in n * k for k lanes, but walked key by key and version by version, so that
 * few orderings have to be named.
 *
 * <p>All writers of a key that happen before a reader of a version come before the writer of that version; of each lane
 * it is enough to name the last one. The versions of a key are taken in causal order. A <em>line</em> remembers a version
 * and for each lane up to which of its writers all are known to come before that version. If the line's version happens
 * before a reader of the next one, only writers beyond that have to be named; the line then moves on to the next version.
 * So a writer is mostly named once for a key, not once for each session that sees it. A few lines are kept, for replicas
 * that write side by side.
 */
final class CausalConsistency implements Saturation {
    private static final int LINES = 8;

    private final History history;
    private final CausalOrder order;
    private final Lanes lanes;
    private final LaneVectors happensBefore;
    private final WriterIndex index;
    private final VersionReads reads;

    CausalConsistency(
            History history,
            CausalOrder order,
            Lanes lanes,
            LaneVectors happensBefore,
            WriterIndex index,
            VersionReads reads) {
        this.history = history;
        this.order = order;
        this.lanes = lanes;
        this.happensBefore = happensBefore;
        this.index = index;
        this.reads = reads;
    }

    @Override
    public void saturate(IntFunction<EdgeSink> sinks) {
        AtomicInteger next = new AtomicInteger();
        Workers.compute(Ranges.workers(history), worker -> {
            EdgeSink sink = sinks.apply(worker);
            int key;
            while ((key = next.getAndIncrement()) < history.keys()) {
                if (index.keyFirst[key] < index.keyFirst[key + 1]) {
                    new Walk(key, sink).run();
                }
            }
        });
    }

    /** A version, and how far each cell's writers are known to come before it. */
    private static final class Line {
        /** The cell and the place of the version's writer. */
        int cell;

        int place = -1;
        /** For each cell the index of the first writer that is not known to come before the version. */
        final int[] beyond;
        /** The place of that writer; the greatest int if there is none. */
        final int[] next;

        int age;

        Line(int cells) {
            beyond = new int[cells];
            next = new int[cells];
        }
    }

    /** The walk over the versions of one key. */
    private final class Walk {
        private final int key;
        private final EdgeSink sink;
        private final int cells;
        private final int firstCell;
        /** The lane of each cell. */
        private final int[] lane;
        /** For each cell one more than the last place in its lane that happens before a reader of the version. */
        private final int[] seen;

        private final Line[] lines = new Line[LINES];
        private int clock;

        Walk(int key, EdgeSink sink) {
            this.key = key;
            this.sink = sink;
            firstCell = index.keyFirst[key];
            cells = index.keyFirst[key + 1] - firstCell;
            lane = Arrays.copyOfRange(index.cellLane, firstCell, firstCell + cells);
            seen = new int[cells];
        }

        void run() {
            initialVersion();
            for (int v = reads.keyFirst[key]; v < reads.keyFirst[key + 1]; v++) {
                int value = reads.version[v];
                int from = reads.readerFirst[value];
                int to = reads.readerFirst[value + 1];
                look(from, to);
                version(history.writer(value), from, to);
            }
        }

        /** Nothing may happen before a reader of the initial version that writes the key. */
        private void initialVersion() {
            int initial = history.values() + key;
            int from = reads.readerFirst[initial];
            int to = reads.readerFirst[initial + 1];
            if (from == to) {
                return;
            }
            look(from, to);
            for (int c = 0; c < cells; c++) {
                int last = lastBelow(c, seen[c]);
                if (last >= 0) {
                    name(index.writer[last], History.INITIAL, c, from, to);
                }
            }
        }

        /** Sets what happens before any of some readers. */
        private void look(int from, int to) {
            Arrays.fill(seen, 0);
            for (int r = from; r < to; r++) {
                int[] row = happensBefore.block(reads.reader[r]);
                int at = happensBefore.offset(reads.reader[r]);
                for (int c = 0; c < cells; c++) {
                    seen[c] = Math.max(seen[c], row[at + lane[c]]);
                }
            }
        }

        private void version(int t1, int from, int to) {
            int place = order.rank[t1];
            int cell = cellOf(lanes.laneOf[t1]);
            Line line = visibleLine();
            if (line == null) {
                line = oldestLine();
                for (int c = 0; c < cells; c++) {
                    int last = lastBelow(c, seen[c]);
                    move(line, c, last < 0 ? index.cellFirst[firstCell + c] : last + 1);
                    if (last >= 0) {
                        nameUnlessOwn(last, place, t1, c, from, to);
                    }
                }
            } else {
                for (int c = 0; c < cells; c++) {
                    if (line.next[c] < seen[c]) {
                        int last = lastFrom(c, line.beyond[c], seen[c]);
                        move(line, c, last + 1);
                        nameUnlessOwn(last, place, t1, c, from, to);
                    }
                }
                if (line.place != place) {
                    name(line.place, t1, line.cell, from, to);
                }
            }
            if (line.next[cell] <= place) {
                move(line, cell, lastFrom(cell, line.beyond[cell], place + 1) + 1);
            }
            line.cell = cell;
            line.place = place;
            line.age = ++clock;
        }

        /** The latest line whose version happens before a reader (or is the very one). */
        private Line visibleLine() {
            Line best = null;
            for (Line line : lines) {
                if (line != null && line.place < seen[line.cell] && (best == null || line.age > best.age)) {
                    best = line;
                }
            }
            return best;
        }

        private Line oldestLine() {
            int oldest = 0;
            for (int i = 0; i < LINES; i++) {
                if (lines[i] == null) {
                    lines[i] = new Line(cells);
                    return lines[i];
                }
                oldest = lines[i].age < lines[oldest].age ? i : oldest;
            }
            return lines[oldest];
        }

        private void move(Line line, int c, int beyond) {
            line.beyond[c] = beyond;
            line.next[c] = beyond < index.cellFirst[firstCell + c + 1] ? index.writer[beyond] : Integer.MAX_VALUE;
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
            return Arrays.binarySearch(lane, ofLane);
        }

        private void nameUnlessOwn(int writer, int place, int t1, int c, int from, int to) {
            if (index.writer[writer] != place) {
                name(index.writer[writer], t1, c, from, to);
            }
        }

        /** Names an ordering, with the first reader that forces it. */
        private void name(int place, int t1, int c, int from, int to) {
            for (int r = from; r < to; r++) {
                int t3 = reads.reader[r];
                if (happensBefore.block(t3)[happensBefore.offset(t3) + lane[c]] > place) {
                    sink.edge(order.transaction(place), t1, t3, key, Premise.CAUSAL);
                    return;
                }
            }
            throw new IllegalStateException("an ordering without a reader");
        }
    }
}
