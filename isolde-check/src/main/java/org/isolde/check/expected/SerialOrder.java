package org.isolde.check.expected;

import java.util.Arrays;
import org.isolde.check.facts.Counted;
import org.isolde.check.graph.IntList;
import org.isolde.check.graph.TimeSort;
import org.isolde.history.History;
import org.isolde.history.OpKind;
import org.isolde.history.Status;

/**
 * The transactions in the expected serial order, and what that leaves open. At one place stand those that write before those that
 * only read.
 *
 * <p>A transaction of unknown outcome may be <em>moved</em>: somebody saw what it wrote, so it took effect, and it has no place.
 * It then stands before the first who saw it. Or it is <em>loose</em>: nobody saw its versions, so that nobody knows whether it
 * took effect.
 */
final class SerialOrder {
    private static final int NEW = 0;
    private static final int BEGUN = 1;
    private static final int PLACED = 2;

    private final History history;
    private final Counted counted;
    /** A committed transaction without a place; 0 if all have one. */
    private int homeless;
    /** Of unknown outcome and without a place, though they took effect. */
    private final IntList moved = new IntList();
    /** Of unknown outcome, of which nobody saw a version. */
    private final IntList loose = new IntList();

    private boolean[] isMoved;

    SerialOrder(Counted counted) {
        this.counted = counted;
        this.history = counted.history();
        for (int t = 1; t <= history.transactions(); t++) {
            if (!counted.counts(t)) {
                if (history.status(t) == Status.UNKNOWN && writes(t)) {
                    loose.add(t);
                }
            } else if (!hasPlace(t)) {
                if (history.isCommitted(t)) {
                    homeless = homeless == 0 ? t : homeless;
                } else {
                    moved.add(t);
                }
            }
        }
        if (moved.size() > 0) {
            isMoved = new boolean[history.transactions() + 1];
            for (int i = 0; i < moved.size(); i++) {
                isMoved[moved.get(i)] = true;
            }
        }
    }

    private boolean hasPlace(int t) {
        return !Double.isNaN(history.order(t));
    }

    private boolean writes(int t) {
        for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
            if (history.isWrite(op)) {
                return true;
            }
        }
        return false;
    }

    int homeless() {
        return homeless;
    }

    IntList moved() {
        return moved;
    }

    boolean isMoved(int t) {
        return isMoved != null && isMoved[t];
    }

    IntList loose() {
        return loose;
    }

    /** Whether some of the loose ones have a place. */
    boolean placesLoose() {
        for (int i = 0; i < loose.size(); i++) {
            if (hasPlace(loose.get(i))) {
                return true;
            }
        }
        return false;
    }

    /**
     * All that count, in order.
     *
     * @param withLoose whether also the loose ones that have a place
     */
    int[] order(boolean withLoose) {
        IntList members = new IntList(history.transactions());
        add(members, withLoose, true);
        int writers = members.size();
        add(members, withLoose, false);
        int[] sorted = members.toArray();
        sortReaders(sorted, writers);
        long[] places = new long[sorted.length];
        for (int i = 0; i < sorted.length; i++) {
            places[i] = sortable(history.order(sorted[i]));
        }
        new TimeSort().sort(places, sorted, sorted.length);
        return moved.size() == 0 ? sorted : withMoved(sorted);
    }

    /** Readers of one place may follow each other in any order, so real time decides it. */
    private void sortReaders(int[] members, int from) {
        if (!history.hasRealTime()) {
            return;
        }
        int[] readers = Arrays.copyOfRange(members, from, members.length);
        long[] begins = new long[readers.length];
        for (int i = 0; i < readers.length; i++) {
            begins[i] = history.begin(readers[i]);
        }
        new TimeSort().sort(begins, readers, readers.length);
        System.arraycopy(readers, 0, members, from, readers.length);
    }

    private void add(IntList members, boolean withLoose, boolean writers) {
        for (int t = 1; t <= history.transactions(); t++) {
            boolean takesPart = counted.counts(t) || withLoose && history.status(t) == Status.UNKNOWN;
            if (takesPart && hasPlace(t) && writes(t) == writers) {
                members.add(t);
            }
        }
    }

    /** A whole number in the order of the places; 0 and -0 are one place. */
    private static long sortable(double place) {
        long bits = Double.doubleToLongBits(place + 0.0);
        return bits < 0 ? bits ^ Long.MAX_VALUE : bits;
    }

    /**
     * The place in an order from which on another order would be as good, because a writer shares its place with somebody; the
     * number of transactions if there is none.
     */
    int firstTie(int[] order) {
        for (int i = 1; i < order.length; i++) {
            if (history.order(order[i - 1]) == history.order(order[i]) && writes(order[i - 1])) {
                return i - 1;
            }
        }
        return order.length;
    }

    // ---- those without a place

    private int[] withMoved(int[] sorted) {
        IntList order = new IntList(sorted.length + moved.size());
        byte[] state = new byte[history.transactions() + 1];
        for (int t : sorted) {
            place(t, order, state);
        }
        for (int i = 0; i < moved.size(); i++) {
            place(moved.get(i), order, state);
        }
        return order.toArray();
    }

    /** Puts a transaction behind those without a place from which it read, and these behind those from which they did. */
    private void place(int t, IntList order, byte[] state) {
        if (state[t] != NEW) {
            return;
        }
        IntList path = new IntList();
        path.add(t);
        state[t] = BEGUN;
        while (path.size() > 0) {
            int last = path.get(path.size() - 1);
            int source = newSource(last, state);
            if (source == 0) {
                state[last] = PLACED;
                order.add(path.removeLast());
            } else {
                state[source] = BEGUN;
                path.add(source);
            }
        }
    }

    /** One without a place from which a transaction read, and that is not placed yet; 0 if there is none. */
    private int newSource(int t, byte[] state) {
        for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
            if (history.kind(op) == OpKind.LIST_READ) {
                int list = history.listOf(op);
                for (int i = history.listFirst(list); i < history.listFirst(list + 1); i++) {
                    if (isNew(history.writer(history.listElement(i)), state)) {
                        return history.writer(history.listElement(i));
                    }
                }
            } else if (OpKind.isRead(history.kind(op)) && isNew(history.writer(history.value(op)), state)) {
                return history.writer(history.value(op));
            }
        }
        return 0;
    }

    private boolean isNew(int writer, byte[] state) {
        return writer > 0 && isMoved[writer] && state[writer] == NEW;
    }
}
