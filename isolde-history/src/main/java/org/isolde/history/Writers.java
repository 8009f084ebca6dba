package org.isolde.history;

import java.util.Arrays;

/**
 * Who wrote each value, by its number.
 *
 * <p>Where no value was written twice, threads may claim values in whatever order, without asking whether somebody else
 * has: if in the end as many values are claimed as there were writes, each had one. If not, the claims mean nothing, and
 * {@link RepeatedWrites} decides.
 */
final class Writers {
    /** The transaction that wrote each value, or {@link History#NOBODY}. */
    final int[] writer;
    /** The operation that did, or -1. */
    final int[] writeOp;

    /** Of so many values, which nobody has written. */
    Writers(int values) {
        writer = new int[values];
        writeOp = new int[values];
        clear();
    }

    void clear() {
        Arrays.fill(writer, History.NOBODY);
        Arrays.fill(writeOp, -1);
    }

    /** Says who wrote a value. */
    void claim(int value, int operation, int transaction) {
        writeOp[value] = operation;
        writer[value] = transaction;
    }

    /** How many values somebody wrote. */
    int claimed() {
        int claimed = writeOp.length;
        for (int operation : writeOp) {
            claimed += operation >> 31;
        }
        return claimed;
    }
}
