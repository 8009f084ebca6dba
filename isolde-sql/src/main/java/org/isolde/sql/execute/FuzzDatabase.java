package org.isolde.sql.execute;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.isolde.run.DatabaseException;
import org.isolde.run.Isolation;
import org.isolde.run.RunningDatabase;
import org.isolde.run.jdbc.JdbcRunning;
import org.isolde.run.scenario.InterleavedExecution;
import org.isolde.run.scenario.LockObserver;
import org.isolde.run.scenario.Patience;
import org.isolde.run.scenario.SqlConnections;
import org.isolde.run.scenario.StepEvent;
import org.isolde.sql.ast.Expression.Literal;
import org.isolde.sql.ast.Schema;
import org.isolde.sql.ast.Table;
import org.isolde.sql.dialect.Dialect;
import org.isolde.sql.testcase.InitialRow;

/**
 * A database on which test cases are executed, at one isolation level. Used by one thread.
 *
 * <p>Invariant: between two calls no transaction is open. Tables are made anew only for another schema; else their rows are put
 * back.
 */
public final class FuzzDatabase implements AutoCloseable {
    private static final InterleavedExecution.Rules<Step, Reply> RULES = new InterleavedExecution.Rules<>() {
        @Override
        public String session(Step step) {
            return step.session();
        }

        @Override
        public boolean skips(Step earlier, Reply answer, Step step) {
            return answer.error() != null;
        }

        @Override
        public boolean releases(Step step, Reply answer) {
            return step.role().isEnd() || step.role() == Role.SAVEPOINT || answer.error() != null;
        }
    };

    /**
     * A statement takes a few milliseconds. One that takes far longer counts as waiting, whatever the database says, and what was
     * executed meanwhile is executed anew in the order that came of it; so to be impatient costs time at worst.
     */
    private static final Patience PATIENCE =
            new Patience(Duration.ofMillis(100), Duration.ofMillis(300), Duration.ofSeconds(5));

    private final RunningDatabase running;
    private final Isolation isolation;
    private final Dialect dialect;
    private final List<SqlSession> sessions = new ArrayList<>();
    /** Null if the database can't say who waits. */
    private final LockObserver observer;

    private final Connection alone;
    private Schema schema;

    public FuzzDatabase(RunningDatabase running, Isolation isolation, Dialect dialect) throws DatabaseException {
        this.running = running;
        this.isolation = isolation;
        this.dialect = dialect;
        try {
            this.alone = connect();
            settle(alone);
            this.alone.setAutoCommit(true);
            this.observer = LockObserver.on(connect());
        } catch (SQLException e) {
            throw failed("it can't be prepared", e);
        }
    }

    public Dialect dialect() {
        return dialect;
    }

    public Isolation isolation() {
        return isolation;
    }

    public String version() {
        return running.version();
    }

    /** What a person types to begin a transaction at this level, behind what is typed once at a terminal. */
    public List<String> beginning() {
        List<String> typed = new ArrayList<>();
        if (running instanceof JdbcRunning jdbc) {
            typed.addAll(jdbc.dialect().opening(isolation));
            typed.addAll(jdbc.dialect().beginning(isolation));
        }
        return typed;
    }

    private Connection connect() throws DatabaseException {
        return SqlConnections.open(running, isolation);
    }

    /** Settings make waiting shorter, and nothing else: a user without the right to them goes without. */
    private void settle(Connection connection) throws SQLException {
        for (String setting : dialect.sessionSettings()) {
            try (Statement statement = connection.createStatement()) {
                statement.execute(setting);
            } catch (SQLException e) {
                connection.rollback();
            }
        }
        connection.commit();
    }

    /** Makes the tables what they are before the first transaction. */
    public void reset(Schema tables, List<InitialRow> initialRows) throws DatabaseException {
        try {
            if (!tables.equals(schema)) {
                recreate(tables);
            }
            try (Statement statement = alone.createStatement()) {
                for (Table table : schema.tables()) {
                    statement.executeUpdate("delete from " + table.name());
                }
                for (Map.Entry<String, List<List<Literal>>> rows :
                        byTable(initialRows).entrySet()) {
                    statement.executeUpdate(dialect.insert(rows.getKey(), rows.getValue()));
                }
            }
        } catch (SQLException e) {
            throw failed("the tables can't be filled", e);
        }
    }

    private static Map<String, List<List<Literal>>> byTable(List<InitialRow> rows) {
        return rows.stream()
                .collect(Collectors.groupingBy(
                        InitialRow::table,
                        LinkedHashMap::new,
                        Collectors.mapping(InitialRow::values, Collectors.toList())));
    }

    private void recreate(Schema next) throws SQLException {
        try (Statement statement = alone.createStatement()) {
            if (schema != null) {
                drop(statement, schema);
            }
            schema = null;
            if (running.tableSuffix().isEmpty()) {
                drop(statement, next); // in a database of others nothing is dropped that was not made here
            }
            for (String create : dialect.create(next)) {
                statement.execute(create);
                next.tables().forEach(table -> running.made(table.name()));
            }
        }
        schema = next;
    }

