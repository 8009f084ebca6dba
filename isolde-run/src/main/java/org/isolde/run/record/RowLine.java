package org.isolde.run.record;

import java.util.List;
import org.isolde.history.OpKind;
import org.isolde.history.Rows;
import org.isolde.history.Scalars;
import org.isolde.history.format.TransactionWriter;
import org.isolde.run.rows.RowAnswer;
import org.isolde.run.rows.RowChange;
import org.isolde.run.rows.RowMark;
import org.isolde.run.rows.RowSnapshot;
import org.isolde.run.rows.RowStatement;
import org.isolde.run.rows.RowVersion;

/**
 * What a line has of rows: for each statement its predicate read, and then what it changed.
 *
 * <p>The version set of a statement that changes rows by a condition, where it is known, is a snapshot and then no rows,
 * {@code "sees":[]}: a certificate may name some there, of which the statement saw other versions.
 */
final class RowLine {
    private static final long[] NO_ROWS = {};

    private final Scalars scalars;
    private final TransactionWriter line;
    private final long table;
    private final long[] names;

    RowLine(Scalars scalars, TransactionWriter line) {
        this.scalars = scalars;
        this.line = line;
        this.table = scalars.text(RowNames.TABLE);
        this.names = RowStatement.COLUMNS.stream().mapToLong(scalars::text).toArray();
    }

    void answer(RowAnswer answer) {
        if (answer.where() != null) {
            line.predicate(table, scalars.text(answer.where().text()));
            if (answer.aggregate() == null) {
                found(answer.found());
            } else {
                Rows.Aggregate function = answer.aggregate().function();
                line.aggregate(function, answer.aggregate().column(), nullable(answer.value()));
            }
            versionSet(answer);
            line.endPredicate();
        }
        for (RowChange change : answer.changes()) {
            change(change);
        }
    }

    private void found(List<RowAnswer.Found> found) {
        long[] keys = new long[found.size()];
        long[] versions = new long[found.size()];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = key(found.get(i).row());
            versions[i] = scalars.number(found.get(i).version());
        }
        line.items(keys, versions, keys.length);
    }

    private void versionSet(RowAnswer answer) {
        RowSnapshot snapshot = answer.snapshot();
        if (snapshot != null && answer.locks()) {
            line.sees(snapshot.upTo(), snapshot.but(), NO_ROWS, NO_ROWS, 0);
        } else if (snapshot != null) {
            line.sees(snapshot.upTo(), snapshot.but());
        }
    }

    private void change(RowChange change) {
        RowVersion version = change.after();
        if (change.kind() == RowChange.Kind.DELETED) {
            line.operation(OpKind.DELETE, key(version.row()), scalars.number(change.deadVersion()));
        } else {
            long[] values = {scalars.number(version.id()), nullable(version.a()), nullable(version.b())};
            line.write(key(version.row()), scalars.number(version.version()), names, values, names.length);
        }
    }

    private long key(String row) {
        return scalars.text(RowNames.key(row));
    }

    private long nullable(Long value) {
        return value == null ? Scalars.NULL : scalars.number(value);
    }

    /** The transaction's number, snapshot and place. */
    void mark(RowMark mark) {
        if (mark.hasNumber()) {
            line.number(mark.number());
        }
        if (mark.snapshot() != null) {
            line.snapshot(mark.snapshot().upTo(), mark.snapshot().but());
        }
        if (mark.hasOrder()) {
            line.order(mark.order());
        }
    }
}
