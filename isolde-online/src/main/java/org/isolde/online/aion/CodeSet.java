package org.isolde.online.aion;

import java.util.Arrays;
import java.util.function.LongConsumer;
import java.util.function.LongUnaryOperator;

/**
 * A set of codes, mostly empty, seldom large.
 *
 * <p>Invariant: an open-addressing table at most half full, with {@link KeyChain#NONE} where there is nothing.
 */
final class CodeSet {
    private static final long[] NOTHING = {};

    private long[] table = NOTHING;
    private int size;

    int size() {
        return size;
    }

    long bytes() {
        return 8L * table.length;
    }

    boolean contains(long code) {
        return size > 0 && table[slot(code)] == code;
    }

    /** Where a code is, or would be. */
    private int slot(long code) {
        int mask = table.length - 1;
        int slot = (int) ((code * 0x9E3779B97F4A7C15L) >>> 32) & mask;
        while (table[slot] != code && table[slot] != KeyChain.NONE) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    /** Adds a code; says whether it is new. */
    boolean add(long code) {
        if (contains(code)) {
            return false;
        }
        if (2 * (size + 1) > table.length) {
            long[] old = table;
            table = new long[Math.max(4, 2 * old.length)];
            Arrays.fill(table, KeyChain.NONE);
            for (long each : old) {
                if (each != KeyChain.NONE) {
                    table[slot(each)] = each;
                }
            }
        }
        table[slot(code)] = code;
        size++;
        return true;
    }

    void forEach(LongConsumer visitor) {
        for (long code : table) {
            if (code != KeyChain.NONE) {
                visitor.accept(code);
            }
        }
    }

    /** The set of what its codes become. */
    CodeSet renamed(LongUnaryOperator name) {
        CodeSet other = new CodeSet();
        forEach(code -> other.add(name.applyAsLong(code)));
        return other;
    }
}