    private void drop(Statement statement, Schema tables) throws SQLException {
        for (String drop : dialect.drop(tables)) {
            try {
                statement.execute(drop);
            } catch (SQLException e) {
                if (!dialect.isMissingTable(e)) {
                    throw e;
                }
            }
        }
        tables.tables().forEach(table -> running.dropped(table.name()));
    }

    /** The rows of every table, as they are committed. */
    public Map<String, Rows> contents() throws DatabaseException {
        Map<String, Rows> contents = new LinkedHashMap<>();
        try {
            for (Table table : schema.tables()) {
                contents.put(table.name(), read(allRows(table)));
            }
        } catch (SQLException e) {
            throw failed("the tables can't be read", e);
        }
        return contents;
    }

    /** A query of all rows of a table, its columns in their order. */
    public static String allRows(Table table) {
        return "select " + table.columns().stream().map(column -> column.name()).collect(Collectors.joining(", "))
                + " from " + table.name();
    }

    private synchronized Rows read(String sql) throws SQLException {
        try (Statement statement = alone.createStatement()) {
            return SqlSession.answer(statement, sql).rows();
        }
    }

    /** Executes steps in this order, one session a transaction, as far as none waits. */
    public Execution interleaved(List<Step> steps) throws DatabaseException, InterruptedException {
        if (!dialect.waits()) {
            return stepByStep(steps);
        }
        try (InterleavedExecution<Step, Reply> execution = new InterleavedExecution<>(RULES, PATIENCE, observer)) {
            int[] transactions =
                    steps.stream().mapToInt(Step::transaction).distinct().toArray();
            for (int i = 0; i < transactions.length; i++) {
                SqlSession session = session(i);
                execution.addSession(Step.name(transactions[i]), session, session.id());
            }
            return new Execution(execution.run(steps));
        }
    }

    /**
     * Executes steps of which none can wait for another: because this database never does, or because transactions don't overlap. Then
     * no session needs a thread of its own, which would take longer than most steps.
     */
    public Execution stepByStep(List<Step> steps) throws DatabaseException {
        List<StepEvent<Step, Reply>> events = new ArrayList<>();
        Map<Integer, SqlSession> open = new LinkedHashMap<>();
        Set<Integer> failed = new HashSet<>();
        try {
            for (Step step : steps) {
                if (failed.contains(step.transaction())) {
                    events.add(new StepEvent<>(step, StepEvent.Kind.SKIPPED, null));
                    continue;
                }
                if (!open.containsKey(step.transaction())) {
                    open.put(step.transaction(), session(open.size()));
                }
                events.add(new StepEvent<>(step, StepEvent.Kind.SENT, null));
                Reply reply = open.get(step.transaction()).execute(step);
                events.add(new StepEvent<>(step, StepEvent.Kind.ANSWERED, reply));
                if (reply.error() != null) {
                    failed.add(step.transaction());
                }
            }
        } finally {
            open.values().forEach(SqlSession::close);
        }
        return new Execution(events);
    }

    private SqlSession session(int number) throws DatabaseException {
        while (sessions.size() <= number) {
            sessions.add(open());
        }
        if (sessions.get(number).isBroken()) {
            sessions.get(number).disconnectQuietly();
            sessions.set(number, open());
        }
        return sessions.get(number);
    }

    private SqlSession open() throws DatabaseException {
        Connection connection = connect();
        try {
            long id = observer == null ? 0 : observer.register(connection);
            settle(connection);
            return new SqlSession(connection, this::read, dialect, id);
        } catch (SQLException e) {
            throw failed("a session can't be opened", e);
        }
    }

    /** Closes the connections of all sessions, with whatever they remember; others are opened when they are needed. */
    public void disconnect() {
        sessions.forEach(SqlSession::disconnectQuietly);
        sessions.clear();
    }

    /** Executes a statement alone: without a transaction, and nobody else is there. */
    public Reply alone(String sql) {
        try (Statement statement = alone.createStatement()) {
            return SqlSession.answer(statement, sql);
        } catch (SQLException e) {
            return Reply.of(SqlSession.problem(e, dialect));
        }
    }

    private DatabaseException failed(String what, SQLException problem) {
        return SqlConnections.failed(what, isolation, problem);
    }

    /** Removes the tables and closes all connections; the database stays. */
    @Override
    public void close() throws DatabaseException {
        disconnect();
        try (alone) {
            if (schema != null) {
                try (Statement statement = alone.createStatement()) {
                    drop(statement, schema);
                }
            }
            if (observer != null) {
                observer.close();
            }
        } catch (SQLException e) {
            throw failed("the tables can't be dropped", e);
        }
    }
}
