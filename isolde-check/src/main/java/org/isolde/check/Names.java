package org.isolde.check;

import java.util.Locale;
import org.isolde.history.History;
import org.isolde.history.OpKind;

/** The words of stories: transactions, keys and values by the names of the input. */
public final class Names {
    /** The unit that Isolde's own recordings name in their header, as JSON. */
    private static final String NANOSECONDS = "\"nanoseconds\"";

    private static final int MOST_ELEMENTS = 12;
    private static final int SHOWN_AT_THE_BEGINNING = 3;

    private final History history;

    public Names(History history) {
        this.history = history;
    }

    /** {@code T17}, or {@code T3:17} (session and place) where transactions have no ids; "the initial state" for 0. */
    public String transaction(int transaction) {
        if (transaction == History.INITIAL) {
            return "the initial state";
        }
        String name = history.transactionName(transaction);
        return !name.isEmpty() && Character.isDigit(name.charAt(0)) ? "T" + name : name;
    }

    /** {@code x = 4}, or for lists {@code x = [1, 2]}. */
    public String keyValue(int operation) {
        return history.kind(operation) == OpKind.LIST_READ
                ? history.keyName(history.key(operation)) + " = " + list(operation)
                : keyValue(history.key(operation), history.value(operation));
    }

    /** The list that a list read saw; long ones lose their middle. */
    public String list(int operation) {
        int list = history.listOf(operation);
        int first = history.listFirst(list);
        int end = history.listFirst(list + 1);
        StringBuilder text = new StringBuilder("[");
        for (int i = first; i < end; i++) {
            if (i > first) {
                text.append(", ");
            }
            if (end - first > MOST_ELEMENTS && i == first + SHOWN_AT_THE_BEGINNING) {
                text.append("..., ");
                i = end - (MOST_ELEMENTS - SHOWN_AT_THE_BEGINNING - 1);
            }
            text.append(history.valueName(history.listElement(i)));
        }
        return text.append(']').toString();
    }

    public String keyValue(int key, int value) {
        return history.keyName(key) + " = " + history.valueName(value);
    }

    /** Whether the recorder says that times are nanoseconds. */
    public boolean isNanoseconds() {
        return NANOSECONDS.equals(history.header().get("clock"));
    }

    /** A time of the clients' clock, in seconds where the recorder says what its unit is. */
    public String time(long time) {
        return isNanoseconds() ? String.format(Locale.ROOT, "%.6f s", time / 1e9) : Long.toString(time);
    }

    /** The database's start timestamp of a transaction: {@code 17}, or {@code 17.3} where clocks are physical and logical. */
    public String start(int transaction) {
        return timestamp(history.startPhysical(transaction), history.startLogical(transaction));
    }

    /** Its commit timestamp. */
    public String commit(int transaction) {
        return timestamp(history.commitPhysical(transaction), history.commitLogical(transaction));
    }

    /** A transaction's place in the expected serial order. */
    public String place(int transaction) {
        double place = history.order(transaction);
        return place == Math.rint(place) && Math.abs(place) < 1L << 53 ? Long.toString((long) place) : "" + place;
    }

    private String timestamp(long physical, long logical) {
        return history.hasLogicalTimestamps() ? physical + "." + logical : Long.toString(physical);
    }

    public String key(int key) {
        return history.keyName(key);
    }
}
