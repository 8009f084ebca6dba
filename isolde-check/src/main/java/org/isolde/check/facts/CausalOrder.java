package org.isolde.check.facts;

import java.util.Arrays;
import org.isolde.check.graph.Digraph;
import org.isolde.check.graph.EdgeList;

/**
 * A total order of the counted transactions that contains all that was seen: session order, reads-from, and the given
 * version orders. It is the order of the input if that fits, which it does for most recorded histories, and a topological
 * order else. If the seen edges have a cycle there is none.
 */
public final class CausalOrder {
    private final Facts facts;
    private final int[] order;
    /** The place of each transaction, -1 for the initial one. */
    public final int[] rank;

    private CausalOrder(Facts facts, int[] order) {
        this.facts = facts;
        this.order = order;
        this.rank = new int[facts.history.transactions() + 1];
        Arrays.fill(rank, -1);
        for (int place = 0; place < order.length; place++) {
            rank[order[place]] = place;
        }
    }

    public int size() {
        return order.length;
    }

    public int transaction(int place) {
        return order[place];
    }

    public TransactionOrder asCommitOrder() {
        return TransactionOrder.of(facts.history, order);
    }

    /** The order, or null if there is none. */
    record Found(CausalOrder order) {}

    /** The order of the input if it contains all seen edges, else one that does, or none if they have a cycle. */
    static Found of(Facts facts) {
        SeenEdges seen = SeenEdges.all(facts);
        CausalOrder arrival = new CausalOrder(facts, facts.arrivals());
        boolean[] late = seen.late(arrival.rank);
        if (late == null) {
            return new Found(arrival);
        }
        int[] repaired = new OrderRepair(facts, arrival, new EdgeList[] {seen.versionEdges()}, late).order();
        return new Found(repaired == null ? null : new CausalOrder(facts, repaired));
    }

    /** A topological order of a graph over the transactions, or null if it has a cycle. */
    public static CausalOrder topological(Facts facts, Digraph graph) {
        int[] order = graph.topologicalOrder();
        if (order.length < graph.nodes - 1) {
            return null;
        }
        int size = 0;
        for (int t : order) {
            if (facts.counts(t)) {
                order[size++] = t;
            }
        }
        return new CausalOrder(facts, size == order.length ? order : Arrays.copyOf(order, size));
    }
}
