package org.isolde.check.weak;

import java.util.Arrays;
import org.isolde.check.Edge.Premise;
import org.isolde.check.budget.Budget;
import org.isolde.check.facts.CausalOrder;
import org.isolde.check.facts.Facts;
import org.isolde.check.facts.OrderRepair;
import org.isolde.check.facts.Ranges;
import org.isolde.check.facts.SeenEdges;
import org.isolde.check.facts.TransactionOrder;
import org.isolde.check.graph.Digraph;
import org.isolde.check.graph.EdgeList;
import org.isolde.history.History;

/**
 * The orderings that a level forces, collected in one walk. If all go forward in the causal order, that is the commit order;
 * else it is repaired; and if that can't be done there is a cycle, or a transaction would have to come before the initial
 * one.
 */
final class ForcedOrderings {
    private final Facts facts;
    private final SeenEdges seen;
    private final EdgeList[] forced;
    private final ToInitial toInitial;
    private final TransactionOrder order;

    ForcedOrderings(Facts facts, SeenEdges seen, Saturation saturation, Budget budget) {
        this.facts = facts;
        this.seen = seen;
        CausalOrder causal = facts.causalOrder();
        int workers = Ranges.workers(facts.history);
        Collector[] collectors = new Collector[workers];
        for (int w = 0; w < workers; w++) {
            collectors[w] = new Collector(causal.rank);
        }
        saturation.saturate(worker -> collectors[worker]);
        budget.check();
        boolean forward = true;
        ToInitial least = null;
        forced = new EdgeList[workers];
        for (int w = 0; w < workers; w++) {
            forward &= collectors[w].forward;
            forced[w] = collectors[w].edges;
            ToInitial own = collectors[w].toInitial;
            least = own != null && own.isBefore(least) ? own : least;
        }
        toInitial = least;
        if (toInitial != null) {
            order = null;
        } else {
            order = forward ? causal.asCommitOrder() : repaired(causal);
        }
    }

    private TransactionOrder repaired(CausalOrder causal) {
        EdgeList[] all = Arrays.copyOf(forced, forced.length + 1);
        all[forced.length] = seen.versionEdges();
        int[] repaired = new OrderRepair(facts, causal, all).order();
        return repaired == null ? null : TransactionOrder.of(facts.history, repaired);
    }

    /** An order that contains all of them; null if there is none. */
    TransactionOrder commitOrder() {
        return order;
    }

    /** A transaction that would have to come before the initial one; 0 if there is none. */
    int beforeInitial() {
        return toInitial == null ? 0 : toInitial.before;
    }

    /** What was seen and what is forced as one graph. */
    Digraph graph() {
        EdgeList all = new EdgeList(0);
        for (EdgeList list : forced) {
            for (int i = 0; i < list.size(); i++) {
                all.add(list.from.get(i), list.to.get(i));
            }
        }
        return new Digraph(facts.history.transactions() + 1, seen.list(), all);
    }

    /** An edge into the initial transaction, which closes a cycle by itself; the least is kept. */
    private record ToInitial(int before, int reader, int key) {
        boolean isBefore(ToInitial other) {
            return other == null
                    || reader < other.reader
                    || (reader == other.reader
                            && (before < other.before || (before == other.before && key < other.key)));
        }
    }

    /** Keeps the edges of one worker, and whether they all go forward. */
    private static final class Collector implements EdgeSink {
        private final int[] rank;
        final EdgeList edges = new EdgeList(16);
        boolean forward = true;
        ToInitial toInitial;

        Collector(int[] rank) {
            this.rank = rank;
        }

        @Override
        public void edge(int before, int after, int reader, int key, Premise premise) {
            if (after == History.INITIAL) {
                ToInitial edge = new ToInitial(before, reader, key);
                toInitial = edge.isBefore(toInitial) ? edge : toInitial;
            } else {
                edges.add(before, after);
                forward &= rank[before] < rank[after];
            }
        }
    }
}
