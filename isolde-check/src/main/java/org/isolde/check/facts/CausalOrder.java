package org.isolde.check.facts;

import org.isolde.check.CommitOrder;
import org.isolde.check.graph.Digraph;
import org.isolde.check.graph.EdgeList;

import java.util.Arrays;
import org.isolde.history.History;

/**
 * A total order of the counted transactions that contains all that was seen: session order, reads-from, and the given
 * version orders. It is the order of the input if that fits, which it does for most recorded histories, and a topological
 * order else. If the seen edges have a cycle there is none.
 */
public final class CausalOrder {
    private final History history;
    private final int[] order;
    /** The place of each transaction, -1 for the initial one. */
    public final int[] rank;

    private CausalOrder(History history, int[] order) {
        this.history = history;
        this.order = order;
        this.rank = new int[history.transactions() + 1];
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

    public CommitOrder asCommitOrder() {
        return CommitOrder.of(history, order);
    }

    /** The order of the input if it contains all seen edges, else one that does, or null if they have a cycle. */
    public static CausalOrder of(Subject subject, SeenEdges seen) {
        History history = subject.history;
        int[] order = new int[history.transactions()];
        int size = 0;
        for (int place = 0; place < order.length; place++) {
            int t = history.arrival(place);
            if (subject.counts(t)) {
                order[size++] = t;
            }
        }
        CausalOrder arrival = new CausalOrder(history, size == order.length ? order : Arrays.copyOf(order, size));
        if (seen.allForward(arrival.rank)) {
            return arrival;
        }
        int[] repaired = new OrderRepair(subject, arrival, new EdgeList[] {seen.versionEdges()}).order();
        return repaired == null ? null : new CausalOrder(history, repaired);
    }

    /** A topological order of a graph over the transactions, or null if it has a cycle. */
    public static CausalOrder topological(Subject subject, Digraph graph) {
        int[] order = graph.topologicalOrder();
        if (order.length < graph.nodes - 1) {
            return null;
        }
        int size = 0;
        for (int t : order) {
            if (subject.counts(t)) {
                order[size++] = t;
            }
        }
        return new CausalOrder(subject.history, size == order.length ? order : Arrays.copyOf(order, size));
    }
}
