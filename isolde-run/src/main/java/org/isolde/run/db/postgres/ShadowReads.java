package org.isolde.run.db.postgres;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.isolde.run.certificate.ChangeLog;
import org.isolde.run.certificate.VisibleRows;
import org.isolde.run.jdbc.JdbcRunning;
import org.isolde.run.rows.RowSnapshot;

/**
 * The shadow of a transaction (Emme, section 5): a second connection that takes over its snapshot and reads the whole table.
 * What that saw must be what the log and the snapshot's numbers say. It costs several times what the transaction does, so it
 * is a cross-check of the recovery, and not how versions are found.
 */
final class ShadowReads implements AutoCloseable {
    /** What a shadow saw: the version of each row. The number is that of its transaction, whose changes it can't see. */
    private record Read(RowSnapshot snapshot, long number, Map<String, Long> versions) {}

    private final JdbcRunning database;
    private final List<Read> reads = new ArrayList<>();
    /** Connections that nobody uses at the moment. */
    private final List<Connection> idle = new ArrayList<>();

    ShadowReads(JdbcRunning database) {
        this.database = database;
    }

    /**
     * Reads all that a transaction's next statement would see, but for its own changes.
     *
     * @param number of the transaction, if it has one
     * @param offset what is added to numbers
     */
    void repeat(Connection transaction, long number, long offset) throws SQLException {
        String exported;
        RowSnapshot snapshot;
        try (Statement statement = transaction.createStatement();
                ResultSet row = statement.executeQuery("select pg_export_snapshot(), txid_current_snapshot()::text")) {
            row.next();
            exported = row.getString(1);
            snapshot = SnapshotWatch.parse(row.getString(2), offset);
        }
        Connection shadow = take();
        Map<String, Long> versions = new TreeMap<>();
        try (Statement statement = shadow.createStatement()) {
            statement.execute("begin isolation level repeatable read read only");
            statement.execute("set transaction snapshot '" + exported + "'");
            try (ResultSet rows = statement.executeQuery("select born, v from " + database.rowTable())) {
                while (rows.next()) {
                    versions.put(rows.getString(1), rows.getLong(2));
                }
            }
            statement.execute("commit");
        }
        giveBack(shadow, new Read(snapshot, number, versions));
    }

    private Connection take() throws SQLException {
        synchronized (this) {
            if (!idle.isEmpty()) {
                return idle.remove(idle.size() - 1);
            }
        }
        return database.connect(new Properties());
    }

    private synchronized void giveBack(Connection connection, Read read) {
        idle.add(connection);
        reads.add(read);
    }

    /** How what the shadows saw differs from what a log says; null if it does not. */
    synchronized String difference(ChangeLog log) {
        VisibleRows visible = new VisibleRows(log);
        for (Read read : reads) {
            Map<String, Long> recovered = new TreeMap<>();
            visible.of(read.snapshot, read.number)
                    .forEach(change -> recovered.put(change.after().row(), change.version()));
            if (!recovered.equals(read.versions)) {
                return "a shadow transaction on the snapshot " + read.snapshot + " saw " + read.versions
                        + ", and the log says " + recovered;
            }
        }
        return null;
    }

    @Override
    public synchronized void close() {
        for (Connection connection : idle) {
            try {
                connection.close();
            } catch (SQLException e) {
                // it is gone already
                continue;
            }
        }
        idle.clear();
    }
}
