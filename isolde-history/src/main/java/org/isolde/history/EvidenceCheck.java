package org.isolde.history;

import java.util.List;

/** Evidence is absent or whole, and makes sense: what is only in part there is dropped with a warning. */
final class EvidenceCheck {
    private final HistoryColumns columns;
    private final int transactions;

    EvidenceCheck(HistoryColumns columns) {
        this.columns = columns;
        this.transactions = columns.firstOp.length - 2;
    }

    void check(List<String> warnings) throws BadHistoryException {
        realTime(warnings);
        timestamps(warnings);
        deadRows();
    }

    /** A row that is deleted stays so: one of the same key that comes again is another row, with a name of its own. */
    private void deadRows() throws BadHistoryException {
        int chains = hasDeletions() ? columns.versionChains.length : 0;
        for (int chain = 0; chain < chains; chain++) {
            int dead = 0;
            for (int value : columns.versionChains[chain]) {
                int writeOp = columns.writeOp[value];
                boolean deletes = writeOp >= 0 && columns.kind[writeOp] == OpKind.DELETE;
                if (dead != 0 && !deletes) {
                    throw BadHistoryException.of("the version order of row "
                            + columns.scalars.text(columns.keyCode[columns.versionChainKey[chain]]) + " has version "
                            + columns.scalars.text(columns.valueCode(value)) + " behind "
                            + columns.scalars.text(columns.valueCode(dead))
                            + ", by which the row was deleted; a row that is inserted again needs a name of its own");
                }
                dead = deletes ? value : dead;
            }
        }
    }

    private boolean hasDeletions() {
        boolean found = false;
        for (int op = 0; columns.rows != null && !found && op < columns.kind.length; op++) {
            found = columns.kind[op] == OpKind.DELETE;
        }
        return found;
    }

    private void realTime(List<String> warnings) throws BadHistoryException {
        long[] begin = columns.begin;
        long[] end = columns.end;
        if (begin == null) {
            columns.end = null;
            return;
        }
        for (int t = 1; t <= transactions; t++) {
            boolean counts = columns.status[t] != Status.ABORTED.ordinal();
            boolean complete = begin[t] != LongColumn.ABSENT
                    && (end[t] != Long.MAX_VALUE || columns.status[t] == Status.UNKNOWN.ordinal());
            if (counts && !complete) {
                warnings.add("transaction " + name(t) + " has no begin and end: real time is left aside for the whole"
                        + " history");
                columns.begin = null;
                columns.end = null;
                return;
            }
            if (begin[t] != LongColumn.ABSENT && begin[t] > end[t]) {
                throw BadHistoryException.of("transaction " + name(t) + " begins at " + begin[t] + ", after its end at "
                        + end[t] + "; both must come from one clock");
            }
        }
        for (int t = 2; t <= transactions; t++) {
            if (columns.session[t] == columns.session[t - 1]
                    && begin[t] != LongColumn.ABSENT
                    && begin[t - 1] != LongColumn.ABSENT
                    && end[t - 1] != Long.MAX_VALUE
                    && begin[t] < end[t - 1]) {
                throw BadHistoryException.of("transactions " + name(t - 1) + " and " + name(t) + " of session "
                        + columns.scalars.text(columns.sessionCode[columns.session[t]])
                        + " overlap in time; a session runs one transaction after the other");
            }
        }
    }

    private void timestamps(List<String> warnings) {
        if (columns.startPhysical == null && columns.commitPhysical == null) {
            return;
        }
        if (columns.commitPhysical == null) {
            columns.commitPhysical = new long[transactions + 1];
            java.util.Arrays.fill(columns.commitPhysical, LongColumn.ABSENT);
            columns.commitLogical = columns.startLogical == null ? null : new long[transactions + 1];
        }
        boolean whole = columns.startPhysical != null;
        for (int t = 1; whole && t <= transactions; t++) {
            if (columns.status[t] == Status.COMMITTED.ordinal()) {
                whole = columns.startPhysical[t] != LongColumn.ABSENT;
                if (whole && columns.commitPhysical[t] == LongColumn.ABSENT && !writes(t)) {
                    // a read-only transaction commits at its start
                    columns.commitPhysical[t] = columns.startPhysical[t];
                    if (columns.commitLogical != null) {
                        columns.commitLogical[t] = columns.startLogical[t];
                    }
                }
                whole &= columns.commitPhysical[t] != LongColumn.ABSENT;
                if (!whole) {
                    warnings.add("transaction " + name(t)
                            + " has no start and commit timestamp: timestamps are left aside for the whole history");
                }
            }
        }
        if (!whole) {
            columns.startPhysical = null;
            columns.startLogical = null;
            columns.commitPhysical = null;
            columns.commitLogical = null;
            return;
        }
        for (int t = 0; t <= transactions; t++) {
            if (columns.commitPhysical[t] == LongColumn.ABSENT) {
                columns.commitPhysical[t] = Long.MAX_VALUE;
            }
        }
        if (isZero(columns.startLogical) && isZero(columns.commitLogical)) {
            columns.startLogical = null;
            columns.commitLogical = null;
        }
    }

    private boolean writes(int transaction) {
        for (int op = columns.firstOp[transaction]; op < columns.firstOp[transaction + 1]; op++) {
            if (OpKind.isWrite(columns.kind[op])) {
                return true;
            }
        }
        return false;
    }

    private static boolean isZero(long[] column) {
        if (column != null) {
            for (long value : column) {
                if (value != 0) {
                    return false;
                }
            }
        }
        return true;
    }

    private String name(int transaction) {
        if (columns.id != null && columns.id[transaction] != Segment.NO_ID) {
            return columns.scalars.text(columns.id[transaction]);
        }
        int session = columns.session[transaction];
        return columns.scalars.text(columns.sessionCode[session]) + ":" + (transaction - columns.sessionFirst[session]);
    }
}
