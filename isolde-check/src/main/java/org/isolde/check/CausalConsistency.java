package org.isolde.check;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.isolde.history.History;
import org.isolde.history.Workers;

/**
 * Causal consistency: algorithm 3 of AWDIT, in n * k for k chains.
 *
 * <p>For every chain the pointer of a cell is the last writer of the key in the cell's chain that happens before the
 * current transaction. Along a chain, what happens before only grows, so a pointer never goes back; it is reset by a stamp
 * when the next chain begins, so that only cells that are looked at cost anything.
 */
final class CausalConsistency implements Saturation {
    private final Subject subject;
    private final History history;
    private final CausalOrder order;
    private final Chains chains;
    private final HappensBefore happensBefore;
    private final WriterIndex index;

    CausalConsistency(Subject subject, CausalOrder order, Chains chains, HappensBefore happensBefore) {
        this.subject = subject;
        this.history = subject.history;
        this.order = order;
        this.chains = chains;
        this.happensBefore = happensBefore;
        this.index = new WriterIndex(subject, order, chains);
    }

    @Override
    public void saturate(IntFunction<EdgeSink> sinks) {
        AtomicInteger next = new AtomicInteger();
        Workers.compute(Ranges.workers(history), worker -> {
            Walk walk = new Walk(sinks.apply(worker));
            int chain;
            while ((chain = next.getAndIncrement()) < chains.count) {
                walk.chain(chain);
            }
        });
    }

    private final class Walk {
        private final EdgeSink sink;
        private final ExternalReads reads = new ExternalReads(subject);
        /** The writer that the cell's pointer stands on, for the chain that the stamp names (plus one). */
        private final int[] pointer = new int[index.cells()];

        private final int[] stamp = new int[index.cells()];

        Walk(EdgeSink sink) {
            this.sink = sink;
        }

        void chain(int chain) {
            for (int m = chains.first[chain]; m < chains.first[chain + 1]; m++) {
                int t3 = chains.member[m];
                reads.of(t3);
                int place = order.rank[t3];
                int[] row = happensBefore.block(place);
                int at = happensBefore.offset(place);
                for (int i = 0; i < reads.count; i++) {
                    read(chain + 1, t3, reads.key[i], reads.source[i], row, at);
                }
            }
        }

        private void read(int chainStamp, int t3, int key, int t1, int[] row, int at) {
            int[] writer = index.writer;
            int cellEnd = index.keyFirst[key + 1];
            for (int cell = index.keyFirst[key]; cell < cellEnd; cell++) {
                int limit = row[at + index.cellChain[cell]];
                if (limit == 0) {
                    continue;
                }
                int p;
                if (stamp[cell] == chainStamp) {
                    p = pointer[cell];
                } else {
                    stamp[cell] = chainStamp;
                    p = index.cellFirst[cell] - 1;
                }
                int end = index.cellFirst[cell + 1];
                while (p + 1 < end && writer[p + 1] < limit) {
                    p++;
                }
                pointer[cell] = p;
                if (p >= index.cellFirst[cell]) {
                    int t2 = order.transaction(writer[p]);
                    if (t2 != t1) {
                        sink.edge(t2, t1, t3, key, Premise.CAUSAL);
                    }
                }
            }
        }
    }
}
