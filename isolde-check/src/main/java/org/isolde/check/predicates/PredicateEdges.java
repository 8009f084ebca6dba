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
    private final IntList kind = new IntList();
    private final IntList key = new IntList();
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
        return KINDS[kind.get(edge)];
    }

    /** The row of an item dependency; else -1. */
    public int key(int edge) {
        return key.get(edge);
    }

    public int points() {
        return points;
    }

    void add(int before, int after, Kind why, int row) {
        from.add(before);
        to.add(after);
        kind.add(why.ordinal());
        key.add(row);
    }

    /**
     * Those who changed what a condition asks for, in an order, and reads that saw a beginning of it and missed an end: for each
     * beginning that a read saw a point, to which the changes since the one before lead; the same backwards for ends.
     *
     * @param writers who made each change
     * @param reads for each read its transaction, how many changes it saw, and from which on it missed all
     */
    void addChain(int[] writers, IntList reads) {
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
            int reader = (int) sorted[i];
            if (seen > done) {
                int point = points++;
                for (int change = done; change < seen; change++) {
                    if (change == done || writers[change] != writers[change - 1]) {
                        add(writers[change], -1 - point, Kind.SEEN, -1);
                    }
                }
                if (last >= 0) {
                    add(-1 - last, -1 - point, Kind.SEEN, -1);
                }
                last = point;
                done = seen;
            }
            if (last >= 0 && (i == 0 || sorted[i] != sorted[i - 1])) {
                add(-1 - last, reader, Kind.SEEN, -1);
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
            int reader = (int) sorted[i];
            if (missed < done) {
                int point = points++;
                for (int change = missed; change < done; change++) {
                    if (change == missed || writers[change] != writers[change - 1]) {
                        add(-1 - point, writers[change], Kind.MISSED, -1);
                    }
                }
                if (last >= 0) {
                    add(-1 - point, -1 - last, Kind.MISSED, -1);
                }
                last = point;
                done = missed;
            }
            if (last >= 0 && (i == count - 1 || sorted[i] != sorted[i + 1])) {
                add(reader, -1 - last, Kind.MISSED, -1);
            }
        }
    }
}
