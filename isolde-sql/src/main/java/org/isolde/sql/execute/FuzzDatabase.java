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
 * <p>Invariant: between two calls no transaction is open. Tables are made anew only for another schema; else rows that have changed are
 * put back.
 */
public final class FuzzDatabase implements AutoCloseable {
    private static final InterleavedExecution.Rules<List<Step>, List<Reply>> RULES =
            new InterleavedExecution.Rules<>() {
                @Override
                public String session(List<Step> unit) {
                    return unit.get(0).session();
                }

                @Override
                public boolean skips(List<Step> earlier, List<Reply> answer, List<Step> unit) {
                    return failed(answer);
                }

                @Override
                public boolean releases(List<Step> unit, List<Reply> answer) {
                    Role role = unit.get(0).role();
                    return role.isEnd() || role == Role.SAVEPOINT || failed(answer);
                }
            };

    /** An error is the last answer of its unit. */
    private static boolean failed(List<Reply> answer) {
        return answer.get(answer.size() - 1).error() != null;
    }

    /**
     * A statement takes a few milliseconds. One that takes far longer counts as waiting, whatever the database says, and what was
     * executed meanwhile is executed anew in the order that came of it; so to be impatient costs time at worst.
     */
    private static final Patience PATIENCE =
            new Patience(Duration.ofMillis(100), Duration.ofSeconds(2), Duration.ofSeconds(5));

    private final RunningDatabase running;
    private final Isolation isolation;
    private final Dialect dialect;
    private final Deadline deadline = new Deadline();
    private final List<SqlSession> sessions = new ArrayList<>();
    /** Null if the database can't say who waits. */
    private LockObserver observer;

    private Channel alone;
    private Schema schema;

    /** What is in the tables now, as far as that is known; null if it is not. */
    private Map<String, Rows> contents;

    /** The rows that the tables were last filled with. */
    private List<InitialRow> filling;
    /** The same as they were read then; null if they were not. */
    private Map<String, Rows> filled;

    public FuzzDatabase(RunningDatabase running, Isolation isolation, Dialect dialect) throws DatabaseException {
        this.running = running;
        this.isolation = isolation;
        this.dialect = dialect;
        prepare();
    }

