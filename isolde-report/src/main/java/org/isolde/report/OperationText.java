package org.isolde.report;

import org.isolde.check.Names;
import org.isolde.history.History;
import org.isolde.history.OpKind;

/** Operations in the short notation of reports: {@code r(x)=4}, {@code w(x)=5}, {@code append(x,5)}. */
public final class OperationText {
    private OperationText() {}

    public static String of(History history, int op) {
        String key = history.keyName(history.key(op));
        String value = history.valueName(history.value(op));
        return switch (history.kind(op)) {
            case OpKind.WRITE -> "w(" + key + ")=" + value;
            case OpKind.DELETE -> "delete(" + key + ")=" + value;
            case OpKind.APPEND -> "append(" + key + "," + value + ")";
            case OpKind.CAS_READ -> "cas(" + key + "," + value;
            case OpKind.CAS_WRITE -> "-> " + value + ")";
            case OpKind.CAS_FAILED -> "cas-failed(" + key + "," + value + ")";
            case OpKind.LIST_READ -> "r(" + key + ")=" + new Names(history).list(op);
            default -> "r(" + key + ")=" + value;
        };
    }
}
