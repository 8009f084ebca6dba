package org.isolde.run.db.cockroachdb;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.isolde.run.jdbc.RowWatch;
import org.isolde.run.rows.RowMark;
import org.isolde.run.rows.RowSnapshot;

/**
 * Asks, before each commit, for the timestamp at which the transaction both reads and commits: all that was committed up to then
 * is its snapshot. Who has asked is not given another one any more.
 */
final class TimestampWatch extends RowWatch {
    private final TimestampNumbers numbers;
    private boolean writes;
    private RowMark mark;

    TimestampWatch(TimestampNumbers numbers) {
        this.numbers = numbers;
    }

    @Override
    public void begin(Connection connection) {
        writes = false;
        mark = RowMark.NOTHING;
    }

    @Override
    public String text(String statement, boolean changes) {
        writes |= changes;
        return statement;
    }

    @Override
    public void beforeCommit(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select cluster_logical_timestamp()")) {
            rows.next();
            long number = numbers.of(rows.getString(1));
            mark = writes
                    ? new RowMark(number, new RowSnapshot(number - 1), Double.NaN)
                    : new RowMark(RowMark.NONE, new RowSnapshot(number), Double.NaN);
        }
    }

    @Override
    public RowMark mark() {
        return mark;
    }
}
