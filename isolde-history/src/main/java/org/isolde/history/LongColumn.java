package org.isolde.history;

import java.util.Arrays;

/**
 * A growing column of longs in which unset places read as {@link #ABSENT}; it takes no room until the first is set, and
 * half of it as long as all numbers are small.
 */
final class LongColumn {
    static final long ABSENT = Long.MAX_VALUE - 1;

    private static final int SMALL_ABSENT = Integer.MIN_VALUE;
    private static final int[] EMPTY = {};

    /** The numbers while they fit, else null. */
    private int[] small = EMPTY;

    private long[] values;
    /** How many places may have been set: everything from here on is absent. */
    private int size;

    void set(int index, long value) {
        if (small != null && (int) value == value && value != SMALL_ABSENT) {
            if (index >= small.length) {
                int old = small.length;
                small = Arrays.copyOf(small, room(old, index));
                Arrays.fill(small, old, small.length, SMALL_ABSENT);
            }
            small[index] = (int) value;
        } else {
            setLarge(index, value);
        }
        if (index >= size) {
            size = index + 1;
        }
    }

    /** Sets some places that follow each other, to the numbers of an array from one to another. */
    void setAll(int index, long[] numbers, int from, int to) {
        int count = to - from;
        if (small != null || count == 0) {
            for (int i = 0; i < count; i++) {
                set(index + i, numbers[from + i]);
            }
            return;
        }
        setLarge(index + count - 1, numbers[to - 1]);
        System.arraycopy(numbers, from, values, index, count);
        size = Math.max(size, index + count);
    }

    private void setLarge(int index, long value) {
        if (small != null) {
            values = new long[Math.max(small.length, 16)];
            Arrays.fill(values, ABSENT);
            for (int i = 0; i < size; i++) {
                values[i] = small[i] == SMALL_ABSENT ? ABSENT : small[i];
            }
            small = null;
        }
        if (index >= values.length) {
            int old = values.length;
            values = Arrays.copyOf(values, room(old, index));
            Arrays.fill(values, old, values.length, ABSENT);
        }
        values[index] = value;
    }

    private static int room(int old, int index) {
        long wanted = Math.max(Math.max(16L, old * 2L), index + 1L);
        return (int) Math.min(wanted, Integer.MAX_VALUE - 64);
    }

    long get(int index) {
        if (index >= size) {
            return ABSENT;
        }
        if (small != null) {
            return small[index] == SMALL_ABSENT ? ABSENT : small[index];
        }
        return values[index];
    }

    /** Forgets everything from an index on. */
    void truncate(int from) {
        for (int i = from; i < size; i++) {
            if (small != null) {
                small[i] = SMALL_ABSENT;
            } else {
                values[i] = ABSENT;
            }
        }
        size = Math.min(size, from);
    }

    /** What it takes in memory. */
    long bytes() {
        return small != null ? 4L * small.length : 8L * values.length;
    }

    boolean isEmpty() {
        return size == 0;
    }
}
