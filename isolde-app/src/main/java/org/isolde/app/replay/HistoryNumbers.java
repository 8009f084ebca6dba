package org.isolde.app.replay;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.isolde.history.History;
import org.isolde.history.OpKind;
import org.isolde.history.Scalars;
import org.isolde.run.Session;

/** The operations of a history in numbers: keys and values that are texts there get numbers that nothing else has. */
final class HistoryNumbers {
    private final History history;
    private final Map<Long, Long> keys = new HashMap<>();
    private final Map<Long, Long> values = new HashMap<>();
    private long nextKey;
    private long nextValue;

    /** @param transactions those that are asked for later */
    HistoryNumbers(History history, int[] transactions) {
        this.history = history;
        for (int t : transactions) {
            for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                nextKey = above(history.keyCode(history.key(op)), nextKey);
                nextValue = above(history.valueCode(history.value(op)), nextValue);
                int list = history.listOf(op);
                for (int i = 0; list >= 0 && i < history.listFirst(list + 1) - history.listFirst(list); i++) {
                    nextValue = above(history.valueCode(history.listElement(history.listFirst(list) + i)), nextValue);
                }
            }
        }
    }

    private static long above(long code, long next) {
        return Scalars.isPlain(code) && code >= next && code < Long.MAX_VALUE / 2 ? code + 1 : next;
    }

    List<KeyOperation> operations(int transaction) {
        List<KeyOperation> operations = new ArrayList<>();
        for (int op = history.firstOp(transaction); op < history.firstOp(transaction + 1); op++) {
            byte kind = history.kind(op);
            long key = key(op);
            long value = value(history.value(op));
            switch (kind) {
                case OpKind.LIST_READ -> operations.add(new KeyOperation(kind, key, value, Session.ABSENT, list(op)));
                case OpKind.CAS_READ -> {
                    // its write is the next operation
                    op++;
                    operations.add(new KeyOperation(OpKind.CAS_WRITE, key, value(history.value(op)), value, List.of()));
                }
                // what it would have written is not recorded
                case OpKind.CAS_FAILED -> operations.add(new KeyOperation(kind, key, nextValue++, value, List.of()));
                default -> operations.add(KeyOperation.of(kind, key, value));
            }
        }
        return operations;
    }

    private List<Long> list(int op) {
        int list = history.listOf(op);
        List<Long> elements = new ArrayList<>();
        for (int i = history.listFirst(list); i < history.listFirst(list + 1); i++) {
            elements.add(value(history.listElement(i)));
        }
        return elements;
    }

    private long key(int op) {
        long code = history.keyCode(history.key(op));
        return Scalars.isPlain(code) ? code : keys.computeIfAbsent(code, text -> nextKey++);
    }

    private long value(int value) {
        if (value == 0) {
            return Session.ABSENT;
        }
        long code = history.valueCode(value);
        return Scalars.isPlain(code) ? code : values.computeIfAbsent(code, text -> nextValue++);
    }
}
