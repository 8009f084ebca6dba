package org.isolde.check;

import org.isolde.check.facts.Subject;
import org.isolde.check.graph.IntList;

import java.util.function.Supplier;
import org.isolde.history.History;

/**
 * A witness: counted transactions, first committed first; either a list of its own, or the order of the input. With, where
 * the level has them, the snapshot of each: how many of the commits it contains.
 */
public final class CommitOrder {
    private final History history;
    private final int[] order;
    /** Makes the snapshots when somebody asks; null if there are none. */
    private final Supplier<int[]> maker;

    private int[] snapshot;

    private CommitOrder(History history, int[] order, Supplier<int[]> maker) {
        this.history = history;
        this.order = order;
        this.maker = maker;
    }

    /** The counted transactions in the order in which they stood in the input. */
    public static CommitOrder ofArrival(Subject subject) {
        History history = subject.history;
        if (subject.allCount()) {
            return new CommitOrder(history, null, null);
        }
        IntList counted = new IntList(history.transactions());
        for (int place = 0; place < history.transactions(); place++) {
            if (subject.counts(history.arrival(place))) {
                counted.add(history.arrival(place));
            }
        }
        return new CommitOrder(history, counted.toArray(), null);
    }

    public static CommitOrder of(History history, int[] order) {
        return new CommitOrder(history, order, null);
    }

    /** With snapshots, by the places of the order. */
    public static CommitOrder of(History history, int[] order, int[] snapshot) {
        return new CommitOrder(history, order, () -> snapshot);
    }

    /** With snapshots that are made when somebody asks for one. */
    public static CommitOrder of(History history, int[] order, Supplier<int[]> snapshots) {
        return new CommitOrder(history, order, snapshots);
    }

    public int size() {
        return order == null ? history.transactions() : order.length;
    }

    /** How many commits the snapshot of the transaction at a place contains: those at the places before that number. */
    public synchronized int snapshot(int place) {
        if (maker == null) {
            return place;
        }
        if (snapshot == null) {
            snapshot = maker.get();
        }
        return snapshot[place];
    }

    /** Whether some snapshot may lack an earlier commit. */
    public boolean hasSnapshots() {
        return maker != null;
    }

    public int transaction(int place) {
        return order == null ? history.arrival(place) : order[place];
    }
}
