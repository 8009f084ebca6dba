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

    void set(int index, int item) {
        items[index] = item;
    }

    int removeLast() {
        return items[--size];
    }

    /** Forgets all items but the first so many. */
    void shrink(int newSize) {
        size = newSize;
    }

    int size() {
        return size;
    }

    /** How many bytes the items have room for. */
    long bytes() {
        return 4L * items.length;
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

    void addAll(int[] others) {
        if (size + others.length > items.length) {
            items = Arrays.copyOf(items, Math.max(size + others.length, size + (size >> 1) + 4));
        }
        System.arraycopy(others, 0, items, size, others.length);
        size += others.length;
    }

    /** The items from a given one on. */
    int[] from(int start) {
        return Arrays.copyOfRange(items, start, size);
    }

    int[] toArray() {
        return Arrays.copyOf(items, size);
    }
}
