package org.isolde.app.replay;

import java.util.List;
import org.isolde.history.OpKind;
import org.isolde.run.Session;

/**
 * An operation on a key that is replayed: what was done, and what the recorded run was answered.
 *
 * @param kind one of {@link OpKind}; a compare-and-set is one operation, {@link OpKind#CAS_WRITE} or
 *     {@link OpKind#CAS_FAILED}
 * @param value of a write what is written, of a read what was seen, {@link Session#ABSENT} if there was nothing
 * @param expected what a compare-and-set expects
 * @param list what a list read saw
 */
record KeyOperation(byte kind, long key, long value, long expected, List<Long> list) implements Operation {
    KeyOperation {
        list = List.copyOf(list);
    }

    static KeyOperation of(byte kind, long key, long value) {
        return new KeyOperation(kind, key, value, Session.ABSENT, List.of());
    }

    /** Whether it writes, or would have. */
    boolean isWrite() {
        return OpKind.isWrite(kind);
    }

    /** Whether the recorded run says what it saw. */
    boolean isRead() {
        return kind == OpKind.READ || kind == OpKind.LIST_READ || kind == OpKind.CAS_WRITE;
    }

    /** The value that it saw; of a list its last element. */
    long seen() {
        return switch (kind) {
            case OpKind.LIST_READ -> list.isEmpty() ? Session.ABSENT : list.get(list.size() - 1);
            case OpKind.CAS_WRITE -> expected;
            default -> value;
        };
    }

    @Override
    public String request() {
        return switch (kind) {
            case OpKind.READ -> "read " + key;
            case OpKind.LIST_READ -> "read list " + key;
            case OpKind.WRITE -> "write " + key + " = " + value;
            case OpKind.APPEND -> "append " + value + " to " + key;
            default -> "set " + key + " = " + value + " if it is " + text(expected);
        };
    }

    @Override
    public String answer() {
        return switch (kind) {
            case OpKind.READ -> text(value);
            case OpKind.LIST_READ -> list.toString();
            case OpKind.CAS_WRITE -> "done";
            case OpKind.CAS_FAILED -> "it was not";
            default -> "";
        };
    }

    static String text(long value) {
        return value == Session.ABSENT ? "absent" : Long.toString(value);
    }
}
