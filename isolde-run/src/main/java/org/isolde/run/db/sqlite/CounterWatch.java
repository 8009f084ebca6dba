package org.isolde.run.db.sqlite;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.isolde.run.jdbc.RowWatch;
import org.isolde.run.rows.RowMark;
import org.isolde.run.rows.RowSnapshot;

/**
 * Raises the counter of writers, or reads it, before each commit, within the transaction. A transaction that tried to write
 * holds the one lock for writers already, and what it saw before is what is newest: else SQLite had refused it.
 */
final class CounterWatch extends RowWatch {
    private final String counter;
    private boolean writes;
    private RowMark mark;

    /** @param counter the table that has the count */
    CounterWatch(String counter) {
        this.counter = counter;
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
        try (Statement statement = connection.createStatement()) {
            statement.execute(writes ? "update " + counter + " set n = n + 1 returning n" : "select n from " + counter);
            try (ResultSet rows = statement.getResultSet()) {
                rows.next();
                long n = rows.getLong(1);
                mark = writes
                        ? new RowMark(n, new RowSnapshot(n - 1), n)
                        : new RowMark(RowMark.NONE, new RowSnapshot(n), n + 0.5);
            }
        }
    }

    @Override
    public RowMark mark() {
        return mark;
    }
}
