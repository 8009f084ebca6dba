package org.isolde.junit;

import java.sql.Connection;
import java.sql.SQLException;
import org.isolde.history.record.SessionRecorder;
import org.isolde.history.record.TransactionRecorder;

/**
 * A client of a database over JDBC whose transactions are recorded: when they began, what they read and wrote as far as
 * they say so, and how they ended. For one thread at a time.
 *
 * <pre>{@code
 * session.transaction(transaction -> {
 *     Object stock = transaction.read("stock", "SELECT version FROM item WHERE id = ?", 7);
 *     ...
 * });
 * }</pre>
 */
public final class JdbcSession {
    /** What a transaction does. */
    @FunctionalInterface
    public interface Body {
        void run(JdbcTransaction transaction) throws Exception;
    }

    private static final int MOST_TRIES = 100;

    private final SessionRecorder session;
    private final Connection connection;

    JdbcSession(SessionRecorder session, Connection connection) {
        this.session = session;
        this.connection = connection;
    }

    /**
     * Runs a transaction and commits it. What the body throws rolls it back, and is thrown on.
     *
     * @return whether it was committed; false if the database rolled it back so that it may be tried again (SQLSTATE 40...:
     *     serialization failures, deadlocks)
     */
    public boolean transaction(Body body) throws Exception {
        try (TransactionRecorder recorded = session.begin()) {
            connection.setAutoCommit(false);
            try {
                body.run(new JdbcTransaction(connection, recorded));
            } catch (Throwable e) {
                rollBack(recorded, e);
                if (isRetryable(e)) {
                    return false;
                }
                throw e;
            }
            return commit(recorded);
        }
    }

    /** Runs a transaction until it is committed, again and again if the database rolls it back. */
    public void untilCommitted(Body body) throws Exception {
        for (int tries = 0; tries < MOST_TRIES; tries++) {
            if (transaction(body)) {
                return;
            }
        }
        throw new SQLException("The database rolled the transaction back " + MOST_TRIES + " times", "40000");
    }

    private boolean commit(TransactionRecorder recorded) throws SQLException {
        try {
            connection.commit();
            recorded.committed();
            return true;
        } catch (SQLException e) {
            if (isRetryable(e)) {
                rollBack(recorded, e);
                return false;
            }
            recorded.unknown(e.getMessage()); // the answer to a commit may be lost behind it
            throw e;
        }
    }

    private void rollBack(TransactionRecorder recorded, Throwable why) {
        try {
            connection.rollback();
            recorded.aborted(why.getMessage());
        } catch (SQLException e) {
            // a connection that is gone has committed nothing; but then, somebody may have asked it to, by a statement
            recorded.unknown(why.getMessage());
            why.addSuppressed(e);
        }
    }

    /** Whether the database says that the transaction was rolled back, and may be tried again. */
    private static boolean isRetryable(Throwable failure) {
        return failure instanceof SQLException sql
                && sql.getSQLState() != null
                && sql.getSQLState().startsWith("40");
    }
}
