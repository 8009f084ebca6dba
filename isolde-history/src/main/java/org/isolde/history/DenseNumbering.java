package org.isolde.history;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * Numbers that follow from the values themselves, for the many histories whose values are counters: {@code base[key] +
 * value} where each key has a counter of its own, {@code 1 + value} where one counter serves all keys. No table of pairs
 * is needed, and neighbouring values stay neighbours in memory.
 *
 * <p>With one counter for all keys, a value may not appear under two keys; if it does, {@link #hasFailed}.
 */
final class DenseNumbering implements ValueNumbering, ValueNumbering.Numbers {
    private static final VarHandle INT = MethodHandles.arrayElementVarHandle(int[].class);
    /** How many numbers an operation may cost, used or not. */
    private static final double WASTE = 1.5;

    private static final int ALWAYS = 1 << 10;

    private final int[] base;
    private final int size;
    /** With one counter for all keys: the key plus one that a value was seen under. */
    private final int[] keyOf;

    private volatile boolean failed;

    private DenseNumbering(int[] base, int size) {
        this.base = base;
        this.size = size;
        this.keyOf = base == null ? new int[size] : null;
    }

    /** The numbering, or null if the values of the input are not dense. */
    static DenseNumbering of(HistoryBuilder.Input input, int keys, int operations, boolean initialVersions) {
        long[] maximum = new long[keys];
        Arrays.fill(maximum, -1);
        for (int s = 0; s < input.segments.length; s++) {
            Segment segment = input.segments[s];
            if (segment.oddValues || (segment.nullValues && !initialVersions)) {
                return null;
            }
            for (int k = 0; k < segment.keys.size(); k++) {
                int key = input.keyOf[s] == null ? k : input.keyOf[s][k];
                maximum[key] = Math.max(maximum[key], segment.maximum(k));
            }
        }
        long most = (long) (operations * WASTE) + ALWAYS;
        long sum = 1;
        long greatest = 0;
        for (long value : maximum) {
            if (value >= Integer.MAX_VALUE / 2) {
                return null;
            }
            sum += value + 1;
            greatest = Math.max(greatest, value);
        }
        if (sum <= most && sum < Integer.MAX_VALUE - 64) {
            int[] base = new int[keys];
            int next = 1;
            for (int k = 0; k < keys; k++) {
                base[k] = next;
                next += (int) (maximum[k] + 1);
            }
            return new DenseNumbering(base, next);
        }
        return greatest + 2 <= most ? new DenseNumbering(null, (int) greatest + 2) : null;
    }

    /** A pair's number is the same wherever it stands. */
    @Override
    public Numbers numbers(int stretch) {
        return this;
    }

    /** For several threads at once. */
    @Override
    public int next(int key, long code) {
        return base != null ? base[key] + (int) code : ofAllKeys(key, 1 + (int) code);
    }

    private int ofAllKeys(int key, int number) {
        int seen = keyOf[number];
        if (seen != key + 1) {
            int before = seen == 0 ? (int) INT.compareAndExchange(keyOf, number, 0, key + 1) : seen;
            if (before != 0 && before != key + 1) {
                failed = true;
            }
        }
        return number;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public boolean hasFailed() {
        return failed;
    }

    @Override
    public void finish(HistoryColumns columns) {
        columns.denseValues(base);
    }
}
