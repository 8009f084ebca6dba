package org.isolde.check.weak;

import org.isolde.check.CommitOrder;
import org.isolde.check.Premise;
import org.isolde.check.facts.CausalOrder;
import org.isolde.check.facts.OrderRepair;
import org.isolde.check.facts.Ranges;
import org.isolde.check.facts.SeenEdges;
import org.isolde.check.facts.Subject;
import org.isolde.check.graph.Digraph;
import org.isolde.check.graph.EdgeList;

import org.isolde.history.History;

/**
 * Decides a level whose forced orderings are few enough to be kept as edges. They are collected in one walk; if all go
 * forward in the causal order, that is the commit order, else it is repaired, and if that can't be done there is a cycle.
 */
final class GraphEngine {
    private final Subject subject;
    private final CausalOrder order;
    private final SeenEdges seen;

    GraphEngine(Subject subject, CausalOrder order, SeenEdges seen) {
        this.subject = subject;
        this.order = order;
        this.seen = seen;
    }

    WeakLevels.Outcome decide(Saturation saturation) {
        int workers = Ranges.workers(subject.history);
        Collector[] collectors = new Collector[workers];
        for (int w = 0; w < workers; w++) {
            collectors[w] = new Collector(order.rank);
        }
        saturation.saturate(worker -> collectors[worker]);
        boolean forward = true;
        WeakLevels.EdgeToInitial toInitial = null;
        EdgeList[] inferred = new EdgeList[workers + 1];
        for (int w = 0; w < workers; w++) {
            forward &= collectors[w].forward;
            inferred[w] = collectors[w].edges;
            WeakLevels.EdgeToInitial own = collectors[w].toInitial;
            toInitial = own != null && own.isBefore(toInitial) ? own : toInitial;
        }
        if (toInitial == null && forward) {
            return new WeakLevels.Outcome(order.asCommitOrder(), null, null);
        }
        inferred[workers] = seen.versionEdges();
        if (toInitial == null) {
            int[] repaired = new OrderRepair(subject, order, inferred).order();
            if (repaired != null) {
                return new WeakLevels.Outcome(CommitOrder.of(subject.history, repaired), null, null);
            }
        }
        EdgeList all = new EdgeList(0);
        for (int w = 0; w < workers; w++) {
            for (int i = 0; i < inferred[w].size(); i++) {
                all.add(inferred[w].from.get(i), inferred[w].to.get(i));
            }
            inferred[w] = null;
        }
        Digraph graph = new Digraph(subject.history.transactions() + 1, seen.list(), all);
        return new WeakLevels.Outcome(null, graph, toInitial);
    }

    /** Keeps the edges of one worker, and whether they all go forward. */
    private static final class Collector implements EdgeSink {
        private final int[] rank;
        final EdgeList edges = new EdgeList(1024);
        boolean forward = true;
        WeakLevels.EdgeToInitial toInitial;

        Collector(int[] rank) {
            this.rank = rank;
        }

        @Override
        public void edge(int before, int after, int reader, int key, Premise premise) {
            if (after == History.INITIAL) {
                WeakLevels.EdgeToInitial edge = new WeakLevels.EdgeToInitial(before, reader, key);
                toInitial = edge.isBefore(toInitial) ? edge : toInitial;
            } else {
                edges.add(before, after);
                forward &= rank[before] < rank[after];
            }
        }
    }
}
