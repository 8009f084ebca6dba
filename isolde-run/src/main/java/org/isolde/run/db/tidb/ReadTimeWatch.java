package org.isolde.run.db.tidb;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.isolde.run.jdbc.RowWatch;
import org.isolde.run.rows.RowMark;
import org.isolde.run.rows.RowSnapshot;

/**
 * Asks which moment statements looked at. A transaction has one, its start; but a statement that locks rows looks at what is
 * newest, its {@code for_update_ts}, and so does each statement at READ COMMITTED.
 */
final class ReadTimeWatch extends RowWatch {
    private final boolean perStatement;
    private long start;
    private boolean locked;
    private RowSnapshot ofStatement;
    private RowMark mark;

    ReadTimeWatch(boolean perStatement) {
        this.perStatement = perStatement;
    }

    @Override
    public void begin(Connection connection) {
        locked = false;
        ofStatement = null;
        mark = RowMark.NOTHING;
    }

    @Override
    public void executed(Connection connection, boolean changes) throws SQLException {
        // rows that were locked are read again after their change: what counts is when they were looked for
        if (!locked && (changes || perStatement)) {
            String info = ask(connection, "select @@tidb_last_query_info");
            ofStatement = new RowSnapshot(TidbTimestamps.field(info, "for_update_ts"));
            locked = changes;
        }
    }

    @Override
    public RowSnapshot snapshot() {
        RowSnapshot snapshot = ofStatement;
        ofStatement = null;
        locked = false;
        return snapshot;
    }

    @Override
    public void beforeCommit(Connection connection) throws SQLException {
        start = Long.parseLong(ask(connection, "select @@tidb_current_ts"));
        mark = new RowMark(RowMark.NONE, perStatement || start == 0 ? null : new RowSnapshot(start), Double.NaN);
    }

    @Override
    public void afterCommit(Connection connection) {
        try {
            String info = ask(connection, "select @@tidb_last_txn_info");
            // the question has begun a transaction
            connection.rollback();
            long committed = TidbTimestamps.field(info, "commit_ts");
            // one that wrote nothing leaves what was there
            if (TidbTimestamps.field(info, "start_ts") == start && committed != 0) {
                mark = new RowMark(committed, mark.snapshot(), Double.NaN);
            }
        } catch (SQLException e) {
            // then it is known by the versions that it wrote
            return;
        }
    }

    private static String ask(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            return rows.getString(1);
        }
    }

    @Override
    public RowMark mark() {
        return mark;
    }
}