    private void prepare() throws DatabaseException {
        try {
            alone = channel();
            alone.setAutoCommit(true);
            observer = LockObserver.on(connect());
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

    /** A connection of its own at the isolation level, which counts for the deadline. */
    public Channel channel() throws DatabaseException {
        Connection connection = connect();
        try {
            settle(connection);
            return new Channel(connection, deadline);
        } catch (SQLException e) {
            throw failed("a session can't be opened", e);
        }
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

    /**
     * Begins a time after which everything here and on the channels throws a {@link TimedOutException}. What is known of the tables is
     * forgotten.
     */
    public Deadline.Span begin(Duration limit) {
        forget();
        return deadline.begin(limit);
    }

    private void forget() {
        contents = null;
        filled = null;
    }

    /** Whether the time is over, and something still does not end; from any thread. Such a database is of no use any more. */
    public boolean hangs() {
        return deadline.hangs();
    }

    /** Makes the tables what they are before the first transaction, with as few changes as are known to be enough. */
    public void reset(Schema tables, List<InitialRow> rows) throws DatabaseException {
        deadline.check();
        if (deadline.takeExpired()) {
            reconnect();
        }
        try {
            if (!tables.equals(schema)) {
                recreate(tables);
                forget();
            }
            if (filled == null || contents == null || !rows.equals(filling)) {
                forget();
                fill(rows);
            } else {
                repair();
            }
            filling = rows;
            contents = filled;
        } catch (SQLException e) {
            contents = null;
            throw failed("the tables can't be filled", e);
        }
    }

    /** What was cancelled may have left anything behind on its connection. */
    private void reconnect() throws DatabaseException {
        disconnect();
        alone.close();
        closeObserver();
        prepare();
    }

    private void repair() throws SQLException, DatabaseException {
        List<String> statements = new Repair(dialect, filling, filled).of(contents);
        try {
            if (!statements.isEmpty()) {
                alone.executeAll(statements);
            }
        } catch (SQLException e) {
            // what was read is not what is there; that is for the oracles to find
            forget();
            fill(filling);
        }
    }

    private void fill(List<InitialRow> rows) throws SQLException, DatabaseException {
        List<String> statements = new ArrayList<>();
        schema.tables().forEach(table -> statements.add("delete from " + table.name()));
        Map<String, List<List<Literal>>> byTable = rows.stream()
                .collect(Collectors.groupingBy(
                        InitialRow::table,
                        LinkedHashMap::new,
                        Collectors.mapping(InitialRow::values, Collectors.toList())));
        byTable.forEach((table, values) -> statements.add(dialect.insert(table, values)));
        alone.executeAll(statements);
    }

    private void recreate(Schema next) throws SQLException, DatabaseException {
        if (schema != null) {
            drop(schema);
        }
        schema = null;
        if (running.tableSuffix().isEmpty()) {
            drop(next); // in a database of others nothing is dropped that was not made here
        }
        for (String create : dialect.create(next)) {
            alone.execute(create);
            next.tables().forEach(table -> running.made(table.name()));
        }
        schema = next;
    }

    private void drop(Schema tables) throws SQLException, DatabaseException {
        for (String drop : dialect.drop(tables)) {
            try {
                alone.execute(drop);
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
        if (contents == null) {
            Map<String, Rows> read = new LinkedHashMap<>();
            try {
                for (Table table : schema.tables()) {
                    read.put(table.name(), read(allRows(table)));
                }
            } catch (SQLException e) {
                throw failed("the tables can't be read", e);
            }
            contents = read;
        }
        return contents;
    }

    /** A query of all rows of a table, its columns in their order. */
    public static String allRows(Table table) {
        return "select " + table.columns().stream().map(column -> column.name()).collect(Collectors.joining(", "))
                + " from " + table.name();
    }

    private synchronized Rows read(String sql) throws SQLException, DatabaseException {
        return alone.execute(sql).rows();
    }

    /** Executes units in this order, one session a transaction, as far as none waits. */
    public Execution interleaved(List<List<Step>> units) throws DatabaseException, InterruptedException {
        if (!dialect.waits()) {
            return stepByStep(units);
        }
        changes();
        try (InterleavedExecution<List<Step>, List<Reply>> execution =
                new InterleavedExecution<>(RULES, PATIENCE, observer)) {
            int[] transactions = units.stream()
                    .mapToInt(unit -> unit.get(0).transaction())
                    .distinct()
                    .toArray();
            for (int i = 0; i < transactions.length; i++) {
                SqlSession session = session(i);
                execution.addSession(Step.name(transactions[i]), session, session.id());
            }
            return new Execution(execution.run(units));
        }
    }

    /** Before the first execution the tables are as they were filled; behind it nobody knows. */
    private void changes() throws DatabaseException {
        if (filled == null) {
            filled = contents();
        }
        contents = null;
    }

    /**
     * Executes units of which none can wait for another: because this database never does, or because transactions don't overlap. Then
     * no session needs a thread of its own, which would take longer than most steps.
     */
    public Execution stepByStep(List<List<Step>> units) throws DatabaseException {
        changes();
        List<StepEvent<List<Step>, List<Reply>>> events = new ArrayList<>();
        Map<Integer, SqlSession> open = new LinkedHashMap<>();
        Set<Integer> failed = new HashSet<>();
        try {
            for (List<Step> unit : units) {
                int transaction = unit.get(0).transaction();
                if (failed.contains(transaction)) {
                    continue;
                }
                if (!open.containsKey(transaction)) {
                    open.put(transaction, session(open.size()));
                }
                events.add(new StepEvent<>(unit, StepEvent.Kind.SENT, null));
                List<Reply> replies = open.get(transaction).execute(unit);
                events.add(new StepEvent<>(unit, StepEvent.Kind.ANSWERED, replies));
                if (failed(replies)) {
                    failed.add(transaction);
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
            sessions.get(number).disconnect();
            sessions.set(number, open());
        }
        return sessions.get(number);
    }

    private SqlSession open() throws DatabaseException {
        Connection connection = connect();
        try {
            long id = observer == null ? 0 : observer.register(connection);
            settle(connection);
            return new SqlSession(new Channel(connection, deadline), this::read, dialect, id);
        } catch (SQLException e) {
            throw failed("a session can't be opened", e);
        }
    }

    /**
     * Closes the connections of all sessions, with whatever they remember, and forgets what is known of the tables; others are opened
     * when they are needed.
     */
    public void disconnect() {
        forget();
        sessions.forEach(SqlSession::disconnect);
        sessions.clear();
    }

    /** Executes a statement alone: without a transaction, and nobody else is there. */
    public Reply alone(String sql) throws DatabaseException {
        changes();
        try {
            return alone.execute(sql);
        } catch (SQLException e) {
            return Reply.of(SqlSession.problem(e, dialect));
        }
    }

    private DatabaseException failed(String what, SQLException problem) {
        return SqlConnections.failed(what, isolation, problem);
    }

    private void closeObserver() throws DatabaseException {
        try {
            if (observer != null) {
                observer.close();
            }
        } catch (SQLException e) {
            throw failed("a connection can't be closed", e);
        }
    }

    /** Removes the tables and closes all connections; the database stays. */
    @Override
    public void close() throws DatabaseException {
        disconnect();
        try (Channel last = alone) {
            if (schema != null) {
                drop(schema);
            }
        } catch (SQLException e) {
            throw failed("the tables can't be dropped", e);
        } finally {
            deadline.stop();
            closeObserver();
        }
    }
}
