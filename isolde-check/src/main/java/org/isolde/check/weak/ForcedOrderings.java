package org.isolde.check.weak;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.isolde.check.Edge.Premise;
import org.isolde.check.ViolationLimit;
import org.isolde.check.budget.Budget;
import org.isolde.check.facts.CausalOrder;
import org.isolde.check.facts.Facts;
import org.isolde.check.facts.OrderRepair;
import org.isolde.check.facts.Ranges;
import org.isolde.check.facts.SeenEdges;
import org.isolde.check.facts.TransactionOrder;
import org.isolde.check.facts.Windows;
import org.isolde.check.graph.Digraph;
import org.isolde.check.graph.EdgeList;
import org.isolde.history.History;

/**
 * The orderings that a level forces, collected in one walk. If all go forward in the causal order, that is the commit order;
 * else it is repaired; and if that can't be done there is a cycle, or a transaction would have to come before the initial
 * one.
 *
 * <p>There are millions of them, and next to all go forward, most of these far. Such an ordering is of interest only to who
 * moves a transaction as far, or looks for a cycle in a window as long; so they are not kept, and in that rare case all are
 * collected once more.
 */
final class ForcedOrderings {
    private final Facts facts;
    private final SeenEdges seen;
    private final Saturation saturation;
    private final ViolationLimit limit;
    private final CausalOrder causal;
    private final int near;
    private Collector[] collectors;
    private final List<ToInitial> toInitial;
    private final TransactionOrder order;

    /**
     * @param near orderings that go forward over more places than this are far
     */
    ForcedOrderings(Facts facts, SeenEdges seen, Saturation saturation, ViolationLimit limit, Budget budget, int near) {
        this.facts = facts;
        this.seen = seen;
        this.saturation = saturation;
        this.limit = limit;
        this.causal = facts.causalOrder();
        this.near = near;
        collect(near);
        budget.check();
        toInitial = leastFirst();
        if (!toInitial.isEmpty()) {
            order = null;
        } else {
            order = backward() == 0 ? causal.asCommitOrder() : repaired();
        }
    }

    private void collect(int reach) {
        collectors = new Collector[Ranges.workers(facts.history)];
        for (int w = 0; w < collectors.length; w++) {
            collectors[w] = new Collector(causal.rank, reach, limit);
        }
        saturation.saturate(worker -> collectors[worker]);
    }

    private int backward() {
        return Arrays.stream(collectors).mapToInt(each -> each.backward.size()).sum();
    }

    private boolean leftOut() {
        return Arrays.stream(collectors).anyMatch(each -> each.leftOut);
    }

    private TransactionOrder repaired() {
        OrderRepair repair = repair(near);
        int[] repaired = repair.order();
        if (repair.wentTooFar()) {
            if (leftOut()) {
                collect(Integer.MAX_VALUE);
            }
            repaired = repair(Integer.MAX_VALUE).order();
        }
        return repaired == null ? null : TransactionOrder.of(facts.history, repaired);
    }

    private OrderRepair repair(int reach) {
        EdgeList[] all = new EdgeList[collectors.length + 1];
        Windows windows = windows();
        for (int w = 0; w < collectors.length; w++) {
            all[w] = new EdgeList(0);
            all[w].addWithin(collectors[w].edges, causal.rank, windows::areTogether);
        }
        all[collectors.length] = seen.versionEdges();
        return new OrderRepair(facts, causal, all, reach);
    }

    private Windows windows() {
        EdgeList[] backward =
                Arrays.stream(collectors).map(each -> each.backward).toArray(EdgeList[]::new);
        return new Windows(causal.rank, causal.size(), backward);
    }

    /** An order that contains all of them; null if there is none. */
    TransactionOrder commitOrder() {
        return order;
    }

    /** The least edge into the initial transaction; behind it one for each other read of an initial version that forces some. */
    List<ToInitial> toInitial() {
        return toInitial;
    }

    /** What was seen and what is forced as one graph, as far as it can be on cycles. */
    Digraph graph() {
        Windows windows = windows();
        if (windows.longest() > near && leftOut()) {
            collect(Integer.MAX_VALUE);
        }
        EdgeList all = new EdgeList(0);
        for (Collector each : collectors) {
            all.addWithin(each.edges, causal.rank, windows::areTogether);
        }
        return new Digraph(
                facts.history.transactions() + 1,
                seen.list(causal, windows),
                saturation.isSplitByKey() ? all.sorted() : all);
    }

    /** An edge into the initial transaction, which closes a cycle by itself. */
    record ToInitial(int before, int reader, int key) {
        static final Comparator<ToInitial> ORDER = Comparator.comparingInt(ToInitial::reader)
                .thenComparingInt(ToInitial::before)
                .thenComparingInt(ToInitial::key);

        private long read() {
            return ((long) reader << 32) | key;
        }
    }

    private List<ToInitial> leastFirst() {
        List<ToInitial> all = new ArrayList<>();
        for (Collector each : collectors) {
            all.addAll(each.toInitial);
        }
        if (all.isEmpty()) {
            return all;
        }
        ToInitial least = Collections.min(all, ToInitial.ORDER);
        // of each read the writer that is nearest, so that the way from it is short
        all.sort(Comparator.comparingInt((ToInitial edge) -> -causal.rank[edge.before]));
        Set<Long> reads = new HashSet<>();
        reads.add(least.read());
        all.removeIf(edge -> !reads.add(edge.read()));
        all.sort(ToInitial.ORDER);
        all.add(0, least);
        return all;
    }

    /** Keeps the edges of one worker. */
    private static final class Collector implements EdgeSink {
        private final int[] rank;
        private final int reach;
        private final ViolationLimit limit;
        /** Those that go backward, and those that go forward and not far. */
        final EdgeList edges = new EdgeList(16);
        /** Those that go backward, once more. */
        final EdgeList backward = new EdgeList(16);

        final List<ToInitial> toInitial = new ArrayList<>();
        boolean leftOut;

        Collector(int[] rank, int reach, ViolationLimit limit) {
            this.rank = rank;
            this.reach = reach;
            this.limit = limit;
        }

        @Override
        public void edge(int before, int after, int reader, int key, Premise premise) {
            if (after == History.INITIAL) {
                toInitial(new ToInitial(before, reader, key));
                return;
            }
            int distance = rank[after] - rank[before];
            if (!wants(distance)) {
                return;
            }
            edges.add(before, after);
            if (distance <= 0) {
                backward.add(before, after);
            }
        }

        @Override
        public boolean wants(int distance) {
            leftOut |= distance > reach;
            return distance <= reach;
        }

        /** One violation is enough: the least. */
        private void toInitial(ToInitial edge) {
            if (limit == ViolationLimit.FIRST && !toInitial.isEmpty()) {
                if (ToInitial.ORDER.compare(edge, toInitial.get(0)) < 0) {
                    toInitial.set(0, edge);
                }
            } else {
                toInitial.add(edge);
            }
        }
    }
}
