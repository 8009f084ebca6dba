package org.isolde.check.graph;

import java.util.Arrays;

/** A growing list of ints. */
public final class IntList {
    /** As long as an array may be on any virtual machine. */
    private static final int MOST = Integer.MAX_VALUE - 64;

    private int[] items;
    private int size;

    public IntList() {
        this(16);
    }

    public IntList(int capacity) {
        items = new int[Math.max(4, capacity)];
    }

    public void add(int item) {
        if (size == items.length) {
            grow(size + 1L);
        }
        items[size++] = item;
    }

    private void grow(long wanted) {
        if (wanted > MOST) {
            throw new OutOfMemoryError("more than 2^31 items in one list");
        }
        items = Arrays.copyOf(items, (int) Math.min(MOST, Math.max(wanted, size + (size >> 1) + 4L)));
    }

    public int get(int index) {
        return items[index];
    }

    public void set(int index, int item) {
        items[index] = item;
    }

    public int removeLast() {
        return items[--size];
    }

    /** Forgets all items but the first so many. */
    public void shrink(int newSize) {
        size = newSize;
    }

    public int size() {
        return size;
    }

    /** How many bytes the items have room for. */
    public long bytes() {
        return 4L * items.length;
    }

    public void clear() {
        size = 0;
    }

    public void reverse() {
        for (int i = 0, j = size - 1; i < j; i++, j--) {
            int item = items[i];
            items[i] = items[j];
            items[j] = item;
        }
    }

    public void addAll(int[] others) {
        long wanted = (long) size + others.length;
        if (wanted > items.length) {
            grow(wanted);
        }
        System.arraycopy(others, 0, items, size, others.length);
        size += others.length;
    }

    /** The items from a given one on. */
    public int[] from(int start) {
        return Arrays.copyOfRange(items, start, size);
    }

    public int[] toArray() {
        return Arrays.copyOf(items, size);
    }
}
