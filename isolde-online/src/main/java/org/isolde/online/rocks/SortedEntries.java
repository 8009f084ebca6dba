package org.isolde.online.rocks;

import java.util.Arrays;

/**
 * Changes of a map, as they come, to be had in the order of their keys: each key once, as it was changed last.
 *
 * <p>Invariant: an entry is the lengths of its key and its value, then these; a length of -1 says that the key is removed.
 */
final class SortedEntries {
    private static final int HEAD = 2 * Integer.BYTES;
    private static final int LEAST = 1 << 12;
    private static final int LARGEST_STEP = 1 << 20;
    /** Fewer are put in order one by one. */
    private static final int FEW = 12;

    /** Who gets entries. */
    interface Visitor<E extends Exception> {
        /**
         * @param value where the key ends and the value begins
         * @param end where the value ends; -1 if the key is removed
         */
        void visit(byte[] bytes, int key, int value, int end) throws E;
    }

    private byte[] bytes = new byte[LEAST];
    private int size;
    private int[] starts = new int[LEAST / 64];
    private int count;

    /** How many bytes the entries take. */
    int size() {
        return size;
    }

    int count() {
        return count;
    }

    /** Forgets all, and keeps the room. */
    void clear() {
        size = 0;
        count = 0;
    }

    void put(byte[] key, byte[] value) {
        begin(key, value.length, value.length);
        System.arraycopy(value, 0, bytes, size, value.length);
        size += value.length;
    }

    void remove(byte[] key) {
        begin(key, -1, 0);
    }

    private void begin(byte[] key, int length, int room) {
        int needed = size + HEAD + key.length + room;
        if (needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(needed, bytes.length + Math.min(bytes.length, LARGEST_STEP)));
        }
        if (count == starts.length) {
            starts = Arrays.copyOf(starts, count * 2);
        }
        starts[count++] = size;
        number(size, key.length);
        number(size + Integer.BYTES, length);
        System.arraycopy(key, 0, bytes, size + HEAD, key.length);
        size += HEAD + key.length;
    }

    private void number(int at, int value) {
        for (int i = 0; i < Integer.BYTES; i++) {
            bytes[at + i] = (byte) (value >> 8 * i);
        }
    }

    private int number(int at) {
        return (bytes[at] & 0xFF)
                | (bytes[at + 1] & 0xFF) << 8
                | (bytes[at + 2] & 0xFF) << 16
                | (bytes[at + 3] & 0xFF) << 24;
    }

    /** Visits the entries as they came. */
    <E extends Exception> void forEach(Visitor<E> visitor) throws E {
        for (int i = 0; i < count; i++) {
            visit(starts[i], visitor);
        }
    }

    /** Visits the keys in their order, as unsigned bytes; the order in which the entries came is lost. */
    <E extends Exception> void forEachKey(Visitor<E> visitor) throws E {
        sort(0, count, 0);
        for (int i = 0; i < count; ) {
            int last = starts[i];
            int next = i + 1;
            for (; next < count && compare(starts[i], starts[next], 0) == 0; next++) {
                last = Math.max(last, starts[next]);
            }
            visit(last, visitor);
            i = next;
        }
    }

    private <E extends Exception> void visit(int start, Visitor<E> visitor) throws E {
        int key = start + HEAD;
        int value = key + number(start);
        int length = number(start + Integer.BYTES);
        visitor.visit(bytes, key, value, length < 0 ? -1 : value + length);
    }

    /** The byte of a key, unsigned; -1 behind its end. */
    private int at(int start, int depth) {
        return depth < number(start) ? bytes[start + HEAD + depth] & 0xFF : -1;
    }

    private int compare(int one, int other, int depth) {
        int a = one + HEAD;
        int b = other + HEAD;
        return Arrays.compareUnsigned(bytes, a + depth, a + number(one), bytes, b + depth, b + number(other));
    }

    /** Puts entries in order whose keys have so many first bytes in common: by the next byte, into three parts (Bentley and Sedgewick). */
    private void sort(int first, int end, int common) {
        int from = first;
        int to = end;
        int depth = common;
        while (to - from > FEW) {
            int pivot =
                    middle(at(starts[from], depth), at(starts[(from + to) >>> 1], depth), at(starts[to - 1], depth));
            int less = from;
            int greater = to;
            for (int i = from; i < greater; ) {
                int each = at(starts[i], depth);
                if (each < pivot) {
                    swap(less++, i++);
                } else if (each > pivot) {
                    swap(i, --greater);
                } else {
                    i++;
                }
            }
            sort(from, less, depth);
            sort(greater, to, depth);
            if (pivot < 0) {
                // the same key
                return;
            }
            from = less;
            to = greater;
            depth++;
        }
        for (int i = from + 1; i < to; i++) {
            int start = starts[i];
            int at = i;
            for (; at > from && compare(starts[at - 1], start, depth) > 0; at--) {
                starts[at] = starts[at - 1];
            }
            starts[at] = start;
        }
    }

    private static int middle(int a, int b, int c) {
        return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
    }

    private void swap(int i, int j) {
        int other = starts[i];
        starts[i] = starts[j];
        starts[j] = other;
    }
}
