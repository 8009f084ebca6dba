package org.isolde.sql.execute;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A connection on which one thing at a time is executed. From any other thread, what is under way can be cancelled, and the connection
 * cut.
 */
public final class Channel implements AutoCloseable {
    private final Connection connection;
    private final Deadline deadline;
    private volatile Statement running;
    private volatile Thread canceller;
    private volatile Thread cutter;

    Channel(Connection connection, Deadline deadline) {
        this.connection = connection;
        this.deadline = deadline;
        deadline.add(this);
    }

    /** Executes a statement and takes all that it returns. */
    public Reply execute(String sql) throws SQLException, TimedOutException {
        deadline.check();
        try (Statement statement = connection.createStatement()) {
            running = statement;
            if (!statement.execute(sql)) {
                return Reply.of(statement.getUpdateCount());
            }
            try (ResultSet result = statement.getResultSet()) {
                return Reply.of(Rows.of(result));
            }
        } catch (SQLException e) {
            deadline.check();
            throw e;
        } finally {
            running = null;
        }
    }

    /** Executes statements that return nothing, one behind the other, in as few messages as the driver can. */
    void executeAll(Iterable<String> statements) throws SQLException, TimedOutException {
        deadline.check();
        try (Statement statement = connection.createStatement()) {
            running = statement;
            for (String each : statements) {
                statement.addBatch(each);
            }
            statement.executeBatch();
        } catch (SQLException e) {
            deadline.check();
            throw e;
        } finally {
            running = null;
        }
    }

    public void commit() throws SQLException, TimedOutException {
        deadline.check();
        connection.commit();
    }

    public void rollback() throws SQLException {
        connection.rollback();
    }

    void setAutoCommit(boolean on) throws SQLException {
        connection.setAutoCommit(on);
    }

    public boolean isClosed() throws SQLException {
        return connection.isClosed();
    }

    /** Asks the database to end the statement under way. */
    void cancel() {
        canceller = started(canceller, this::cancelRunning);
    }

    /** Cuts the connection. */
    void cut() {
        cutter = started(cutter, this::abort);
    }

    /** In a thread of its own, since some drivers wait even here; none, if the last one still does. */
    private static Thread started(Thread last, Runnable task) {
        if (last != null && last.isAlive()) {
            return last;
        }
        Thread thread = new Thread(task, "isolde-sql-cancel");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private void cancelRunning() {
        Statement statement = running;
        if (statement == null) {
            return;
        }
        try {
            statement.cancel();
        } catch (SQLException e) {
            // a driver that can't, or a statement that has just ended
            return;
        }
    }

    private void abort() {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException | AbstractMethodError e) {
            // the connection stays until the database gives up
            return;
        }
    }

    @Override
    public void close() {
        deadline.remove(this);
        try {
            connection.close();
        } catch (SQLException e) {
            // it is given up in any case
            return;
        }
    }
}
