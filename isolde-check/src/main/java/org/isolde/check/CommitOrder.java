package org.isolde.check;

import org.isolde.history.History;

/** A witness: counted transactions, first committed first. Either a list of its own, or the order of the input. */
public final class CommitOrder {
    private final History history;
    private final int[] order;

    private CommitOrder(History history, int[] order) {
        this.history = history;
        this.order = order;
    }

    /** The order in which the transactions stood in the input (aborted ones among them, to be passed over). */
    static CommitOrder ofArrival(History history) {
        return new CommitOrder(history, null);
    }

    static CommitOrder of(History history, int[] order) {
        return new CommitOrder(history, order);
    }

    public int size() {
        return order == null ? history.transactions() : order.length;
    }

    public int transaction(int place) {
        return order == null ? history.arrival(place) : order[place];
    }
}
