package org.isolde.run.scenario;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.isolde.run.DatabaseException;
import org.isolde.run.scenario.Scenario.Step;

/**
 * A session of a play: a connection with a thread of its own, in which a statement may wait, and the steps that queue
 * behind it.
 *
 * <p>Invariant: the connection is used by its thread alone, but for cancelling; all else by the player's thread alone. At
 * most one step is under way. After an error the transaction is rolled back at once, and nothing more is sent.
 */
final class PlayedSession {
    private final String name;
    private final Connection connection;
    private final SqlText sql;
    private final long id;
    private final BlockingQueue<Done> done;
    private final ExecutorService thread;
    private final Deque<Step> queue = new ArrayDeque<>();
    private volatile Statement running;
    private Step pending;
    private boolean waiting;
    private boolean failed;

    /**
     * @param id the database's number of the session, if it can say who waits
     * @param done where answers are put
     */
    PlayedSession(String name, Connection connection, SqlText sql, long id, BlockingQueue<Done> done) {
        this.name = name;
        this.connection = connection;
        this.sql = sql;
        this.id = id;
        this.done = done;
        this.thread = Executors.newSingleThreadExecutor(task -> {
            Thread daemon = new Thread(task, "isolde-scenario-" + name);
            daemon.setDaemon(true);
            return daemon;
        });
    }

    /** An answer, or the problem that ends the play. */
    record Done(PlayedSession session, Answer answer, Exception problem) {}

    String name() {
        return name;
    }

    long id() {
        return id;
    }

    Deque<Step> queue() {
        return queue;
    }

    /** The step under way; null if the session is idle. */
    Step pending() {
        return pending;
    }

    boolean hasFailed() {
        return failed;
    }

    boolean isWaiting() {
        return waiting;
    }

    void markWaiting() {
        waiting = true;
    }

    void send(Step step) {
        pending = step;
        waiting = false;
        thread.execute(() -> {
            Done result;
            try {
                result = new Done(this, perform(step), null);
            } catch (Exception e) {
                result = new Done(this, null, e);
            }
            done.add(result);
        });
    }

    /** Takes down that the pending step was answered. */
    void settle(Answer answer) {
        pending = null;
        waiting = false;
        failed |= answer == null || answer.kind() == Answer.Kind.ERROR;
    }

    private Answer perform(Step step) throws DatabaseException {
        try {
            if (step.isCommit()) {
                connection.commit();
                return Answer.done();
            }
            if (step.isRollback()) {
                connection.rollback();
                return Answer.done();
            }
            return execute(step.text());
        } catch (SQLException e) {
            try {
                connection.rollback();
            } catch (SQLException lost) {
                e.addSuppressed(lost);
                throw new DatabaseException(
                        "session " + name + " could not roll back after an error (is the database still there?): "
                                + SqlText.explain(e),
                        e);
            }
            return Answer.error(SqlText.state(e), SqlText.explain(e));
        }
    }

    private Answer execute(String text) throws SQLException {
        try {
            return execute(connection, sql.of(text), statement -> running = statement);
        } finally {
            running = null;
        }
    }

    /**
     * Executes a statement and takes all that it returns.
     *
     * @param begun told of the statement before it runs
     */
    static Answer execute(Connection connection, String text, Consumer<Statement> begun) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            begun.accept(statement);
            if (!statement.execute(text)) {
                return Answer.count(statement.getUpdateCount());
            }
            List<Row> rows = new ArrayList<>();
            try (ResultSet result = statement.getResultSet()) {
                while (result.next()) {
                    rows.add(new Row(result.getLong(1), result.getLong(2)));
                }
            }
            return Answer.rows(rows);
        }
    }

    /** Asks the driver to end the statement under way; not all can. */
    void cancel() {
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

    /** Cuts the connection under the statement, in a thread of its own, since some drivers wait even here. */
    void abort() {
        Thread cutter = new Thread(
                () -> {
                    try {
                        connection.abort(Runnable::run);
                    } catch (SQLException | AbstractMethodError e) {
                        // the session then stays until the database gives up; the player waits for that
                        return;
                    }
                },
                "isolde-scenario-abort-" + name);
        cutter.setDaemon(true);
        cutter.start();
    }

    /** Rolls back what is open, closes, and waits for that; an error here can't change what was seen. */
    void close(Duration patience) throws DatabaseException {
        thread.execute(() -> {
            try (connection) {
                if (!connection.isClosed()) {
                    connection.rollback();
                }
            } catch (SQLException e) {
                // cut by abort, or lost: the next statement of the player says so
                return;
            }
        });
        thread.shutdown();
        try {
            if (!thread.awaitTermination(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new DatabaseException("session " + name + " can't be ended: a statement of it still waits after "
                        + patience.toSeconds() + " s, and can't be cancelled; set a shorter lock timeout");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DatabaseException("interrupted", e);
        }
    }
}
