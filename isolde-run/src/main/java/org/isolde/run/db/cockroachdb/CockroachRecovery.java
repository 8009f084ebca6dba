package org.isolde.run.db.cockroachdb;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import org.isolde.run.Session;
import org.isolde.run.SessionOptions;
import org.isolde.run.certificate.Certificate;
import org.isolde.run.certificate.Recovery;
import org.isolde.run.jdbc.JdbcRunning;

/**
 * Recovers the certificate of one run. CockroachDB keeps versions for hours, so the changefeed is asked for at the end, from
 * the beginning of the run until a moment that is just to come, and ends by itself.
 */
final class CockroachRecovery implements Recovery {
    private static final String NOW = "select cluster_logical_timestamp()";
    private static final long SECOND = 1_000_000_000;

    private final JdbcRunning database;
    private String begin;
    private TimestampNumbers numbers;

    CockroachRecovery(JdbcRunning database) {
        this.database = database;
    }

    @Override
    public void tablesMade() throws SQLException {
        begin = ask(NOW);
        numbers = new TimestampNumbers(begin);
    }

    private String ask(String query) throws SQLException {
        try (Connection connection = database.connect(new Properties());
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            return rows.getString(1);
        }
    }

    @Override
    public Session session(SessionOptions options) throws SQLException {
        return database.session(options, new TimestampWatch(numbers));
    }

    @Override
    public Certificate finish() throws SQLException {
        long end = CockroachTimestamps.parse(ask(NOW)).start() + SECOND;
        Changefeed feed = new Changefeed(numbers);
        try (Connection connection = database.connect(new Properties());
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("experimental changefeed for " + database.rowTable()
                        + " with updated, cursor = '" + begin + "', end_time = '" + end + "'")) {
            while (rows.next()) {
                feed.message(rows.getString("key"), rows.getString("value"));
            }
        }
        return new Certificate(feed.log(), null);
    }

    @Override
    public void close() {
        // nothing was made
    }
}
