package org.isolde.history.format;

import java.util.stream.LongStream;
import org.isolde.history.History;
import org.isolde.history.Rows;
import org.isolde.history.Segment;

/** Writes what a transaction of rows has beside plain operations. */
final class RowWriter {
    private final History history;
    private final Rows rows;
    private final TransactionWriter lines;

    RowWriter(History history, TransactionWriter lines) {
        this.history = history;
        this.rows = history.rows();
        this.lines = lines;
    }

    /** Whether a predicate read of a transaction happened directly before an operation. */
    boolean isAt(int predicate, int transaction, int op) {
        return predicate < rows.predicates()
                && rows.transaction(predicate) == transaction
                && rows.firstItem(predicate) == op;
    }

    /** Writes a write with its columns, if it has any. */
    boolean write(int op) {
        int image = rows.image(op);
        if (image < 0) {
            return false;
        }
        int count = rows.imageEnd(image) - rows.imageFirst(image);
        long[] names = new long[count];
        long[] values = new long[count];
        for (int i = 0; i < count; i++) {
            names[i] = rows.columnCode(rows.imageColumn(rows.imageFirst(image) + i));
            values[i] = rows.imageValue(rows.imageFirst(image) + i);
        }
        lines.write(history.keyCode(history.key(op)), history.valueCode(history.value(op)), names, values, count);
        return true;
    }

    void predicate(int predicate) {
        lines.predicate(rows.tableCode(rows.table(predicate)), rows.conditionCode(rows.condition(predicate)));
        if (rows.aggregate(predicate) == null) {
            int first = rows.firstItem(predicate);
            int count = rows.items(predicate);
            lines.items(
                    LongStream.range(first, first + count)
                            .map(op -> history.keyCode(history.key((int) op)))
                            .toArray(),
                    LongStream.range(first, first + count)
                            .map(op -> history.valueCode(history.value((int) op)))
                            .toArray(),
                    count);
        } else {
            int column = rows.aggregateColumn(predicate);
            lines.aggregate(
                    rows.aggregate(predicate),
                    column < 0 ? null : rows.columnName(column),
                    rows.aggregateValue(predicate));
        }
        versionSet(predicate);
        lines.endPredicate();
    }

    private void versionSet(int predicate) {
        int snapshot = rows.snapshot(predicate);
        int first = rows.seesFirst(predicate);
        int count = rows.seesFirst(predicate + 1) - first;
        long[] keys = LongStream.range(first, first + count)
                .map(i -> history.keyCode(rows.seesKey((int) i)))
                .toArray();
        long[] versions = LongStream.range(first, first + count)
                .map(i -> history.valueCode(rows.seesValue((int) i)))
                .toArray();
        if (snapshot >= 0 && count > 0) {
            lines.sees(rows.upTo(snapshot), but(snapshot), keys, versions, count);
        } else if (snapshot >= 0 && snapshot != rows.snapshotOf(rows.transaction(predicate))) {
            lines.sees(rows.upTo(snapshot), but(snapshot));
        } else if (snapshot < 0 && rows.hasVersionSet(predicate)) {
            lines.sees(keys, versions, count);
        }
    }

    private long[] but(int snapshot) {
        return LongStream.range(rows.butFirst(snapshot), rows.butFirst(snapshot + 1))
                .map(i -> rows.but((int) i))
                .toArray();
    }

    /** A transaction's number, and its snapshot. */
    void evidence(int transaction) {
        if (rows.number(transaction) != Segment.NO_ID) {
            lines.number(rows.number(transaction));
        }
        int snapshot = rows.snapshotOf(transaction);
        if (snapshot >= 0) {
            lines.snapshot(rows.upTo(snapshot), but(snapshot));
        }
    }
}
