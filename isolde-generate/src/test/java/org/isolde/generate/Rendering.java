package org.isolde.generate;

import java.util.Map;
import java.util.TreeMap;
import org.isolde.history.History;
import org.isolde.history.OpKind;

/** A history as text, transactions in the order of arrival, and as a number that changes when anything does. */
final class Rendering {
    private Rendering() {}

    /** Such as {@code s0{r(0,0) w(0,1)} s1!{r(0,1)}}: session, {@code !} aborted, {@code ?} unknown, operations. */
    static String text(History history, int from, int to) {
        StringBuilder text = new StringBuilder();
        for (int place = from; place < to; place++) {
            int t = history.arrival(place);
            text.append(place == from ? "s" : " s").append(history.sessionName(history.session(t)));
            text.append(
                    switch (history.status(t)) {
                        case COMMITTED -> "{";
                        case ABORTED -> "!{";
                        case UNKNOWN -> "?{";
                    });
            for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                text.append(op == history.firstOp(t) ? "" : " ").append(operation(history, op));
            }
            text.append('}');
        }
        return text.toString();
    }

    /** By id, everything about a transaction but when it arrived. */
    static Map<Long, String> byId(History history) {
        Map<Long, String> all = new TreeMap<>();
        int[] place = new int[history.transactions() + 1];
        for (int i = 0; i < history.transactions(); i++) {
            place[history.arrival(i)] = i;
        }
        for (int t = 1; t <= history.transactions(); t++) {
            String times = (history.hasRealTime() ? " " + history.begin(t) + ".." + history.end(t) : "")
                    + (history.hasTimestamps()
                            ? " @" + history.startPhysical(t) + "-" + history.commitPhysical(t)
                            : "");
            int number = t - history.firstTransaction(history.session(t));
            all.put(history.idCode(t), number + text(history, place[t], place[t] + 1) + times);
        }
        return all;
    }

    private static String operation(History history, int op) {
        String name = switch (history.kind(op)) {
            case OpKind.READ -> "r";
            case OpKind.WRITE -> "w";
            case OpKind.LIST_READ -> "l";
            case OpKind.APPEND -> "a";
            case OpKind.CAS_READ -> "cr";
            case OpKind.CAS_WRITE -> "cw";
            default -> "cf";
        };
        StringBuilder value = new StringBuilder(history.valueName(history.value(op)));
        if (history.kind(op) == OpKind.LIST_READ) {
            int list = history.listOf(op);
            value.setLength(0);
            for (int i = history.listFirst(list); i < history.listFirst(list + 1); i++) {
                value.append(i == history.listFirst(list) ? "" : ",").append(history.valueName(history.listElement(i)));
            }
            value.insert(0, '[').append(']');
        }
        return name + "(" + history.keyName(history.key(op)) + "," + value + ")";
    }

    static long checksum(History history) {
        long sum = 17;
        for (int place = 0; place < history.transactions(); place++) {
            int t = history.arrival(place);
            sum = sum * 31 + history.sessionCode(history.session(t));
            sum = sum * 31 + history.status(t).ordinal();
            sum = sum * 31 + (history.hasRealTime() ? history.begin(t) * 31 + history.end(t) : 0);
            sum = sum * 31 + (history.hasTimestamps() ? history.startPhysical(t) * 31 + history.commitPhysical(t) : 0);
            for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                sum = sum * 31 + history.kind(op);
                sum = sum * 31 + history.keyCode(history.key(op));
                sum = sum * 31 + history.valueCode(history.value(op));
            }
        }
        for (int list = 0; list < history.lists(); list++) {
            for (int i = history.listFirst(list); i < history.listFirst(list + 1); i++) {
                sum = sum * 31 + history.valueCode(history.listElement(i));
            }
        }
        return sum;
    }
}
