package org.isolde.check;

import java.util.concurrent.atomic.AtomicBoolean;

/** Decides a level whose forced orderings are few enough to be kept as edges. */
final class GraphEngine {
    private final Subject subject;
    private final CausalOrder order;
    private final SeenEdges seen;
    private final boolean guessOrder;

    GraphEngine(Subject subject, CausalOrder order, SeenEdges seen, boolean guessOrder) {
        this.subject = subject;
        this.order = order;
        this.seen = seen;
        this.guessOrder = guessOrder;
    }

    WeakLevels.Outcome decide(Saturation saturation) {
        if (guessOrder && agrees(saturation, order)) {
            return new WeakLevels.Outcome(order.asCommitOrder(), null, null);
        }
        int workers = Ranges.workers(subject.history);
        EdgeList[] lists = new EdgeList[workers];
        WeakLevels.EdgeToInitial[] toInitial = new WeakLevels.EdgeToInitial[workers];
        saturation.saturate(worker -> {
            if (lists[worker] == null) {
                lists[worker] = new EdgeList(1024);
            }
            EdgeList edges = lists[worker];
            return (before, after, reader, key, premise) -> {
                if (after == 0) {
                    WeakLevels.EdgeToInitial edge = new WeakLevels.EdgeToInitial(before, reader, key);
                    toInitial[worker] = edge.isBefore(toInitial[worker]) ? edge : toInitial[worker];
                } else {
                    edges.add(before, after);
                }
            };
        });
        EdgeList inferred = new EdgeList(0);
        WeakLevels.EdgeToInitial least = null;
        for (int w = 0; w < workers; w++) {
            least = toInitial[w] != null && toInitial[w].isBefore(least) ? toInitial[w] : least;
            for (int i = 0; lists[w] != null && i < lists[w].size(); i++) {
                inferred.add(lists[w].from.get(i), lists[w].to.get(i));
            }
            lists[w] = null;
        }
        Digraph graph = new Digraph(subject.history.transactions() + 1, seen.list(), inferred);
        if (least == null) {
            CausalOrder found = CausalOrder.topological(subject, graph);
            if (found != null) {
                return new WeakLevels.Outcome(found.asCommitOrder(), null, null);
            }
        }
        return new WeakLevels.Outcome(null, graph, least);
    }

    /** Whether all forced orderings go forward in an order. */
    static boolean agrees(Saturation saturation, CausalOrder order) {
        AtomicBoolean agrees = new AtomicBoolean(true);
        int[] rank = order.rank;
        saturation.saturate(worker -> (before, after, reader, key, premise) -> {
            if (rank[before] >= rank[after]) {
                agrees.setPlain(false);
            }
        });
        return agrees.get();
    }
}
