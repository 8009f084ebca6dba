package org.isolde.check.predicates;

import java.util.Arrays;
import org.isolde.check.graph.IntList;

/**
 * The dependencies that predicate reads make, as edges between transactions and points. A dependency is one edge from a
 * transaction, and any number of edges from points up to the next transaction. Points are numbered from 0, and stand as
 * {@code -1 - point} among nodes.
 */
public final class PredicateEdges {
    /** What an edge from a transaction, or into one, is. */
    public enum Kind {
        /** Predicate wr: a change that the predicate read saw. */
        SEEN,
        /** Predicate rw: a change that it did not see yet. */
        MISSED,
        /** Item wr, and item rw: of the versions that {@code min}, {@code max} and {@code sum} are made of. */
        ITEM_SEEN,
        ITEM_OVERWRITTEN
    }

    static final Kind[] KINDS = Kind.values();

    private final IntList from = new IntList();
    private final IntList to = new IntList();
    /** Four times the row, plus one, and the kind: one column, for there are many. */
    private final IntList what = new IntList();

    private int points;

    PredicateEdges() {}

    public int size() {
        return from.size();
    }

    /** A transaction, or {@code -1 - point}. */
    public int from(int edge) {
        return from.get(edge);
    }

    public int to(int edge) {
        return to.get(edge);
    }

    public Kind kind(int edge) {
        return KINDS[what.get(edge) & 3];
    }

    /** The row of an item dependency; else -1. */
    public int key(int edge) {
        return (what.get(edge) >>> 2) - 1;
    }

    public int points() {
        return points;
    }

    void add(int before, int after, Kind why, int row) {
        from.add(before);
        to.add(after);
        what.add(row + 1 << 2 | why.ordinal());
    }

    /**
     * Those who changed what a condition asks for, in an order, and reads that saw a beginning of it and missed an end: for each
     * beginning that a read saw a point, to which the changes since the one before lead; the same backwards for ends.
     *
     * @param writers who made each change
     * @param begins whether it made a row match
     * @param reads for each read its transaction, how many changes it saw, and from which on it missed all
     * @param itemsAreRead whether all these reads have read the rows that match. Then whoever made one match leads to them by that,
     *     and they to whoever makes one match no more: only the other changes need points.
     */
    void addChain(int[] writers, boolean[] begins, IntList reads, boolean itemsAreRead) {
        int count = reads.size() / 3;
        long[] sorted = new long[count];
        for (int i = 0; i < count; i++) {
            sorted[i] = (long) reads.get(3 * i + 1) << 32 | reads.get(3 * i);
        }
        Arrays.sort(sorted);
        int last = -1;
        int done = 0;
        for (int i = 0; i < count; i++) {
            int seen = (int) (sorted[i] >>> 32);
            if (seen > done) {
                int point = points++;
                int writer = -1;
                for (int change = done; change < seen; change++) {
                    if (writers[change] != writer && !(itemsAreRead && begins[change])) {
                        writer = writers[change];
                        add(writer, -1 - point, Kind.SEEN, -1);
                    }
                }
                if (last >= 0) {
                    add(-1 - last, -1 - point, Kind.SEEN, -1);
                }
                last = point;
                done = seen;
            }
            if (last >= 0 && (i == 0 || sorted[i] != sorted[i - 1])) {
                add(-1 - last, (int) sorted[i], Kind.SEEN, -1);
            }
        }
        for (int i = 0; i < count; i++) {
            sorted[i] = (long) reads.get(3 * i + 2) << 32 | reads.get(3 * i);
        }
        Arrays.sort(sorted);
        last = -1;
        done = writers.length;
        for (int i = count - 1; i >= 0; i--) {
            int missed = (int) (sorted[i] >>> 32);
            if (missed < done) {
                int point = points++;
                int writer = -1;
                for (int change = missed; change < done; change++) {
                    if (writers[change] != writer && !(itemsAreRead && !begins[change])) {
                        writer = writers[change];
                        add(-1 - point, writer, Kind.MISSED, -1);
                    }
                }
                if (last >= 0) {
                    add(-1 - point, -1 - last, Kind.MISSED, -1);
                }
                last = point;
                done = missed;
            }
            if (last >= 0 && (i == count - 1 || sorted[i] != sorted[i + 1])) {
                add((int) sorted[i], -1 - last, Kind.MISSED, -1);
            }
        }
    }
}
