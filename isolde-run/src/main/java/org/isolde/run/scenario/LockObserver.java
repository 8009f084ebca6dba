package org.isolde.run.scenario;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.Set;

/** Sees from a connection of its own which sessions of a database wait for a lock. */
public final class LockObserver implements AutoCloseable {
    private final Connection connection;
    private final LockWaits waits;

    private LockObserver(Connection connection, LockWaits waits) {
        this.connection = connection;
        this.waits = waits;
    }

    /**
     * An observer of the database that a connection leads to.
     *
     * @param connection closed with the observer, or at once if there is none
     * @return null if the database, or this user's rights, can't tell who waits: then time decides
     */
    public static LockObserver on(Connection connection) throws SQLException {
        LockWaits waits = null;
        try {
            connection.setAutoCommit(true);
            waits = LockWaits.of(connection);
        } finally {
            if (waits == null) {
                connection.close();
            }
        }
        return waits == null ? null : new LockObserver(connection, waits);
    }

    /** Makes a session ready to be asked about, and returns the database's number of it. It may leave a transaction open. */
    public long register(Connection session) throws SQLException {
        return waits.register(session);
    }

    /** Which of these sessions wait for a lock. */
    Set<Long> waiting(Collection<Long> sessions) throws SQLException {
        return waits.waiting(connection, sessions);
    }

    /** How long to wait before each question. */
    Duration pause() {
        return waits.pause();
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
