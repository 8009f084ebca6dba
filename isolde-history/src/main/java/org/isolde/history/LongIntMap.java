package org.isolde.history;

import java.util.Arrays;

/**
 * A hash map from {@code long} to a dense {@code int}: the first key gets 0, the next new one 1, and so on.
 *
 * <p>Open addressing with linear probing; at most half full. Nothing is ever removed.
 */
public final class LongIntMap {
    private long[] keys;
    /** Dense number + 1; 0 is empty. */
    private int[] numbers;

    private int size;

    public LongIntMap(int expected) {
        int capacity = Integer.highestOneBit(Math.max(8, expected)) * 4;
        keys = new long[capacity];
        numbers = new int[capacity];
    }

    /** The number of a key, which becomes {@code size()} before the call if the key is new. */
    public int intern(long key) {
        int mask = keys.length - 1;
        int slot = slot(key, mask);
        while (true) {
            int number = numbers[slot];
            if (number == 0) {
                break;
            }
            if (keys[slot] == key) {
                return number - 1;
            }
            slot = (slot + 1) & mask;
        }
        keys[slot] = key;
        numbers[slot] = ++size;
        if (size * 2 > keys.length) {
            grow();
        }
        return size - 1;
    }

    /** The number of a key, or -1. */
    public int get(long key) {
        int mask = keys.length - 1;
        for (int slot = slot(key, mask); numbers[slot] != 0; slot = (slot + 1) & mask) {
            if (keys[slot] == key) {
                return numbers[slot] - 1;
            }
        }
        return -1;
    }

    public int size() {
        return size;
    }

    /** The keys in the order of their numbers. */
    public long[] keys() {
        long[] inOrder = new long[size];
        for (int slot = 0; slot < keys.length; slot++) {
            if (numbers[slot] != 0) {
                inOrder[numbers[slot] - 1] = keys[slot];
            }
        }
        return inOrder;
    }

    private void grow() {
        if (keys.length >= 1 << 30) {
            throw new IllegalStateException("more than 2^29 distinct names");
        }
        long[] oldKeys = keys;
        int[] oldNumbers = numbers;
        keys = new long[oldKeys.length * 2];
        numbers = new int[oldKeys.length * 2];
        int mask = keys.length - 1;
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldNumbers[i] != 0) {
                int slot = slot(oldKeys[i], mask);
                while (numbers[slot] != 0) {
                    slot = (slot + 1) & mask;
                }
                keys[slot] = oldKeys[i];
                numbers[slot] = oldNumbers[i];
            }
        }
    }

    private static int slot(long key, int mask) {
        long hash = key * 0x9E3779B97F4A7C15L;
        return (int) (hash ^ (hash >>> 32)) & mask;
    }

    /** Empties the map, keeping its room. */
    public void clear() {
        Arrays.fill(numbers, 0);
        size = 0;
    }
}
