package org.isolde.history;

import java.util.Arrays;

/**
 * Numbers by first appearance, found again by hashing. A pair's part is decided by its hash; in the history the numbers of
 * part 0 come first. Until then a number is {@code number in part * parts + part + 1}.
 */
final class HashedNumbering implements ValueNumbering {
    private final Part[] parts;
    private final int shift;
    private final int partBits;

    HashedNumbering(int writes, int partCount) {
        partBits = Integer.numberOfTrailingZeros(partCount);
        shift = 64 - partBits;
        parts = new Part[partCount];
        for (int p = 0; p < partCount; p++) {
            parts[p] = new Part((int) Math.min(Integer.MAX_VALUE - 64, writes * 33L / (32L * partCount) + 64));
        }
    }

    private static long hash(int key, long code) {
        long hash = (code + key * 0xC2B2AE3D27D4EB4FL) * 0x9E3779B97F4A7C15L;
        hash ^= hash >>> 29;
        return hash * 0xBF58476D1CE4E5B9L;
    }

    @Override
    public int part(int key, long code) {
        return partBits == 0 ? 0 : (int) (hash(key, code) >>> shift);
    }

    @Override
    public int number(int part, int key, long code) {
        return (parts[part].intern(key, code, hash(key, code)) << partBits) + part + 1;
    }

    private int inPart(int value) {
        return (value - 1) >>> partBits;
    }

    @Override
    public int writeOp(int part, int value) {
        return parts[part].writeOp[inPart(value)];
    }

    @Override
    public int writer(int part, int value) {
        return parts[part].writer[inPart(value)];
    }

    @Override
    public void written(int part, int value, int operation, int transaction) {
        parts[part].writeOp[inPart(value)] = operation;
        parts[part].writer[inPart(value)] = transaction;
    }

    @Override
    public boolean hasFailed() {
        return false;
    }

    @Override
    public void finish(HistoryColumns columns) {
        int[] offset = new int[parts.length];
        int values = 1;
        for (int p = 0; p < parts.length; p++) {
            offset[p] = values;
            values += parts[p].size;
        }
        long[] codes = new long[values];
        columns.writer = new int[values];
        columns.writeOp = new int[values];
        columns.writer[0] = History.INITIAL;
        columns.writeOp[0] = -1;
        for (int p = 0; p < parts.length; p++) {
            System.arraycopy(parts[p].codes, 0, codes, offset[p], parts[p].size);
            System.arraycopy(parts[p].writer, 0, columns.writer, offset[p], parts[p].size);
            System.arraycopy(parts[p].writeOp, 0, columns.writeOp, offset[p], parts[p].size);
            parts[p] = null;
        }
        columns.valueCodes(codes);
        renumber(columns.value, offset);
        if (columns.listElement != null) {
            renumber(columns.listElement, offset);
        }
        for (int[] chain : columns.versionChains) {
            renumber(chain, offset);
        }
        if (columns.rows != null) {
            renumber(columns.rows.columns().seesValue, offset);
        }
    }

    /** From number in part and part to the history's number; 0, the initial version, stays. */
    private void renumber(int[] numbers, int[] offset) {
        if (partBits == 0) {
            return;
        }
        int mask = parts.length - 1;
        for (int i = 0; i < numbers.length; i++) {
            int n = numbers[i] - 1;
            if (n >= 0) {
                numbers[i] = (n >>> partBits) + offset[n & mask];
            }
        }
    }

    /** An open-addressing table of numbers, and the columns that they lead to. */
    private static final class Part {
        int size;
        long[] codes;
        int[] keys;
        int[] writer;
        int[] writeOp;
        int[] slots;

        Part(int expected) {
            codes = new long[expected];
            keys = new int[expected];
            writer = new int[expected];
            writeOp = new int[expected];
            slots = new int[Integer.highestOneBit(Math.max(8, Math.min(expected, 1 << 28))) * 4];
        }

        int intern(int key, long code, long hash) {
            int mask = slots.length - 1;
            int slot = (int) hash & mask;
            int found;
            while ((found = slots[slot]) != 0) {
                if (codes[found - 1] == code && keys[found - 1] == key) {
                    return found - 1;
                }
                slot = (slot + 1) & mask;
            }
            if (size == codes.length) {
                int capacity = size + (size >> 1) + 64;
                codes = Arrays.copyOf(codes, capacity);
                keys = Arrays.copyOf(keys, capacity);
                writer = Arrays.copyOf(writer, capacity);
                writeOp = Arrays.copyOf(writeOp, capacity);
            }
            codes[size] = code;
            keys[size] = key;
            writer[size] = History.NOBODY;
            writeOp[size] = -1;
            slots[slot] = ++size;
            if (size > slots.length - (slots.length >> 2)) {
                rehash();
            }
            return size - 1;
        }

        private void rehash() {
            slots = new int[slots.length * 2];
            int mask = slots.length - 1;
            for (int i = 0; i < size; i++) {
                int slot = (int) hash(keys[i], codes[i]) & mask;
                while (slots[slot] != 0) {
                    slot = (slot + 1) & mask;
                }
                slots[slot] = i + 1;
            }
        }
    }
}
