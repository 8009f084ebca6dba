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

    /** The counted transactions in the order in which they stood in the input. */
    static CommitOrder ofArrival(Subject subject) {
        History history = subject.history;
        if (subject.allCount()) {
            return new CommitOrder(history, null);
        }
        IntList counted = new IntList(history.transactions());
        for (int place = 0; place < history.transactions(); place++) {
            if (subject.counts(history.arrival(place))) {
                counted.add(history.arrival(place));
            }
        }
        return new CommitOrder(history, counted.toArray());
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
