package org.isolde.history.format;

import java.util.Arrays;
import org.isolde.history.OpKind;
import org.isolde.history.Segment;

/**
 * Operations that wait until their transaction is known, in columns that are used again and again.
 *
 * <p>Invariant: the value of a list read is the number of its elements, which lie in {@code elements} in the order of the
 * list reads.
 */
final class OpBuffer {
    int count;
    byte[] kinds;
    long[] keys;
    long[] values;

    int elementCount;
    long[] elements = new long[16];

    private long[] list = new long[16];

    OpBuffer() {
        this(16);
    }

    OpBuffer(int capacity) {
        kinds = new byte[capacity];
        keys = new long[capacity];
        values = new long[capacity];
    }

    void clear() {
        count = 0;
        elementCount = 0;
    }

    void add(byte kind, long key, long value) {
        if (count == kinds.length) {
            int capacity = count * 2;
            kinds = Arrays.copyOf(kinds, capacity);
            keys = Arrays.copyOf(keys, capacity);
            values = Arrays.copyOf(values, capacity);
        }
        kinds[count] = kind;
        keys[count] = key;
        values[count] = value;
        count++;
    }

    /** An element of the list read that {@link #endList} adds. */
    void element(long value) {
        if (elementCount == elements.length) {
            elements = Arrays.copyOf(elements, elementCount * 2);
        }
        elements[elementCount++] = value;
    }

    /** A list read, whose elements are those since {@code elementCount} was {@code firstElement}. */
    void endList(long key, int firstElement) {
        add(OpKind.LIST_READ, key, elementCount - firstElement);
    }

    /** Gives all operations to the current transaction of a segment. */
    void emit(Segment segment) {
        emit(segment, 0, count, 0);
    }

    /** Gives operations to the current transaction; the first list read among them begins at {@code firstElement}. */
    void emit(Segment segment, int from, int to, int firstElement) {
        int element = firstElement;
        for (int i = from; i < to; i++) {
            if (kinds[i] == OpKind.LIST_READ) {
                int length = (int) values[i];
                if (length > list.length) {
                    list = new long[Math.max(length, list.length * 2)];
                }
                System.arraycopy(elements, element, list, 0, length);
                segment.listRead(keys[i], list, length);
                element += length;
            } else {
                segment.op(kinds[i], keys[i], values[i]);
            }
        }
    }
}
