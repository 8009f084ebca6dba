package org.isolde.check.facts;

import java.util.function.Supplier;
import org.isolde.check.CommitOrder;
import org.isolde.history.History;

/** An order of transactions: a list of its own, or the order of the input, which takes no memory. */
public final class TransactionOrder implements CommitOrder {
    private final History history;
    /** Null for the order of the input. */
    private final int[] order;
    /** Makes the snapshots when somebody asks; null if there are none. */
    private final Supplier<int[]> maker;

    private int[] snapshot;

    private TransactionOrder(History history, int[] order, Supplier<int[]> maker) {
        this.history = history;
        this.order = order;
        this.maker = maker;
    }

    /** All transactions in the order in which they stood in the input. */
    static TransactionOrder ofArrival(History history) {
        return new TransactionOrder(history, null, null);
    }

    public static TransactionOrder of(History history, int[] order) {
        return new TransactionOrder(history, order, null);
    }

    /** With snapshots, by the places of the order. */
    public static TransactionOrder of(History history, int[] order, int[] snapshot) {
        return new TransactionOrder(history, order, () -> snapshot);
    }

    /** With snapshots that are made when somebody asks for one. */
    public static TransactionOrder of(History history, int[] order, Supplier<int[]> snapshots) {
        return new TransactionOrder(history, order, snapshots);
    }

    @Override
    public int size() {
        return order == null ? history.transactions() : order.length;
    }

    @Override
    public int transaction(int place) {
        return order == null ? history.arrival(place) : order[place];
    }

    @Override
    public synchronized int snapshot(int place) {
        if (maker == null) {
            return place;
        }
        if (snapshot == null) {
            snapshot = maker.get();
        }
        return snapshot[place];
    }

    @Override
    public boolean hasSnapshots() {
        return maker != null;
    }
}
