package org.isolde.check.weak;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.isolde.check.Edge.Premise;
import org.isolde.check.budget.Budget;
import org.isolde.check.facts.CausalOrder;
import org.isolde.check.facts.Facts;
import org.isolde.check.facts.Ranges;
import org.isolde.history.History;
import org.isolde.history.Workers;

/**
 * Causal consistency where there are too many lanes for vectors: reachability from 64 writers at a time, as one long for
 * each transaction. Costs n / 64 walks over the history, as far as the budget goes, and no more memory than one of them.
 */
final class CausalByBlocks implements Saturation {
    private static final int BLOCK = 64;

    private final Facts facts;
    private final History history;
    private final CausalOrder order;
    private final Budget budget;

    CausalByBlocks(Facts facts, CausalOrder order, Budget budget) {
        this.facts = facts;
        this.history = facts.history;
        this.order = order;
        this.budget = budget;
    }

    @Override
    public void saturate(IntFunction<EdgeSink> sinks) {
        int blocks = (order.size() + BLOCK - 1) / BLOCK;
        AtomicInteger next = new AtomicInteger();
        Workers.compute(Ranges.workers(history), worker -> {
            Walk walk = new Walk(sinks.apply(worker));
            int block;
            while ((block = next.getAndIncrement()) < blocks) {
                budget.check();
                walk.block(block * BLOCK, Math.min(order.size(), (block + 1) * BLOCK));
            }
        });
    }

    private final class Walk {
        private final EdgeSink sink;
        private final ReachedFrom block = new ReachedFrom(facts, order);
        /** Which writers of the block write a key. */
        private final long[] writes = new long[history.keys()];

        Walk(EdgeSink sink) {
            this.sink = sink;
        }

        void block(int from, int to) {
            markWrites(from, to, true);
            // nothing before the block happens after one of its writers
            block.start(from);
            for (int place = from; place < to; place++) {
                block.add(place, place - from);
            }
            for (int place = from; place < order.size(); place++) {
                long mask = block.sweep(place);
                if (mask != 0) {
                    reads(order.transaction(place), mask, from);
                }
            }
            for (int place = from; place < to; place++) {
                block.remove(place);
            }
            markWrites(from, to, false);
        }

        private void reads(int t3, long mask, int from) {
            for (int op = history.firstOp(t3); op < history.firstOp(t3 + 1); op++) {
                long candidates = mask & writes[history.key(op)];
                if (candidates == 0) {
                    continue;
                }
                int t1 = facts.source(op, t3);
                if (t1 < 0) {
                    continue;
                }
                for (; candidates != 0; candidates &= candidates - 1) {
                    int t2 = order.transaction(from + Long.numberOfTrailingZeros(candidates));
                    if (t2 != t1) {
                        sink.edge(t2, t1, t3, history.key(op), Premise.CAUSAL);
                    }
                }
            }
        }

        private void markWrites(int from, int to, boolean set) {
            for (int place = from; place < to; place++) {
                int t = order.transaction(place);
                for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                    if (history.isWrite(op)) {
                        int key = history.key(op);
                        writes[key] = set ? writes[key] | (1L << (place - from)) : 0;
                    }
                }
            }
        }
    }
}
