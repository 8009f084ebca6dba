package org.isolde.history;

import java.util.Arrays;

/**
 * Puts back what a recording that broke off can't tell: the transactions that had committed in the database, and been
 * read from, but never reached the file.
 *
 * <p>For each value that was read and that nobody is known to have written there comes a transaction of unknown outcome
 * that wrote just that, in a session of its own and at any time. The true history had one that did at least as much, so
 * whatever is violated now was violated in truth: an order that explains the true history explains this one too.
 *
 * <p>Invariant: the new sessions, transactions and operations stand behind all others, so no number changes.
 */
final class LostWriters {
    private final HistoryColumns columns;

    LostWriters(HistoryColumns columns) {
        this.columns = columns;
    }

    /** Adds them, and returns how many there are. */
    int add() {
        int operations = columns.kind.length;
        int[] keyOfLost = new int[columns.writer.length];
        Arrays.fill(keyOfLost, -1);
        int lost = 0;
        for (int op = 0; op < operations; op++) {
            if (OpKind.isRead(columns.kind[op])) {
                lost += note(columns.value[op], columns.key[op], keyOfLost);
            }
        }
        for (int read = 0; columns.listOp != null && read < columns.listOp.length; read++) {
            for (int i = columns.listFirst[read]; i < columns.listFirst[read + 1]; i++) {
                lost += note(columns.listElement[i], columns.key[columns.listOp[read]], keyOfLost);
            }
        }
        Rows.Columns rows = columns.rows == null ? null : columns.rows.columns();
        for (int i = 0; rows != null && i < rows.seesValue.length; i++) {
            lost += note(rows.seesValue[i], rows.seesKey[i], keyOfLost);
        }
        if (lost > 0) {
            append(keyOfLost, lost);
        }
        return lost;
    }

    private int note(int value, int key, int[] keyOfLost) {
        if (value <= 0 || columns.writer[value] >= 0 || keyOfLost[value] >= 0) {
            return 0;
        }
        keyOfLost[value] = key;
        return 1;
    }

    private void append(int[] keyOfLost, int lost) {
        int operation = columns.kind.length;
        int transaction = columns.firstOp.length - 1;
        int session = columns.sessionFirst.length - 1;
        int firstLost = session;
        byte write = columns.listOp == null ? OpKind.WRITE : OpKind.APPEND;
        grow(lost);
        long start = earliest(transaction);
        for (int value = 0; value < keyOfLost.length; value++) {
            if (keyOfLost[value] < 0) {
                continue;
            }
            columns.kind[operation] = write;
            columns.key[operation] = keyOfLost[value];
            columns.value[operation] = value;
            columns.writer[value] = transaction;
            columns.writeOp[value] = operation++;
            columns.firstOp[transaction + 1] = operation;
            columns.status[transaction] = (byte) Status.UNKNOWN.ordinal();
            columns.session[transaction] = session;
            columns.sessionCode[session] = columns.scalars.text("lost " + (session - firstLost + 1));
            if (columns.begin != null) {
                columns.begin[transaction] = start;
                columns.end[transaction] = Long.MAX_VALUE;
            }
            columns.sessionFirst[++session] = ++transaction;
        }
    }

    private void grow(int more) {
        HistoryColumns c = columns;
        int transactions = c.status.length;
        c.kind = Arrays.copyOf(c.kind, c.kind.length + more);
        c.key = Arrays.copyOf(c.key, c.key.length + more);
        c.value = Arrays.copyOf(c.value, c.value.length + more);
        c.firstOp = Arrays.copyOf(c.firstOp, c.firstOp.length + more);
        c.status = Arrays.copyOf(c.status, transactions + more);
        c.session = Arrays.copyOf(c.session, c.session.length + more);
        c.sessionFirst = Arrays.copyOf(c.sessionFirst, c.sessionFirst.length + more);
        c.sessionCode = Arrays.copyOf(c.sessionCode, c.sessionCode.length + more);
        c.allCommitted = false;
        if (c.arrival != null) {
            int before = c.arrival.length;
            c.arrival = Arrays.copyOf(c.arrival, before + more);
            for (int i = 0; i < more; i++) {
                c.arrival[before + i] = transactions + i;
            }
        }
        c.id = extended(c.id, more, Segment.NO_ID);
        c.begin = extended(c.begin, more, LongColumn.ABSENT);
        c.end = extended(c.end, more, Long.MAX_VALUE);
        c.clockBegin = extended(c.clockBegin, more, LongColumn.ABSENT);
        c.clockEnd = extended(c.clockEnd, more, LongColumn.ABSENT);
        c.startPhysical = extended(c.startPhysical, more, LongColumn.ABSENT);
        c.startLogical = extended(c.startLogical, more, 0);
        c.commitPhysical = extended(c.commitPhysical, more, LongColumn.ABSENT);
        c.commitLogical = extended(c.commitLogical, more, 0);
        if (c.rows != null) {
            Rows.Columns rows = c.rows.columns();
            rows.number = extended(rows.number, more, Segment.NO_ID);
            if (rows.snapshotOf != null) {
                int before = rows.snapshotOf.length;
                rows.snapshotOf = Arrays.copyOf(rows.snapshotOf, before + more);
                Arrays.fill(rows.snapshotOf, before, before + more, -1);
            }
        }
        if (c.order != null) {
            // an expected order that leaves some out is none
            c.order = null;
        }
    }

    private static long[] extended(long[] column, int more, long filler) {
        if (column == null) {
            return null;
        }
        long[] longer = Arrays.copyOf(column, column.length + more);
        Arrays.fill(longer, column.length, longer.length, filler);
        return longer;
    }

    /** When the first known transaction began. */
    private long earliest(int transactions) {
        long earliest = Long.MAX_VALUE;
        for (int t = 1; columns.begin != null && t < transactions; t++) {
            if (columns.begin[t] != LongColumn.ABSENT) {
                earliest = Math.min(earliest, columns.begin[t]);
            }
        }
        return earliest;
    }
}
