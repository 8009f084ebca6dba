package org.isolde.sql.execute;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.isolde.run.DatabaseException;
import org.isolde.run.scenario.StepExecutor;
import org.isolde.sql.dialect.Dialect;
import org.isolde.sql.execute.Reply.Problem;

/**
 * A session that executes the steps of one transaction after the other. It outlives executions, since connections are dear.
 *
 * <p>Invariant: after an error the transaction is rolled back at once, and between executions none is open. A session that
 * can't keep this is broken, and not used again.
 */
final class SqlSession implements StepExecutor<Step, Reply> {
    private final Connection connection;
    private final Outside outside;
    private final Dialect dialect;
    private final long id;
    private volatile Statement running;
    private volatile boolean broken;

    /** Where rows are read beside the transactions. */
    @FunctionalInterface
    interface Outside {
        Rows read(String sql) throws SQLException;
    }

    /** @param id the database's number of the session; 0 if it can't say who waits */
    SqlSession(Connection connection, Outside outside, Dialect dialect, long id) {
        this.connection = connection;
        this.outside = outside;
        this.dialect = dialect;
        this.id = id;
    }

    long id() {
        return id;
    }

    boolean isBroken() {
        return broken;
    }

    @Override
    public Reply execute(Step step) throws DatabaseException {
        if (step.outside()) {
            try {
                return Reply.of(outside.read(step.sql()));
            } catch (SQLException e) {
                throw new DatabaseException("committed rows could not be read: " + e.getMessage(), e);
            }
        }
        try {
            return switch (step.role()) {
                case COMMIT -> {
                    connection.commit();
                    yield Reply.DONE;
                }
                case ROLLBACK -> {
                    connection.rollback();
                    yield Reply.DONE;
                }
                default -> send(step.sql());
            };
        } catch (SQLException e) {
            Problem problem = problem(e, dialect);
            rollback();
            return Reply.of(problem);
        }
    }

    private Reply send(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            running = statement;
            return answer(statement, sql);
        } finally {
            running = null;
        }
    }

    /** Executes a statement and takes all that it returns. */
    static Reply answer(Statement statement, String sql) throws SQLException {
        if (!statement.execute(sql)) {
            return Reply.of(statement.getUpdateCount());
        }
        try (ResultSet result = statement.getResultSet()) {
            return Reply.of(Rows.of(result));
        }
    }

    static Problem problem(SQLException e, Dialect dialect) {
        String state = e.getSQLState();
        String message = e.getMessage();
        return new Problem(
                dialect.classify(e),
                state == null || state.isEmpty() ? String.valueOf(e.getErrorCode()) : state,
                message == null
                        ? e.getClass().getSimpleName()
                        : message.lines().findFirst().orElse(""));
    }

    private void rollback() {
        try {
            connection.rollback();
        } catch (SQLException e) {
            // a connection that is lost, or in a state that nobody knows: the answer tells the error that came before
            broken = true;
        }
    }

    @Override
    public void cancel() {
        broken = true;
        Statement statement = running;
        if (statement == null) {
            return;
        }
        try {
            statement.cancel();
        } catch (SQLException e) {
            // a driver that can't: abort comes next
            return;
        }
    }

    /** In a thread of its own, since some drivers wait even here. */
    @Override
    public void abort() {
        broken = true;
        Thread cutter = new Thread(this::disconnect, "isolde-sql-abort");
        cutter.setDaemon(true);
        cutter.start();
    }

    private void disconnect() {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException | AbstractMethodError e) {
            // the session stays until the database gives up, which is waited for
            return;
        }
    }

    /** Ends what the execution left open; the connection stays. */
    @Override
    public void close() {
        rollback();
    }

    void disconnectQuietly() {
        try {
            connection.close();
        } catch (SQLException e) {
            // it is given up in any case
            return;
        }
    }
}
