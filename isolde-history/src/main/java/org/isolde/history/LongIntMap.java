package org.isolde.history;

import java.util.Arrays;

/**
 * A map from {@code long} to a dense {@code int}: the first key gets 0, the next new one 1, and so on.
 *
 * <p>Small keys, which most inputs use, are looked up directly in an array that grows with the map: a key below
 * {@code direct.length} is there and nowhere else. All others are in a hash table with open addressing and linear
 * probing, at most half full. Nothing is ever removed.
 */
final class LongIntMap {
    private static final int LEAST = 16;
    private static final int LEAST_DIRECT = 1 << 8;
    /** The array of small keys has at most so many places for each key in the map. */
    private static final int PLACES_A_KEY = 4;

    /** Dense number + 1; 0 is empty. */
    private int[] direct = new int[64];

    private long[] keys = new long[LEAST];
    private int[] numbers = new int[LEAST];
    /** How many keys are in the hash table. */
    private int hashed;

    /** The keys by their numbers: they are asked for as often as a map is made, which of streams is once a few lines. */
    private long[] inOrder = new long[LEAST];

    private int size;

    /** The number of a key, which becomes {@code size()} before the call if the key is new. */
    int intern(long key) {
        if (key >= 0 && key < direct.length) {
            int number = direct[(int) key];
            if (number != 0) {
                return number - 1;
            }
            direct[(int) key] = added(key);
            return size - 1;
        }
        return internLarge(key);
    }

    private int internLarge(long key) {
        int mask = keys.length - 1;
        int slot = slot(key, mask);
        int number;
        while ((number = numbers[slot]) != 0) {
            if (keys[slot] == key) {
                return number - 1;
            }
            slot = (slot + 1) & mask;
        }
        added(key);
        if (key >= 0 && key < Math.max(LEAST_DIRECT, (long) PLACES_A_KEY * size) && key < 1 << 28) {
            growDirect((int) key);
            direct[(int) key] = size;
        } else {
            keys[slot] = key;
            numbers[slot] = size;
            hashed++;
            if (hashed * 2 > keys.length) {
                rehash(keys.length * 2);
            }
        }
        return size - 1;
    }

    /** Takes a new key down; returns the size. */
    private int added(long key) {
        if (size == inOrder.length) {
            inOrder = Arrays.copyOf(inOrder, size * 2);
        }
        inOrder[size++] = key;
        return size;
    }

    /** The number of a key, or -1. */
    int get(long key) {
        if (key >= 0 && key < direct.length) {
            return direct[(int) key] - 1;
        }
        int mask = keys.length - 1;
        for (int slot = slot(key, mask); numbers[slot] != 0; slot = (slot + 1) & mask) {
            if (keys[slot] == key) {
                return numbers[slot] - 1;
            }
        }
        return -1;
    }

    /** What it takes in memory. */
    long bytes() {
        return 4L * direct.length + 12L * keys.length + 8L * inOrder.length;
    }

    int size() {
        return size;
    }

    /** The keys in the order of their numbers. */
    long[] keys() {
        return Arrays.copyOf(inOrder, size);
    }

    /** Makes room for a small key, and moves what now is small out of the hash table. */
    private void growDirect(int key) {
        direct = Arrays.copyOf(direct, Math.max(LEAST_DIRECT, Integer.highestOneBit(key) * 2));
        if (hashed > 0) {
            rehash(keys.length);
        }
    }

    private void rehash(int capacity) {
        if (capacity > 1 << 30) {
            throw new IllegalStateException("more than 2^29 distinct names");
        }
        long[] oldKeys = keys;
        int[] oldNumbers = numbers;
        keys = new long[capacity];
        numbers = new int[capacity];
        hashed = 0;
        int mask = capacity - 1;
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldNumbers[i] == 0) {
                continue;
            }
            if (oldKeys[i] >= 0 && oldKeys[i] < direct.length) {
                direct[(int) oldKeys[i]] = oldNumbers[i];
                continue;
            }
            int slot = slot(oldKeys[i], mask);
            while (numbers[slot] != 0) {
                slot = (slot + 1) & mask;
            }
            keys[slot] = oldKeys[i];
            numbers[slot] = oldNumbers[i];
            hashed++;
        }
    }

    private static int slot(long key, int mask) {
        long hash = key * 0x9E3779B97F4A7C15L;
        return (int) (hash ^ (hash >>> 32)) & mask;
    }
}
