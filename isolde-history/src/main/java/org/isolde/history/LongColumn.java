package org.isolde.history;

import java.util.Arrays;

/** A growing column of longs in which unset places read as {@link #ABSENT}; it takes no room until the first is set. */
final class LongColumn {
    static final long ABSENT = Long.MAX_VALUE - 1;

    private static final long[] EMPTY = {};

    private long[] values = EMPTY;
    /** How many places may have been set: everything from here on is absent. */
    private int size;

    void set(int index, long value) {
        if (index >= values.length) {
            int old = values.length;
            values = Arrays.copyOf(values, Math.max(Math.max(16, old * 2), index + 1));
            Arrays.fill(values, old, values.length, ABSENT);
        }
        values[index] = value;
        if (index >= size) {
            size = index + 1;
        }
    }

    long get(int index) {
        return index < size ? values[index] : ABSENT;
    }

    /** Forgets everything from an index on. */
    void truncate(int from) {
        for (int i = from; i < size; i++) {
            values[i] = ABSENT;
        }
        size = Math.min(size, from);
    }

    boolean isEmpty() {
        return size == 0;
    }
}
