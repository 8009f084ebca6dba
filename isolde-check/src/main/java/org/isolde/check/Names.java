package org.isolde.check;

import org.isolde.history.History;
import org.isolde.history.OpKind;

/** The words of stories: transactions, keys and values by the names of the input. */
final class Names {
    private final History history;

    Names(History history) {
        this.history = history;
    }

    /** {@code T17}, or {@code T3:17} (session and place) where transactions have no ids; "the initial state" for 0. */
    String transaction(int transaction) {
        if (transaction == History.INITIAL) {
            return "the initial state";
        }
        String name = history.transactionName(transaction);
        return !name.isEmpty() && Character.isDigit(name.charAt(0)) ? "T" + name : name;
    }

    /** {@code x = 4}, or for lists {@code x = [1, 2]}. */
    String keyValue(int operation) {
        String key = history.keyName(history.key(operation));
        if (history.kind(operation) == OpKind.LIST_READ) {
            StringBuilder text = new StringBuilder(key).append(" = [");
            int list = history.listOf(operation);
            int first = history.listFirst(list);
            int end = history.listFirst(list + 1);
            for (int i = first; i < end; i++) {
                if (i > first) {
                    text.append(", ");
                }
                if (end - first > 12 && i == first + 3) {
                    text.append("..., ");
                    i = end - 8;
                }
                text.append(history.valueName(history.listElement(i)));
            }
            return text.append(']').toString();
        }
        return keyValue(history.key(operation), history.value(operation));
    }

    String keyValue(int key, int value) {
        return history.keyName(key) + " = " + history.valueName(value);
    }

    String key(int key) {
        return history.keyName(key);
    }
}
