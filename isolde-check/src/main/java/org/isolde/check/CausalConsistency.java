package org.isolde.check;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.isolde.history.History;
import org.isolde.history.Workers;

/**
 * Causal consistency: algorithm 3 of AWDIT, in n * k for k chains, walked key by key.
 *
 * <p>The reads of a key are taken chain by chain. For each chain that writes the key a pointer stands on its last writer
 * that happens before the current reader. Along a chain of readers, what happens before only grows, so a pointer never
 * goes back; the pointers are set back when the next chain of readers begins. All that a key needs lies together, however
 * large the history is, but for one vector a read.
 */
final class CausalConsistency implements Saturation {
    private final History history;
    private final CausalOrder order;
    private final Chains chains;
    private final HappensBefore happensBefore;
    private final WriterIndex index;
    /** The reads of key k: {@code readFirst[k] .. readFirst[k + 1] - 1}, chain by chain, each in causal order. */
    private final int[] readFirst;

    private final int[] reader;
    private final int[] source;

    CausalConsistency(Subject subject, CausalOrder order, Chains chains, HappensBefore happensBefore) {
        this.history = subject.history;
        this.order = order;
        this.chains = chains;
        this.happensBefore = happensBefore;
        this.index = new WriterIndex(subject, order, chains);
        int keys = history.keys();
        readFirst = new int[keys + 1];
        for (int t : chains.member) {
            for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                if (subject.source(op, t) >= 0) {
                    readFirst[history.key(op) + 1]++;
                }
            }
        }
        for (int k = 0; k < keys; k++) {
            readFirst[k + 1] += readFirst[k];
        }
        reader = new int[readFirst[keys]];
        source = new int[readFirst[keys]];
        int[] next = Arrays.copyOf(readFirst, keys);
        for (int t : chains.member) {
            for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                int from = subject.source(op, t);
                if (from >= 0) {
                    int at = next[history.key(op)]++;
                    reader[at] = t;
                    source[at] = from;
                }
            }
        }
    }

    @Override
    public void saturate(IntFunction<EdgeSink> sinks) {
        byKeys((worker, key) -> {
            EdgeSink sink = sinks.apply(worker);
            new Walk(key).run((walk, t3, t1) -> {
                for (int c = 0; c < walk.cells; c++) {
                    int t2 = walk.last[c] == 0 ? t1 : order.transaction(walk.last[c] - 1);
                    if (t2 != t1) {
                        sink.edge(t2, t1, t3, key, Premise.CAUSAL);
                    }
                }
                return true;
            });
        });
    }

    /** Whether all forced orderings go forward in the causal order: the same walk, but nothing is named. */
    boolean agreesWithOrder() {
        AtomicBoolean agrees = new AtomicBoolean(true);
        byKeys((worker, key) -> {
            if (agrees.getPlain() && !new Walk(key).run((walk, t3, t1) -> walk.greatest() - 1 <= order.rank[t1])) {
                agrees.set(false);
            }
        });
        return agrees.get();
    }

    /** Puts all forced orderings into a graph; false if one leads to the initial transaction. */
    boolean collect(ChainGraph graph) {
        AtomicBoolean proper = new AtomicBoolean(true);
        byKeys((worker, key) -> new Walk(key).run((walk, t3, t1) -> {
            if (t1 != History.INITIAL) {
                graph.addAll(t1, walk.chain, walk.last, walk.cells);
            } else if (walk.greatest() > 0) {
                proper.set(false);
            }
            return true;
        }));
        return proper.get();
    }

    private interface KeyTask {
        void run(int worker, int key);
    }

    private void byKeys(KeyTask task) {
        AtomicInteger next = new AtomicInteger();
        Workers.compute(Ranges.workers(history), worker -> {
            int key;
            while ((key = next.getAndIncrement()) < history.keys()) {
                if (index.keyFirst[key] < index.keyFirst[key + 1]) {
                    task.run(worker, key);
                }
            }
        });
    }

    /** What is done with each read of a key; false stops the walk. */
    private interface ReadTask {
        boolean run(Walk walk, int reader, int source);
    }

    /** The walk over the reads of one key. */
    private final class Walk {
        private final int key;
        final int cells;
        /** The chain of each cell. */
        final int[] chain;
        /** The place plus one of the last writer of each cell that happens before the reader; 0 if none. */
        final int[] last;
        /** The place of the writer after it; the greatest int if none. */
        private final int[] next;
        /** Where in {@code index.writer} that one is. */
        private final int[] pointer;

        private final int firstCell;

        Walk(int key) {
            this.key = key;
            firstCell = index.keyFirst[key];
            cells = index.keyFirst[key + 1] - firstCell;
            chain = Arrays.copyOfRange(index.cellChain, firstCell, firstCell + cells);
            last = new int[cells];
            next = new int[cells];
            pointer = new int[cells];
        }

        boolean run(ReadTask task) {
            int readers = -1;
            int end = readFirst[key + 1];
            for (int read = readFirst[key]; read < end; read++) {
                int t3 = reader[read];
                if (chains.chainOf[t3] != readers) {
                    readers = chains.chainOf[t3];
                    reset();
                }
                advance(order.rank[t3]);
                if (!task.run(this, t3, source[read])) {
                    return false;
                }
            }
            return true;
        }

        private void reset() {
            for (int c = 0; c < cells; c++) {
                pointer[c] = index.cellFirst[firstCell + c];
                next[c] = index.writer[pointer[c]];
                last[c] = 0;
            }
        }

        /** Moves all pointers up to what happens before the transaction at a place. */
        private void advance(int place) {
            int[] row = happensBefore.block(place);
            int at = happensBefore.offset(place);
            for (int c = 0; c < cells; c++) {
                int limit = row[at + chain[c]];
                if (next[c] < limit) {
                    step(c, limit);
                }
            }
        }

        private void step(int c, int limit) {
            int p = pointer[c];
            int end = index.cellFirst[firstCell + c + 1];
            int[] writer = index.writer;
            do {
                p++;
            } while (p < end && writer[p] < limit);
            pointer[c] = p;
            last[c] = writer[p - 1] + 1;
            next[c] = p < end ? writer[p] : Integer.MAX_VALUE;
        }

        /** The greatest place plus one of all last writers, 0 if there are none. */
        int greatest() {
            int greatest = 0;
            for (int c = 0; c < cells; c++) {
                greatest = Math.max(greatest, last[c]);
            }
            return greatest;
        }
    }
}
