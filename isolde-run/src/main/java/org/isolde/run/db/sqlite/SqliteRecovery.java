package org.isolde.run.db.sqlite;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;
import org.isolde.run.Session;
import org.isolde.run.SessionOptions;
import org.isolde.run.certificate.Certificate;
import org.isolde.run.certificate.ChangeLog;
import org.isolde.run.certificate.Recovery;
import org.isolde.run.jdbc.JdbcRunning;
import org.isolde.run.jdbc.RowDialect;
import org.isolde.run.rows.RowVersion;

/**
 * Recovers the certificate of one run.
 *
 * <p>SQLite has one writer at a time, so a counter that each of them raises before its commit numbers them in a serial order,
 * and costs no conflict; whoever only reads has seen all up to the number that it reads. SQLite keeps no log of changes. So
 * triggers keep one, in the transactions themselves: what was rolled back, wholly or to a savepoint, is not in it.
 */
final class SqliteRecovery implements Recovery {
    static final String COUNTER = "isolde_writers";
    private static final String CHANGES = "isolde_changes";
    private static final String OF_ROW = "id, a, b, v, prev, born";

    private final JdbcRunning database;

    SqliteRecovery(JdbcRunning database) {
        this.database = database;
    }

    @Override
    public void tablesMade() throws SQLException {
        execute(
                "drop table if exists " + COUNTER,
                "drop table if exists " + CHANGES,
                "create table " + COUNTER + " (n bigint not null)",
                "insert into " + COUNTER + " values (0)",
                "create table " + CHANGES + " (place integer primary key autoincrement, writer bigint not null, old_id"
                        + " bigint, old_a bigint, old_b bigint, old_v bigint, old_prev bigint, old_born text, id bigint, a"
                        + " bigint, b bigint, v bigint, prev bigint, born text)",
                trigger("insert", false, true),
                trigger("update", true, true),
                trigger("delete", true, false));
    }

    /** The writer's number is the next, for the counter is raised when all else is done. */
    private static String trigger(String event, boolean old, boolean made) {
        String none = OF_ROW.replaceAll("\\w+", "null");
        return "create trigger isolde_" + event + " after " + event + " on " + RowDialect.TABLE + " begin insert into "
                + CHANGES + " select null, n + 1, " + (old ? OF_ROW.replaceAll("\\w+", "old.$0") : none) + ", "
                + (made ? OF_ROW.replaceAll("\\w+", "new.$0") : none) + " from " + COUNTER + "; end";
    }

    private void execute(String... texts) throws SQLException {
        try (Connection connection = database.connect(new Properties());
                Statement statement = connection.createStatement()) {
            for (String text : texts) {
                statement.execute(text);
            }
        }
    }

    @Override
    public Session session(SessionOptions options) throws SQLException {
        return database.session(options, new CounterWatch());
    }

    @Override
    public Certificate finish() throws SQLException {
        ChangeLog log = new ChangeLog();
        long current = 0;
        try (Connection connection = database.connect(new Properties());
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select * from " + CHANGES + " order by place")) {
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
        try {
            execute(
                    "drop trigger if exists isolde_insert",
                    "drop trigger if exists isolde_update",
                    "drop trigger if exists isolde_delete",
                    "drop table if exists " + CHANGES,
                    "drop table if exists " + COUNTER);
        } catch (SQLException e) {
            // the next run drops them before it begins
            return;
        }
    }
}
