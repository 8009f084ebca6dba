package org.isolde.proof;

import org.isolde.history.History;
import org.isolde.history.Rows;
import org.isolde.history.Scalars;

/**
 * A number that stands for all of a history that a proof may speak of: sessions, statuses, kinds, keys, values, lists, times,
 * timestamps, version orders, expected order, and of rows their columns, predicate reads and version sets, as they are numbered;
 * names of columns and rows, texts in columns and conditions as they are written. Histories that differ in one of them have another one, but for chance.
 */
final class Fingerprint {
    private long hash = 0x9e3779b97f4a7c15L;

    private Fingerprint() {}

    /** The fingerprint, in sixteen hexadecimal digits. */
    static String of(History history) {
        Fingerprint fingerprint = new Fingerprint();
        fingerprint.add(history);
        return String.format("%016x", fingerprint.hash);
    }

    private void add(History history) {
        add(history.sessions());
        add(history.transactions());
        add(history.operations());
        for (int t = 1; t <= history.transactions(); t++) {
            add(history.session(t));
            add(history.status(t).ordinal());
            add(history.firstOp(t));
            if (history.hasRealTime()) {
                add(history.begin(t));
                add(history.end(t));
            }
        }
        if (history.hasTimestamps()) {
            addTimestamps(history);
        }
        for (int op = 0; op < history.operations(); op++) {
            add(history.kind(op));
            add((long) history.key(op) << 32 | history.value(op));
        }
        for (int list = 0; list < history.lists(); list++) {
            add(history.listOp(list));
            for (int i = history.listFirst(list); i < history.listFirst(list + 1); i++) {
                add(history.listElement(i));
            }
        }
        for (int chain = 0; chain < history.versionChains(); chain++) {
            add(history.versionChainKey(chain));
            for (int value : history.versionChain(chain)) {
                add(value);
            }
        }
        for (int t = 1; history.hasOrder() && t <= history.transactions(); t++) {
            add(Double.doubleToLongBits(history.order(t)));
        }
        if (history.rows() != null) {
            addRows(history, history.rows());
        }
    }

    private void addRows(History history, Rows rows) {
        for (int key = 0; key < history.keys(); key++) {
            add(history.keyName(key).hashCode());
        }
        for (int column = 0; column < rows.columnCount(); column++) {
            add(rows.columnName(column).hashCode());
        }
        for (int op = 0; op < history.operations(); op++) {
            int image = history.isWrite(op) ? rows.image(op) : -1;
            for (int i = image < 0 ? 0 : rows.imageFirst(image); image >= 0 && i < rows.imageEnd(image); i++) {
                add((long) op << 32 | rows.imageColumn(i));
                addScalar(history, rows.imageValue(i));
            }
        }
        for (int p = 0; p < rows.predicates(); p++) {
            add((long) rows.transaction(p) << 32 | rows.firstItem(p));
            add((long) rows.items(p) << 32 | rows.snapshot(p));
            addScalar(history, rows.tableCode(rows.table(p)));
            addScalar(history, rows.conditionCode(rows.condition(p)));
            if (rows.aggregate(p) != null) {
                add((long) rows.aggregate(p).ordinal() << 32 | rows.aggregateColumn(p));
                addScalar(history, rows.aggregateValue(p));
            }
            add(rows.hasVersionSet(p) ? 1 : 0);
            for (int i = rows.seesFirst(p); i < rows.seesFirst(p + 1); i++) {
                add((long) rows.seesKey(i) << 32 | rows.seesValue(i));
            }
        }
        for (int snapshot = 0; snapshot < rows.snapshots(); snapshot++) {
            add(rows.upTo(snapshot));
            for (int i = rows.butFirst(snapshot); i < rows.butFirst(snapshot + 1); i++) {
                add(rows.but(i));
            }
        }
        for (int t = 1; t <= history.transactions(); t++) {
            add(rows.number(t));
            add(rows.snapshotOf(t));
        }
    }

    private void addScalar(History history, long code) {
        add(Scalars.isPlain(code) ? code : history.scalars().text(code).hashCode());
        add(history.scalars().kind(code).ordinal());
    }

    /** Timestamps, and what decides between equal ones. */
    private void addTimestamps(History history) {
        for (int rank : TimestampOrder.sessionRanks(history)) {
            add(rank);
        }
        for (int t = 1; t <= history.transactions(); t++) {
            add(history.startPhysical(t));
            add(history.startLogical(t));
            add(history.commitPhysical(t));
            add(history.commitLogical(t));
            if (history.isAfterGap(t)) {
                add(t);
            }
        }
    }

    private void add(long number) {
        long mixed = (hash ^ number) * 0xff51afd7ed558ccdL;
        hash = mixed ^ mixed >>> 32;
    }
}
