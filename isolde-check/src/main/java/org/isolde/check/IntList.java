package org.isolde.check;

import java.util.Arrays;

/** A growing list of ints. */
final class IntList {
    private int[] items;
    private int size;

    IntList() {
        this(16);
    }

    IntList(int capacity) {
        items = new int[Math.max(4, capacity)];
    }

    void add(int item) {
        if (size == items.length) {
            items = Arrays.copyOf(items, size + (size >> 1) + 4);
        }
        items[size++] = item;
    }

    int get(int index) {
        return items[index];
    }

    int size() {
        return size;
    }

    void clear() {
        size = 0;
    }

    /** Leaves only the first items. */
    void shrink(int newSize) {
        size = newSize;
    }

    void set(int index, int item) {
        items[index] = item;
    }

    void reverse() {
        for (int i = 0, j = size - 1; i < j; i++, j--) {
            int item = items[i];
            items[i] = items[j];
            items[j] = item;
        }
    }

    int[] toArray() {
        return Arrays.copyOf(items, size);
    }
}
