package org.isolde.run.scenario;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.isolde.run.DatabaseException;
import org.isolde.run.scenario.Scenario.Step;

/**
 * Executes the steps of a scenario's session on a connection.
 *
 * <p>Invariant: after an error the transaction is rolled back at once.
 */
final class SqlStepExecutor implements StepExecutor<Step, Answer> {
    private final String name;
    private final Connection connection;
    private final SqlText sql;
    private volatile Statement running;

    SqlStepExecutor(String name, Connection connection, SqlText sql) {
        this.name = name;
        this.connection = connection;
        this.sql = sql;
    }

    @Override
    public Answer execute(Step step) throws DatabaseException {
        try {
            if (step.isCommit()) {
                connection.commit();
                return Answer.done();
            }
            if (step.isRollback()) {
                connection.rollback();
                return Answer.done();
            }
            return statement(step.text());
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

    private Answer statement(String text) throws SQLException {
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
    @Override
    public void cancel() {
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
        Thread cutter = new Thread(
                () -> {
                    try {
                        connection.abort(Runnable::run);
                    } catch (SQLException | AbstractMethodError e) {
                        // the session then stays until the database gives up, which is waited for
                        return;
                    }
                },
                "isolde-scenario-abort-" + name);
        cutter.setDaemon(true);
        cutter.start();
    }

    /** Rolls back what is open; an error here can't change what was seen. */
    @Override
    public void close() {
        try (connection) {
            if (!connection.isClosed()) {
                connection.rollback();
            }
        } catch (SQLException e) {
            // cut by abort, or lost: the next statement on the database says so
            return;
        }
    }
}
