package org.isolde.online.axiom;

import java.util.Arrays;
import java.util.function.LongConsumer;
import java.util.function.LongUnaryOperator;

/**
 * A set of codes, mostly empty, seldom large.
 *
 * <p>Invariant: an open-addressing table at most half full, with {@link #NONE} where there is nothing.
 */
public final class CodeSet {
    /** No code. */
    public static final long NONE = Long.MAX_VALUE - 1;

    private static final long[] NOTHING = {};

    private long[] table = NOTHING;
    private int size;

    public int size() {
        return size;
    }

    public long bytes() {
        return 8L * table.length;
    }

    public boolean contains(long code) {
        return size > 0 && table[slot(code)] == code;
    }

    /** Where a code is, or would be. */
    private int slot(long code) {
        int mask = table.length - 1;
        int slot = (int) ((code * 0x9E3779B97F4A7C15L) >>> 32) & mask;
        while (table[slot] != code && table[slot] != NONE) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    /** Adds a code; says whether it is new. */
    public boolean add(long code) {
        if (contains(code)) {
            return false;
        }
        if (2 * (size + 1) > table.length) {
            long[] old = table;
            table = new long[Math.max(4, 2 * old.length)];
            Arrays.fill(table, NONE);
            for (long each : old) {
                if (each != NONE) {
                    table[slot(each)] = each;
                }
            }
        }
        table[slot(code)] = code;
        size++;
        return true;
    }

    public void forEach(LongConsumer visitor) {
        for (long code : table) {
            if (code != NONE) {
                visitor.accept(code);
            }
        }
    }

    /** The set of what its codes become. */
    public CodeSet renamed(LongUnaryOperator name) {
        CodeSet other = new CodeSet();
        forEach(code -> other.add(name.applyAsLong(code)));
        return other;
    }
}
