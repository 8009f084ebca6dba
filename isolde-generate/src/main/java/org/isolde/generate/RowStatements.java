package org.isolde.generate;

import java.util.Arrays;

/**
 * The statements of one transaction, as they were answered.
 *
 * <p>Invariant: a statement is an entry of the columns; the rows that a predicate read gave back are the {@code c1} entries
 * behind it.
 */
final class RowStatements {
    /** An item read: primary key, row, version. */
    static final byte READ = 0;
    /** A write: primary key, row, version, columns. */
    static final byte WRITE = 1;
    /** A deletion: primary key, row, dead version. */
    static final byte DELETE = 2;
    /** A predicate read: the condition's number and, in c1, how many rows came back. */
    static final byte PREDICATE = 3;
    /** A row that came back: primary key, row, version. */
    static final byte ITEM = 4;
    /** A predicate read that gave back a figure: the condition's number, the aggregate's, and, in c1, the figure. */
    static final byte AGGREGATE = 5;

    byte[] kind = new byte[16];
    int[] key = new int[16];
    int[] incarnation = new int[16];
    int[] version = new int[16];
    int[] c1 = new int[16];
    int[] c2 = new int[16];
    int count;

    /** The number of the transaction, and the snapshot that its predicate reads saw. */
    long number;

    long upTo;
    long[] but = {};

    int add(byte itsKind, int itsKey, int itsIncarnation, int itsVersion, int itsC1, int itsC2) {
        if (count == kind.length) {
            int capacity = 2 * count;
            kind = Arrays.copyOf(kind, capacity);
            key = Arrays.copyOf(key, capacity);
            incarnation = Arrays.copyOf(incarnation, capacity);
            version = Arrays.copyOf(version, capacity);
            c1 = Arrays.copyOf(c1, capacity);
            c2 = Arrays.copyOf(c2, capacity);
        }
        kind[count] = itsKind;
        key[count] = itsKey;
        incarnation[count] = itsIncarnation;
        version[count] = itsVersion;
        c1[count] = itsC1;
        c2[count] = itsC2;
        return count++;
    }

    boolean isChange(int entry) {
        return kind[entry] == WRITE || kind[entry] == DELETE;
    }
}
