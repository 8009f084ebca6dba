package org.isolde.run.db.postgres;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import org.isolde.run.jdbc.RowWatch;
import org.isolde.run.rows.RowMark;
import org.isolde.run.rows.RowSnapshot;

/**
 * Has a statement tell its own snapshot, and its transaction's number as soon as that has one.
 *
 * <p>A statement is put into a common table expression, whose rows are joined to one that is always there: so the snapshot comes
 * even if no row does. {@code materialized} leaves its plan as it is. Where all statements of a transaction have one snapshot,
 * the first tells it, and only those that may be the first to write are asked for the number. Inserts look for no rows.
 */
final class SnapshotWatch extends RowWatch {
    /** From here on snapshots have types and functions of their own. */
    private static final int NEW_NAMES = 130_000;

    private final boolean perStatement;
    private final String ofSnapshot;
    private final String ofNumber;
    private final ShadowReads shadow;
    private final Incarnations incarnations;
    private Connection connection;
    /** What is added to numbers; -1 if the server has not been asked. */
    private long offset = -1;

    private RowSnapshot snapshot;
    private long number;
    /** What the last statement was asked for beside its rows: nothing, its snapshot, or that and the number. */
    private int columns;

    SnapshotWatch(int version, boolean perStatement, ShadowReads shadow, Incarnations incarnations) {
        this.incarnations = incarnations;
        this.perStatement = perStatement;
        this.shadow = shadow;
        this.ofSnapshot = version >= NEW_NAMES ? "pg_current_snapshot()" : "txid_current_snapshot()";
        this.ofNumber = version >= NEW_NAMES ? "pg_current_xact_id_if_assigned()" : "txid_current_if_assigned()";
    }

    @Override
    public void begin(Connection used) throws SQLException {
        connection = used;
        if (offset < 0) {
            offset = incarnations.of(used);
            // a snapshot was taken for the question; the transaction takes its own
            used.rollback();
        }
        snapshot = null;
        number = RowMark.NONE;
    }

    @Override
    public String text(String statement, boolean changes) {
        boolean looks = !statement.startsWith("insert");
        boolean mayGetNumber = changes && number == RowMark.NONE;
        if (!(perStatement && looks) && snapshot != null && !mayGetNumber) {
            columns = 0;
            return statement;
        }
        columns = mayGetNumber ? 2 : 1;
        return "with q as materialized (" + statement + ") select " + ofSnapshot + (mayGetNumber ? ", " + ofNumber : "")
                + ", q.* from (select 1) o left join q on true";
    }

    @Override
    public int columns() {
        return columns;
    }

    @Override
    public void answered(ResultSet row) throws SQLException {
        boolean first = snapshot == null;
        snapshot = parse(row.getString(1), offset);
        String assigned = columns > 1 ? row.getString(2) : null;
        if (assigned != null) {
            number = offset + Long.parseLong(assigned);
        }
        if (first && shadow != null) {
            shadow.repeat(connection, number, offset);
        }
    }

    /**
     * As the server spells it: {@code xmin:xmax:xip,xip}. It sees what is below xmax and not among the others.
     *
     * @param offset what is added to numbers
     */
    static RowSnapshot parse(String text, long offset) {
        String[] parts = text.split(":", -1);
        long[] but = parts[2].isEmpty()
                ? new long[0]
                : Arrays.stream(parts[2].split(",", -1))
                        .mapToLong(number -> offset + Long.parseLong(number))
                        .toArray();
        return new RowSnapshot(offset + Long.parseLong(parts[1]) - 1, but);
    }

    @Override
    public RowSnapshot snapshot() {
        return perStatement ? snapshot : null;
    }

    @Override
    public RowMark mark() {
        return new RowMark(number, perStatement ? null : snapshot, Double.NaN);
    }
}
