package org.isolde.online.aion;

import java.util.Arrays;

/**
 * Records of keys that have left memory, as the disk has them, side by side in large arrays: a key takes a fifth of what it takes in use, and
 * comes back sooner than from disk.
 *
 * <p>Invariant: a record here is the one on disk. An open-addressing table of places, at most half full with those that were removed; a
 * place is that of an entry, counted in units of four bytes from 1 on. An entry is the length of its name, its name, the length of its
 * record, its record, and lies in one array.
 */
final class PackedKeys {
    private static final int ARRAY_BITS = 18;
    private static final int ARRAY = 1 << ARRAY_BITS;
    private static final int UNIT = 4;
    private static final int HEAD = 6;
    private static final int LONGEST = ARRAY / 8;
    private static final int EMPTY = 0;
    private static final int REMOVED = -1;

    private byte[][] arrays = new byte[4][];
    private int count;
    /** Where the next entry goes. */
    private long end;

    private long garbage;
    private int[] table = new int[64];
    private int filled;
    private int size;

    int size() {
        return size;
    }

    long bytes() {
        return (long) count * ARRAY + 4L * table.length;
    }

    /** Adds a record that is not here; returns false if it is too long for that. */
    boolean put(byte[] name, byte[] record) {
        int length = HEAD + name.length + record.length;
        if (length > LONGEST) {
            return false;
        }
        if (filled * 2 >= table.length) {
            rehash();
        }
        long at = place(length);
        byte[] array = arrays[(int) (at >> ARRAY_BITS)];
        int from = (int) at & (ARRAY - 1);
        array[from] = (byte) name.length;
        array[from + 1] = (byte) (name.length >> 8);
        array[from + 2] = (byte) (name.length >> 16);
        array[from + 3] = (byte) record.length;
        array[from + 4] = (byte) (record.length >> 8);
        array[from + 5] = (byte) (record.length >> 16);
        System.arraycopy(name, 0, array, from + HEAD, name.length);
        System.arraycopy(record, 0, array, from + HEAD + name.length, record.length);
        insert(at, hash(name, 0, name.length));
        size++;
        return true;
    }

    private long place(int length) {
        int room = (length + UNIT - 1) / UNIT * UNIT;
        long inArray = end & (ARRAY - 1);
        if (count == 0 || inArray + room > ARRAY || (inArray == 0 && end >> ARRAY_BITS == count)) {
            garbage += count == 0 ? 0 : ((long) count << ARRAY_BITS) - end;
            if (count == arrays.length) {
                arrays = Arrays.copyOf(arrays, count * 2);
            }
            end = (long) count << ARRAY_BITS;
            arrays[count++] = new byte[ARRAY];
        }
        long at = end;
        end += room;
        return at;
    }

    private void insert(long at, int hash) {
        int mask = table.length - 1;
        int slot = hash & mask;
        while (table[slot] != EMPTY) {
            slot = (slot + 1) & mask;
        }
        table[slot] = (int) (at / UNIT) + 1;
        filled++;
    }

    private static int hash(byte[] bytes, int from, int to) {
        long hash = 0xCBF29CE484222325L;
        for (int i = from; i < to; i++) {
            hash = (hash ^ bytes[i]) * 0x100000001B3L;
        }
        return (int) ((hash * 0x9E3779B97F4A7C15L) >>> 33);
    }

    private static int number(byte[] array, int at) {
        return (array[at] & 0xFF) | (array[at + 1] & 0xFF) << 8 | (array[at + 2] & 0xFF) << 16;
    }

    /** Takes the record of a name out; null if it is not here. */
    byte[] take(byte[] name) {
        int mask = table.length - 1;
        for (int slot = hash(name, 0, name.length) & mask; table[slot] != EMPTY; slot = (slot + 1) & mask) {
            if (table[slot] == REMOVED) {
                continue;
            }
            long at = (table[slot] - 1L) * UNIT;
            byte[] array = arrays[(int) (at >> ARRAY_BITS)];
            int from = (int) at & (ARRAY - 1);
            int first = from + HEAD;
            int length = number(array, from);
            if (length == name.length && Arrays.equals(array, first, first + length, name, 0, length)) {
                int to = first + length + number(array, from + 3);
                byte[] record = Arrays.copyOfRange(array, first + length, to);
                table[slot] = REMOVED;
                size--;
                garbage += to - from;
                return record;
            }
        }
        return null;
    }

    /** Makes room of what was removed, if that is much. */
    void compact() {
        if (garbage * 2 <= end || end <= ARRAY) {
            return;
        }
        byte[][] old = arrays;
        int[] places = table;
        clear();
        table = new int[Math.max(64, Integer.highestOneBit(Math.max(1, places.length / 4)) * 2)];
        for (int place : places) {
            if (place > 0) {
                long at = (place - 1L) * UNIT;
                byte[] array = old[(int) (at >> ARRAY_BITS)];
                int from = (int) at & (ARRAY - 1);
                int name = from + HEAD + number(array, from);
                put(
                        Arrays.copyOfRange(array, from + HEAD, name),
                        Arrays.copyOfRange(array, name, name + number(array, from + 3)));
            }
        }
    }

    void clear() {
        arrays = new byte[4][];
        count = 0;
        end = 0;
        garbage = 0;
        table = new int[64];
        filled = 0;
        size = 0;
    }

    private void rehash() {
        int[] places = table;
        table = new int[Math.max(64, Integer.highestOneBit(Math.max(1, size)) * 4)];
        filled = 0;
        for (int place : places) {
            if (place > 0) {
                long at = (place - 1L) * UNIT;
                byte[] array = arrays[(int) (at >> ARRAY_BITS)];
                int from = ((int) at & (ARRAY - 1)) + HEAD;
                insert(at, hash(array, from, from + number(array, from - HEAD)));
            }
        }
    }
}
