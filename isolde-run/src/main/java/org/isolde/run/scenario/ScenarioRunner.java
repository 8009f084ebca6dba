package org.isolde.run.scenario;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.isolde.run.DatabaseException;
import org.isolde.run.Isolation;
import org.isolde.run.RunningDatabase;
import org.isolde.run.scenario.Scenario.Step;

/**
 * Executes scenarios on a database at one isolation level.
 *
 * <p>Invariant: every execution has the table {@value Scenario#TABLE} new and for itself. Before the first all statements
 * were tried one by one, so an error comes of the interleaving, and not of a database that doesn't understand them.
 */
public final class ScenarioRunner implements AutoCloseable {
    /** After an error the session has rolled back, and nothing more is sent. */
    private static final InterleavedExecution.Rules<Step, Answer> RULES = new InterleavedExecution.Rules<>() {
        @Override
        public String session(Step step) {
            return step.session();
        }

        @Override
        public boolean skips(Step earlier, Answer answer, Step step) {
            return answer.kind() == Answer.Kind.ERROR;
        }

        @Override
        public boolean releases(Step step, Answer answer) {
            return step.isEnd() || answer.kind() == Answer.Kind.ERROR;
        }
    };

    private final RunningDatabase database;
    private final Isolation isolation;
    /** Null if the database can't say who waits. */
    private final LockObserver observer;

    private final SqlText sql;
    private final String table;
    private final Patience patience;

    /** @throws DatabaseException if the scenarios can't be executed on it at that level, with the reason */
    public ScenarioRunner(RunningDatabase database, Isolation isolation, List<Scenario> scenarios, Patience patience)
            throws DatabaseException {
        this.database = database;
        this.isolation = isolation;
        this.table = Scenario.TABLE + database.tableSuffix();
        Connection opened = connect();
        try {
            this.sql = new SqlText(opened, table);
            this.observer = LockObserver.on(opened);
            this.patience = patience.forStatementsOf(tryStatements(scenarios));
        } catch (SQLException e) {
            throw closing(opened, failed("the scenarios can't be prepared", e));
        } catch (DatabaseException e) {
            throw closing(opened, e);
        }
    }

    private static DatabaseException closing(Connection connection, DatabaseException problem) {
        try {
            connection.close();
        } catch (SQLException e) {
            problem.addSuppressed(e);
        }
        return problem;
    }

    /** Executes one. */
    public ScenarioExecution run(Scenario scenario) throws DatabaseException, InterruptedException {
        makeTable();
        List<StepEvent<Step, Answer>> events = new ArrayList<>();
        List<Step> steps = new ArrayList<>();
        List<Step> after = new ArrayList<>();
        scenario.steps().forEach(step -> (step.session().equals(Scenario.AFTER) ? after : steps).add(step));
        try (InterleavedExecution<Step, Answer> execution = new InterleavedExecution<>(RULES, patience, observer)) {
            for (String session : scenario.sessions()) {
                if (!session.equals(Scenario.AFTER)) {
                    addSession(execution, session);
                }
            }
            events.addAll(execution.run(steps));
        }
        if (!after.isEmpty()) {
            look(scenario, after, events);
        }
        return new ScenarioExecution(scenario, events);
    }

    private void addSession(InterleavedExecution<Step, Answer> execution, String session) throws DatabaseException {
        Connection connection = connect();
        try {
            long id = observer == null ? 0 : observer.register(connection);
            // the session's transaction is to begin with its first step
            connection.rollback();
            execution.addSession(session, new SqlStepExecutor(session, connection, sql), id);
        } catch (SQLException e) {
            throw closing(connection, failed("session " + session + " can't begin", e));
        }
    }

    /** What the table is like when all is over. */
    private void look(Scenario scenario, List<Step> after, List<StepEvent<Step, Answer>> events)
            throws DatabaseException {
        try (Connection connection = connect()) {
            for (Step step : after) {
                events.add(StepEvent.of(step, StepEvent.Kind.SENT));
                events.add(StepEvent.answered(
                        step, SqlStepExecutor.execute(connection, sql.of(step.text()), statement -> {})));
            }
            connection.rollback();
        } catch (SQLException e) {
            throw failed("the table could not be read after the play of " + scenario.id(), e);
        }
    }

    /** Tries every statement, and returns how long the slowest took. */
    private Duration tryStatements(List<Scenario> scenarios) throws DatabaseException {
        makeTable();
        Set<String> statements = new LinkedHashSet<>();
        scenarios.forEach(scenario ->
                scenario.steps().stream().filter(step -> !step.isEnd()).forEach(step -> statements.add(step.text())));
        long slowest = 0;
        try (Connection connection = connect()) {
            for (String statement : statements) {
                long begin = System.nanoTime();
                try {
                    SqlStepExecutor.execute(connection, sql.of(statement), running -> {});
                } catch (SQLException e) {
                    connection.rollback();
                    throw failed("it does not take the statement '" + sql.of(statement) + "'", e);
                }
                slowest = Math.max(slowest, System.nanoTime() - begin);
                connection.rollback();
            }
        } catch (SQLException e) {
            throw failed("the statements could not be tried", e);
        }
        return Duration.ofNanos(slowest);
    }

    private void makeTable() throws DatabaseException {
        try (Connection connection = connect()) {
            SQLException notDropped = dropTable(connection);
            try (Statement statement = connection.createStatement()) {
                database.made(table);
                statement.executeUpdate("create table " + table + " (id int not null primary key, val int)");
                connection.commit();
                statement.executeUpdate("insert into " + table + " (id, val) values (1, 10)");
                statement.executeUpdate("insert into " + table + " (id, val) values (2, 20)");
                connection.commit();
            } catch (SQLException e) {
                if (notDropped != null) {
                    e.addSuppressed(notDropped);
                }
                connection.rollback();
                throw failed("the table " + table + " can't be made (the user needs the right to)", e);
            }
        } catch (SQLException e) {
            throw failed("the table " + table + " can't be made", e);
        }
    }

    /** Returns the error of a drop that failed, which matters only if the table then can't be made. */
    private SQLException dropTable(Connection connection) throws SQLException {
        SQLException problem = null;
        // not every database has "if exists", and without it a table that isn't there is an error
        for (String drop : List.of("drop table if exists ", "drop table ")) {
            try (Statement statement = connection.createStatement()) {
                statement.executeUpdate(drop + table);
                connection.commit();
                return null;
            } catch (SQLException e) {
                connection.rollback();
                problem = e;
            }
        }
        return problem;
    }

    private Connection connect() throws DatabaseException {
        return SqlConnections.open(database, isolation);
    }

    private DatabaseException failed(String what, SQLException problem) {
        return SqlConnections.failed(what, isolation, problem);
    }

    /** Removes the table. */
    @Override
    public void close() throws DatabaseException {
        try (Connection connection = connect()) {
            SQLException notDropped = dropTable(connection);
            if (notDropped != null) {
                throw failed("the table " + table + " can't be dropped", notDropped);
            }
            database.dropped(table);
            if (observer != null) {
                observer.close();
            }
        } catch (SQLException e) {
            throw failed("the connections can't be closed", e);
        }
    }
}
