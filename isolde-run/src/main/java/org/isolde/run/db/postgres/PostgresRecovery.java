package org.isolde.run.db.postgres;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;
import org.isolde.run.Isolation;
import org.isolde.run.Session;
import org.isolde.run.SessionOptions;
import org.isolde.run.certificate.Certificate;
import org.isolde.run.certificate.NoCertificateException;
import org.isolde.run.certificate.Recovery;
import org.isolde.run.jdbc.JdbcRunning;

/**
 * Recovers the certificate of one run.
 *
 * <p>The order in which transactions arrive in the stream is that of their commit records. For each row that is the order of
 * its versions, since writers of a row wait for each other. It is <em>not</em> the order in which transactions become
 * visible, nor one in which they could be serialized, so nothing else is taken from it. What a statement sees is what its own
 * snapshot says, by transaction numbers.
 */
final class PostgresRecovery implements Recovery {
    /** The key of a row that is inserted when all sessions have ended; when it arrives, all has. */
    static final long MARKER = -1;

    private final JdbcRunning database;
    private final boolean perStatement;
    private final int version;
    private final ShadowReads shadow;
    /** A slot that outlives its connection keeps the server's log; so only for servers that go with this process. */
    private final boolean outlives;

    private final Incarnations incarnations;
    private final String publication;
    private final String removal;
    private ChangeStream stream;

    PostgresRecovery(JdbcRunning database, Isolation isolation, int version, boolean shadow) {
        this.database = database;
        this.version = version;
        // each statement has a snapshot of its own at READ COMMITTED, which READ UNCOMMITTED is too
        this.perStatement = !isolation.name().equals(Isolation.REPEATABLE_READ)
                && !isolation.name().equals(Isolation.SERIALIZABLE);
        this.shadow = shadow ? new ShadowReads(database) : null;
        this.outlives = !database.nodes().isEmpty();
        this.incarnations = new Incarnations(outlives);
        this.publication = "isolde_certificate" + database.tableSuffix();
        this.removal = "drop publication if exists " + publication;
    }

    @Override
    public void tablesMade() throws Exception {
        long number;
        try (Connection connection = database.connect(new Properties());
                Statement statement = connection.createStatement()) {
            incarnations.of(connection);
            database.make(
                    statement, "create publication " + publication + " for table " + database.rowTable(), removal);
            try (ResultSet rows = statement.executeQuery("select txid_current()")) {
                rows.next();
                number = rows.getLong(1);
            }
        }
        stream = new ChangeStream(database, publication, outlives, new DecodedChanges(number, incarnations));
        stream.start();
    }

    @Override
    public Session session(SessionOptions options) throws SQLException {
        return database.session(options, new SnapshotWatch(version, perStatement, shadow, incarnations));
    }

    @Override
    public Certificate finish() throws Exception {
        try (Connection connection = database.connect(new Properties());
                Statement statement = connection.createStatement()) {
            statement.executeUpdate(
                    "insert into " + database.rowTable() + " (id, v, born) values (" + MARKER + ", 0, 'marker')");
        } catch (SQLException e) {
            return new Certificate(
                    stream.log(),
                    "the server did not answer at the end: " + e.getMessage(),
                    null,
                    statement -> List.of());
        }
        String brokenOff = stream.awaitMarker();
        if (brokenOff != null) {
            return new Certificate(stream.log(), brokenOff, null, statement -> List.of());
        }
        if (shadow != null) {
            String difference = shadow.difference(stream.log());
            if (difference != null) {
                throw new NoCertificateException(difference);
            }
        }
        ReevaluatedWrites versionSets = new ReevaluatedWrites(stream.log());
        return new Certificate(stream.log(), null, null, versionSets);
    }

    @Override
    public void close() {
        if (stream != null) {
            stream.close();
        }
        if (shadow != null) {
            shadow.close();
        }
        database.remove(removal);
    }
}
