package org.isolde.run.runner;

import org.isolde.history.OpKind;
import org.isolde.run.Session;
import org.isolde.run.Session.WriteStyle;
import org.isolde.run.record.OperationList;

/** Which ways to write a key fit what a transaction has seen of it. */
public final class WriteStyles {
    private static final WriteStyle[] BLIND = {WriteStyle.UPSERT, WriteStyle.UPDATE_THEN_INSERT};
    private static final WriteStyle[] ABSENT = {WriteStyle.INSERT, WriteStyle.UPSERT, WriteStyle.UPDATE_THEN_INSERT};
    private static final WriteStyle[] PRESENT = {WriteStyle.UPDATE, WriteStyle.UPSERT, WriteStyle.UPDATE_THEN_INSERT};

    private WriteStyles() {}

    /** How many ways there are. */
    public static int count(OperationList operations, long key) {
        return fitting(operations, key).length;
    }

    /** One of them; the first is the one that says the most: a plain insert or update, if the key was read. */
    public static WriteStyle style(OperationList operations, long key, int which) {
        return fitting(operations, key)[which];
    }

    private static WriteStyle[] fitting(OperationList operations, long key) {
        int last = operations.lastOn(key);
        if (last < 0) {
            return BLIND;
        }
        boolean present = operations.kind(last) == OpKind.LIST_READ
                ? operations.list(last).length > 0
                : operations.kind(last) != OpKind.READ || operations.value(last) != Session.ABSENT;
        return present ? PRESENT : ABSENT;
    }
}
