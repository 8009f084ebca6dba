package org.isolde.proof;

import org.isolde.history.History;
import org.isolde.history.OpKind;

/**
 * Walks the operations of a transaction and holds its reads to what it did itself before; what it first sees of a key is
 * handed on, to be held to the snapshot.
 *
 * <p>Invariant: of a key with {@code touchedBy[key] == t}, {@code current[key]} is the value that {@code t} wrote or read
 * last, and {@code lastWrite[key]} and {@code lastList[key]} are operations of {@code t}, or -1; of other keys they mean
 * nothing.
 */
final class TimestampReads {
    /** What to do with the reads of a transaction. */
    interface Visitor {
        /** A read that differs from what the transaction itself had read or written. */
        void internal(int op) throws Refusal;

        /**
         * A read of what others wrote.
         *
         * @param length of a list read how many elements, from the first, are not the transaction's own; else 0
         */
        void external(int op, int length) throws Refusal;
    }

    private static final int NONE = -1;

    private final History history;
    private final int[] touchedBy;
    private final int[] current;
    private final int[] lastWrite;
    private final int[] lastList;
    /** The write of the same key before a write; -1 if its transaction has none. */
    private final int[] writeBefore;

    TimestampReads(History history) {
        this.history = history;
        this.touchedBy = new int[history.keys()];
        this.current = new int[history.keys()];
        this.lastWrite = new int[history.keys()];
        this.lastList = new int[history.keys()];
        this.writeBefore = history.hasLists() ? new int[history.operations()] : null;
    }

    void walk(int transaction, Visitor visitor) throws Refusal {
        int first = history.firstOp(transaction);
        for (int op = first; op < history.firstOp(transaction + 1); op++) {
            int key = history.key(op);
            byte kind = history.kind(op);
            if (kind == OpKind.LIST_READ) {
                touch(transaction, key);
                list(first, op, visitor);
                current[key] = history.value(op);
            } else if (history.isWrite(op)) {
                touch(transaction, key);
                if (writeBefore != null) {
                    writeBefore[op] = lastWrite[key];
                }
                lastWrite[key] = op;
                current[key] = history.value(op);
            } else {
                register(transaction, op, visitor);
            }
        }
    }

    /** An element of a list as the number that a write of it has: 0 if it is the initial value. */
    static int element(History history, int index) {
        int element = history.listElement(index);
        return history.hasInitialVersions() && history.valueCode(element) == history.initialCode() ? 0 : element;
    }

    private void touch(int transaction, int key) {
        if (touchedBy[key] != transaction) {
            touchedBy[key] = transaction;
            lastWrite[key] = NONE;
            lastList[key] = NONE;
        }
    }

    private void register(int transaction, int op, Visitor visitor) throws Refusal {
        int key = history.key(op);
        boolean failed = history.kind(op) == OpKind.CAS_FAILED;
        if (touchedBy[key] != transaction) {
            visitor.external(op, 0);
        } else if ((current[key] == history.value(op)) == failed) {
            visitor.internal(op);
        }
        if (!failed) {
            touch(transaction, key);
            current[key] = history.value(op);
        }
    }

    /** A list ends with the own writes since the list read before, or since the begin. */
    private void list(int firstOp, int op, Visitor visitor) throws Refusal {
        int key = history.key(op);
        int before = lastList[key];
        int since = before == NONE ? firstOp : before;
        int list = history.listOf(op);
        int start = history.listFirst(list);
        int end = history.listFirst(list + 1);
        boolean right = true;
        for (int write = lastWrite[key]; right && write >= since; write = writeBefore[write]) {
            right = end > start && element(history, end - 1) == history.value(write);
            end--;
        }
        if (right && before != NONE) {
            int earlier = history.listOf(before);
            int length = history.listFirst(earlier + 1) - history.listFirst(earlier);
            right = length == end - start;
            for (int i = 0; right && i < length; i++) {
                right = history.listElement(start + i) == history.listElement(history.listFirst(earlier) + i);
            }
        }
        if (!right) {
            visitor.internal(op);
        } else if (before == NONE) {
            visitor.external(op, end - start);
        }
        lastList[key] = op;
    }
}
