package org.isolde.check.timestamps;

import java.util.BitSet;
import org.isolde.history.History;
import org.isolde.history.Status;

/**
 * What transactions of unknown outcome wrote. Their commit timestamps are not known, so who saw something of theirs can't be
 * judged by timestamps.
 */
final class UnknownWrites {
    private final History history;
    private final BitSet values = new BitSet();
    private final BitSet keys = new BitSet();
    /** Keys to which the initial value was written. */
    private final BitSet initialOf = new BitSet();

    UnknownWrites(History history) {
        this.history = history;
        if (history.allCommitted()) {
            return;
        }
        for (int t = 1; t <= history.transactions(); t++) {
            if (history.status(t) != Status.UNKNOWN) {
                continue;
            }
            for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                if (history.isWrite(op)) {
                    keys.set(history.key(op));
                    if (history.value(op) == 0) {
                        initialOf.set(history.key(op));
                    } else {
                        values.set(history.value(op));
                    }
                }
            }
        }
    }

    /** Whether one of them wrote this value to the key. */
    boolean wrote(int key, int value) {
        return value == 0 ? initialOf.get(key) : values.get(value);
    }

    /** Whether one of them wrote the key. */
    boolean wrote(int key) {
        return keys.get(key);
    }

    /** Whether one of them wrote an element of what a list read saw. */
    boolean wroteOneOf(int key, int operation) {
        if (!keys.get(key)) {
            return false;
        }
        int list = history.listOf(operation);
        for (int i = history.listFirst(list); i < history.listFirst(list + 1); i++) {
            int value = history.listElement(i);
            boolean initial = initialOf.get(key) && history.valueCode(value) == history.initialCode();
            if (initial || wrote(key, value)) {
                return true;
            }
        }
        return false;
    }
}
