package org.isolde.run.db.postgres;

import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.isolde.run.certificate.ChangeLog;
import org.isolde.run.jdbc.JdbcRunning;
import org.postgresql.PGConnection;
import org.postgresql.PGProperty;
import org.postgresql.replication.LogSequenceNumber;
import org.postgresql.replication.PGReplicationStream;

/**
 * Follows the changes of a publication by logical decoding, in a thread of its own.
 *
 * <p>A server that sends every commit at once is woken by every commit, and so are we; the clients of the run pay for it. So
 * the slot, from which on the server keeps its log, is made before the run, and the changes are asked for at its end, or when
 * they have been kept for {@link #MOST_KEPT_SECONDS}.
 *
 * <p>With a slot that outlives its connection it goes on where it was if the server is killed and comes back: the server sends
 * again what was not confirmed, and what has been seen is left out by its place in the log.
 */
final class ChangeStream implements AutoCloseable {
    private static final long END_SECONDS = 30;
    private static final long MOST_KEPT_SECONDS = 60;
    private static final long RETRY_MILLIS = 200;

    private final JdbcRunning database;
    private final String publication;
    private final boolean outlives;
    private final String slot = "isolde_" + UUID.randomUUID().toString().replace('-', '_');
    private final DecodedChanges decoded;
    private Connection connection;
    private PGReplicationStream stream;
    private Thread reader;
    /** Down when all sessions have ended. */
    private final CountDownLatch ended = new CountDownLatch(1);

    private volatile boolean closing;
    private volatile String brokenOff;

    ChangeStream(JdbcRunning database, String publication, boolean outlives, DecodedChanges decoded) {
        this.database = database;
        this.publication = publication;
        this.outlives = outlives;
        this.decoded = decoded;
    }

    /** What has come; to be read when {@link #awaitMarker} has returned. */
    ChangeLog log() {
        return decoded.log();
    }

    void start() throws SQLException {
        connect();
        var creation = replication()
                .getReplicationAPI()
                .createReplicationSlot()
                .logical()
                .withSlotName(slot)
                .withOutputPlugin("pgoutput");
        (outlives ? creation : creation.withTemporaryOption()).make();
        reader = new Thread(this::follow, "isolde-changes");
        reader.setDaemon(true);
        reader.start();
    }

    private void connect() throws SQLException {
        Properties properties = new Properties();
        PGProperty.REPLICATION.set(properties, "database");
        PGProperty.PREFER_QUERY_MODE.set(properties, "simple");
        PGProperty.ASSUME_MIN_SERVER_VERSION.set(properties, "9.4");
        connection = database.connect(properties);
    }

    private PGConnection replication() throws SQLException {
        return connection.unwrap(PGConnection.class);
    }

    private void open() throws SQLException {
        stream = replication()
                .getReplicationAPI()
                .replicationStream()
                .logical()
                .withSlotName(slot)
                .withSlotOption("proto_version", 1)
                .withSlotOption("publication_names", publication)
                .withStatusInterval(1, TimeUnit.SECONDS)
                .start();
    }

    private void follow() {
        try {
            ended.await(MOST_KEPT_SECONDS, TimeUnit.SECONDS);
            open();
        } catch (SQLException e) {
            if (closing || !reconnect(e)) {
                return;
            }
        } catch (InterruptedException e) {
            // it is being closed
            return;
        }
        while (!closing && !decoded.isAtEnd()) {
            try {
                ByteBuffer message = stream.readPending();
                if (message == null) {
                    Thread.sleep(1);
                    continue;
                }
                decoded.message(message);
                long confirmed = decoded.lastCommit();
                if (confirmed > 0) {
                    LogSequenceNumber place = LogSequenceNumber.valueOf(confirmed);
                    stream.setAppliedLSN(place);
                    stream.setFlushedLSN(place);
                }
            } catch (SQLException e) {
                if (!closing && !reconnect(e)) {
                    return;
                }
            } catch (InterruptedException e) {
                // it is being closed
                return;
            }
        }
    }

    /** Waits for a server that was killed; returns whether the stream goes on. */
    private boolean reconnect(SQLException problem) {
        if (!outlives) {
            brokenOff = "the stream of changes broke off: " + problem.getMessage();
            return false;
        }
        while (!closing) {
            closeConnection();
            try {
                Thread.sleep(RETRY_MILLIS);
                connect();
                open();
                return true;
            } catch (SQLException e) {
                // not back yet; whoever waits for the end gives up in time
                brokenOff = "the stream of changes broke off: " + e.getMessage();
            } catch (InterruptedException e) {
                return false;
            }
        }
        return false;
    }

    /** Waits until the marker has come; returns why it did not, or null. */
    String awaitMarker() throws InterruptedException {
        ended.countDown();
        reader.join(TimeUnit.SECONDS.toMillis(END_SECONDS));
        if (decoded.isAtEnd()) {
            return null;
        }
        stop();
        return brokenOff != null ? brokenOff : "the stream of changes did not come to its end";
    }

    private void stop() throws InterruptedException {
        closing = true;
        reader.interrupt();
        reader.join();
    }

    @Override
    public void close() {
        if (reader != null) {
            try {
                stop();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        closeConnection();
        if (outlives) {
            try (Connection plain = database.connect(new Properties());
                    Statement statement = plain.createStatement()) {
                statement.execute("select pg_drop_replication_slot('" + slot + "')");
            } catch (SQLException e) {
                // the server goes with this process, and the slot with it
                return;
            }
        }
    }

    private void closeConnection() {
        try {
            if (connection != null) {
                connection.close();
            }
        } catch (SQLException e) {
            // a connection that is gone already can't be closed, and need not be
            return;
        }
    }
}
