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
final class DenseNumbering implements ValueNumbering {
    private static final VarHandle INT = MethodHandles.arrayElementVarHandle(int[].class);
    /** How many numbers an operation may cost, used or not. */
    private static final double WASTE = 1.5;

    private static final int ALWAYS = 1 << 10;

    private final int[] base;
    private final int mask;
    private final int[] writer;
    private final int[] writeOp;
    /** With one counter for all keys: the key plus one that a value was seen under. */
    private final int[] keyOf;

    private volatile boolean failed;

    private DenseNumbering(int[] base, int numbers, int parts) {
        this.base = base;
        this.mask = parts - 1;
        this.writer = new int[numbers];
        this.writeOp = new int[numbers];
        Arrays.fill(writer, History.NOBODY);
        Arrays.fill(writeOp, -1);
        this.keyOf = base == null ? new int[numbers] : null;
    }

    /** The numbering, or null if the values of the input are not dense. */
    static DenseNumbering of(HistoryBuilder.Input input, int keys, int operations, int parts, boolean initialVersions) {
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
            return new DenseNumbering(base, next, parts);
        }
        return greatest + 2 <= most ? new DenseNumbering(null, (int) greatest + 2, parts) : null;
    }

    @Override
    public int part(int key, long code) {
        // a cache line of values to one thread, the next one to the other
        return (int) (code >>> 4) & mask;
    }

    @Override
    public int number(int part, int key, long code) {
        if (base != null) {
            return base[key] + (int) code;
        }
        int number = 1 + (int) code;
        int seen = keyOf[number];
        if (seen != key + 1) {
            if (seen != 0) {
                failed = true;
            }
            keyOf[number] = key + 1;
        }
        return number;
    }

    /**
     * Numbers a pair and, if it is a write, claims it; for several threads at once, whichever part they are. Where a
     * value was claimed before, or seen under another key, the numbering has failed and is to be done again part by part.
     */
    int claim(int key, long code, boolean write, int operation, int transaction) {
        int number;
        if (base != null) {
            number = base[key] + (int) code;
        } else {
            number = 1 + (int) code;
            int seen = keyOf[number];
            if (seen != key + 1) {
                int before = seen == 0 ? (int) INT.compareAndExchange(keyOf, number, 0, key + 1) : seen;
                if (before != 0 && before != key + 1) {
                    failed = true;
                }
            }
        }
        if (write) {
            if (!INT.compareAndSet(writeOp, number, -1, operation)) {
                failed = true;
            }
            writer[number] = transaction;
        }
        return number;
    }

    /** Says that this way does not do. */
    void fail() {
        failed = true;
    }

    /** The same numbering, empty again. */
    DenseNumbering again() {
        return new DenseNumbering(base, writer.length, mask + 1);
    }

    @Override
    public int writeOp(int part, int value) {
        return writeOp[value];
    }

    @Override
    public int writer(int part, int value) {
        return writer[value];
    }

    @Override
    public void written(int part, int value, int operation, int transaction) {
        writeOp[value] = operation;
        writer[value] = transaction;
    }

    @Override
    public boolean hasFailed() {
        return failed;
    }

    @Override
    public void finish(HistoryColumns columns) {
        writer[0] = History.INITIAL;
        columns.denseValues(base);
        columns.writer = writer;
        columns.writeOp = writeOp;
    }
}
