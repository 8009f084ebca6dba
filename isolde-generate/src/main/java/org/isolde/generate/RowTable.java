package org.isolde.generate;

import java.util.Arrays;

/**
 * The committed state of a table with the columns {@code c0}, the primary key, {@code c1} and {@code c2}.
 *
 * <p>A primary key has one row after the other, for a row lives once: the first, then, once that is deleted, the second. So
 * its state is the number of its last row, the version of that, and whether it is alive.
 *
 * <p>Invariant: rows that are alive are in the list of their {@code c1}, so that a range costs what it matches.
 */
final class RowTable {
    /** What stands for null in {@code c2}. */
    static final int NULL = Integer.MIN_VALUE;

    /** Which row of its primary key is the last one, from 1; 0 if there never was any. */
    final int[] incarnation;

    final int[] version;
    final boolean[] alive;
    final int[] c1;
    final int[] c2;
    /** When a transaction that changed it committed. */
    final long[] writtenAt;

    private final int[] first;
    private final int[] next;
    private final int[] before;

    /** @param keys how many primary keys there are; {@code c1} has as many values */
    RowTable(int keys) {
        incarnation = new int[keys];
        version = new int[keys];
        alive = new boolean[keys];
        c1 = new int[keys];
        c2 = new int[keys];
        writtenAt = new long[keys];
        first = new int[keys];
        next = new int[keys];
        before = new int[keys];
        Arrays.fill(first, -1);
    }

    int keys() {
        return version.length;
    }

    /** A row whose {@code c1} is this, or -1; {@link #next} leads to the others. */
    int first(int value) {
        return first[value];
    }

    int next(int key) {
        return next[key];
    }

    /** Makes a version the current one of a primary key. */
    void install(int key, int itsIncarnation, int itsVersion, boolean isAlive, int newC1, int newC2) {
        if (alive[key]) {
            if (before[key] >= 0) {
                next[before[key]] = next[key];
            } else {
                first[c1[key]] = next[key];
            }
            if (next[key] >= 0) {
                before[next[key]] = before[key];
            }
        }
        incarnation[key] = itsIncarnation;
        version[key] = itsVersion;
        alive[key] = isAlive;
        c1[key] = newC1;
        c2[key] = newC2;
        if (isAlive) {
            before[key] = -1;
            next[key] = first[newC1];
            if (first[newC1] >= 0) {
                before[first[newC1]] = key;
            }
            first[newC1] = key;
        }
    }
}
