package org.isolde.run.db.sqlite;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Properties;
import org.isolde.run.Session;
import org.isolde.run.SessionOptions;
import org.isolde.run.certificate.Certificate;
import org.isolde.run.certificate.ChangeLog;
import org.isolde.run.certificate.Recovery;
import org.isolde.run.jdbc.JdbcRunning;
import org.isolde.run.rows.RowVersion;

/**
 * Recovers the certificate of one run.
 *
 * <p>SQLite has one writer at a time, so a counter that each of them raises before its commit numbers them in a serial order,
 * and costs no conflict; whoever only reads has seen all up to the number that it reads. SQLite keeps no log of changes. So
 * triggers keep one, in the transactions themselves: what was rolled back, wholly or to a savepoint, is not in it.
 */
final class SqliteRecovery implements Recovery {
    private static final String OF_ROW = "id, a, b, v, prev, born";

    private final JdbcRunning database;
    private final String counter;
    private final String changes;
    /** What was made, the latest first. */
    private final Deque<String> removals = new ArrayDeque<>();

    SqliteRecovery(JdbcRunning database) {
        this.database = database;
        this.counter = "isolde_writers" + database.tableSuffix();
        this.changes = "isolde_changes" + database.tableSuffix();
    }

    @Override
    public void tablesMade() throws SQLException {
        try (Connection connection = database.connect(new Properties());
                Statement statement = connection.createStatement()) {
            table(statement, counter, "n bigint not null");
            statement.execute("insert into " + counter + " values (0)");
            table(
                    statement,
                    changes,
                    "place integer primary key autoincrement, writer bigint not null, old_id bigint, old_a bigint, old_b"
                            + " bigint, old_v bigint, old_prev bigint, old_born text, id bigint, a bigint, b bigint, v"
                            + " bigint, prev bigint, born text");
            trigger(statement, "insert", false, true);
            trigger(statement, "update", true, true);
            trigger(statement, "delete", true, false);
        }
    }

    private void table(Statement statement, String name, String columns) throws SQLException {
        make(statement, "create table " + name + " (" + columns + ")", "drop table if exists " + name);
    }

    /** The writer's number is the next, for the counter is raised when all else is done. */
    private void trigger(Statement statement, String event, boolean old, boolean made) throws SQLException {
        String name = "isolde_" + event + database.tableSuffix();
        String none = OF_ROW.replaceAll("\\w+", "null");
        make(
                statement,
                "create trigger " + name + " after " + event + " on " + database.rowTable() + " begin insert into "
                        + changes + " select null, n + 1, " + (old ? OF_ROW.replaceAll("\\w+", "old.$0") : none) + ", "
                        + (made ? OF_ROW.replaceAll("\\w+", "new.$0") : none) + " from " + counter + "; end",
                "drop trigger if exists " + name);
    }

    private void make(Statement statement, String creation, String removal) throws SQLException {
        database.make(statement, creation, removal);
        removals.push(removal);
    }

    @Override
    public Session session(SessionOptions options) throws SQLException {
        return database.session(options, new CounterWatch(counter));
    }

    @Override
    public Certificate finish() throws SQLException {
        ChangeLog log = new ChangeLog();
        long current = 0;
        try (Connection connection = database.connect(new Properties());
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select * from " + changes + " order by place")) {
            while (rows.next()) {
                long writer = rows.getLong("writer");
                if (writer != current) {
                    if (current != 0) {
                        log.commit();
                    }
                    log.begin(writer);
                    current = writer;
                }
                change(log, version(rows, "old_"), version(rows, ""));
            }
        }
        if (current != 0) {
            log.commit();
        }
        return new Certificate(log, null, number -> number, statement -> List.of());
    }

    private static void change(ChangeLog log, RowVersion before, RowVersion after) {
        if (before == null) {
            log.inserted(after);
        } else if (after == null) {
            log.deleted(before);
        } else {
            log.updated(before, after);
        }
    }

    private static RowVersion version(ResultSet rows, String prefix) throws SQLException {
        Long id = nullable(rows, prefix + "id");
        return id == null
                ? null
                : new RowVersion(
                        rows.getString(prefix + "born"),
                        rows.getLong(prefix + "v"),
                        id,
                        nullable(rows, prefix + "a"),
                        nullable(rows, prefix + "b"),
                        nullable(rows, prefix + "prev"));
    }

    private static Long nullable(ResultSet rows, String column) throws SQLException {
        long value = rows.getLong(column);
        return rows.wasNull() ? null : value;
    }

    @Override
    public void close() {
        removals.forEach(database::remove);
    }
}
