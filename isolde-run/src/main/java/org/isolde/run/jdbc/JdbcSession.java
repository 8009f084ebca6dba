package org.isolde.run.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;
import org.isolde.run.RunningDatabase.Tables;
import org.isolde.run.Session;
import org.isolde.run.SessionOptions;
import org.isolde.run.SessionOptions.Statements;
import org.isolde.run.rows.RowAnswer;
import org.isolde.run.rows.RowMark;
import org.isolde.run.rows.RowStatement;

/**
 * A session on one JDBC connection with autocommit off.
 *
 * <p>Prepared statements outlive transactions, as they do in programs that use a database in earnest: what a database
 * keeps with a statement is part of what is tested. A statement that failed is thrown away.
 */
public final class JdbcSession implements Session {
    /** Statements kept in {@link Statements#PER_KEY}: enough for the keys that live at one time. */
    private static final int MOST_STATEMENTS = 64;

    private static final int ALIVE_SECONDS = 2;
    private static final long[] NOTHING = {};

    private enum Kind {
        SELECT,
        UPDATE,
        APPEND,
        UPDATE_IF,
        INSERT,
        UPSERT,
        UPSERT_APPEND
    }

    /** A prepared statement is for a kind of operation, and a table or (in {@link Statements#PER_KEY}) a key. */
    private record Use(Kind kind, long place) {}

    private final Connection connection;
    private final SqlDialect dialect;
    private final Tables tables;
    private final Statements mode;
    private final Map<Use, PreparedStatement> statements = new LinkedHashMap<>(16, 0.75f, true);
    private final boolean upserts;
    private final SqlTimestamps clock;
    private final RowWatch watch;
    private final String tableSuffix;
    private final JdbcRows rows;

    private boolean wrote;
    private Timestamps timestamps;

    /**
     * @param watch of its statements on rows
     * @param tableSuffix what names of tables end in
     */
    JdbcSession(Connection connection, SqlDialect dialect, SessionOptions options, RowWatch watch, String tableSuffix) {
        this.connection = connection;
        this.tableSuffix = tableSuffix;
        this.watch = watch;
        this.rows = new JdbcRows(
                connection,
                dialect.rows(RowDialect.TABLE + tableSuffix),
                watch,
                options.statements() == Statements.FRESH);
        this.dialect = dialect;
        this.tables = options.tables();
        this.mode = options.statements();
        this.clock = dialect.timestamps(options.isolation());
        String any = SqlDialect.table(0);
        this.upserts = (tables.lists() ? dialect.upsertAppend(any) : dialect.upsert(any)) != null;
    }

    /** The connection, for whoever asks the database about this session; not to be used while the session is. */
    public Connection connection() {
        return connection;
    }

    @Override
    public void begin() throws SQLException {
        wrote = false;
        timestamps = null;
        dialect.begin(connection);
        rows.begin();
    }

    @Override
    public RowAnswer execute(RowStatement statement, long number) throws SQLException {
        return rows.execute(statement, number);
    }

    @Override
    public int savepoint() throws SQLException {
        return tables.rows() || dialect.hasSavepoints() ? rows.savepoint() : -1;
    }

    @Override
    public void rollbackTo(int savepoint) throws SQLException {
        rows.rollbackTo(savepoint);
    }

    @Override
    public RowMark mark() {
        return watch.mark();
    }

    @Override
    public long read(long key) throws SQLException {
        return run(Kind.SELECT, key, statement -> {
            statement.setLong(1, key);
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next() ? rows.getLong(1) : ABSENT;
            }
        });
    }

    @Override
    public long[] readList(long key) throws SQLException {
        return run(Kind.SELECT, key, statement -> {
            statement.setLong(1, key);
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next() ? parse(rows.getString(1)) : NOTHING;
            }
        });
    }

    @Override
    public void write(long key, long value, WriteStyle style) throws SQLException {
        change(key, value, style, Kind.UPDATE, Kind.UPSERT);
    }

    @Override
    public void append(long key, long element, WriteStyle style) throws SQLException {
        change(key, element, style, Kind.APPEND, Kind.UPSERT_APPEND);
    }

    private void change(long key, long value, WriteStyle style, Kind update, Kind upsert) throws SQLException {
        switch (style) {
            case UPSERT -> {
                if (upserts) {
                    insert(upsert, key, value);
                } else {
                    change(key, value, WriteStyle.UPDATE_THEN_INSERT, update, upsert);
                }
            }
            case INSERT -> insert(Kind.INSERT, key, value);
            case UPDATE, UPDATE_THEN_INSERT -> {
                // a row that was read may be gone from a plain update's view only if the database is wrong or at a weak
                // level; the write must happen all the same, because it is recorded
                if (update(update, key, value) == 0) {
                    insert(Kind.INSERT, key, value);
                }
            }
        }
    }

    private int update(Kind kind, long key, long value) throws SQLException {
        return run(kind, key, statement -> {
            set(statement, 1, value);
            statement.setLong(2, key);
            return executeUpdate(statement);
        });
    }

    private void insert(Kind kind, long key, long value) throws SQLException {
        run(kind, key, statement -> {
            statement.setLong(1, key);
            statement.setLong(2, key);
            set(statement, 3, value);
            return executeUpdate(statement);
        });
    }

    private int executeUpdate(PreparedStatement statement) throws SQLException {
        int rows = statement.executeUpdate();
        wrote |= rows > 0;
        return rows;
    }

    private void set(PreparedStatement statement, int place, long value) throws SQLException {
        if (tables.lists()) {
            statement.setString(place, Long.toString(value));
        } else {
            statement.setLong(place, value);
        }
    }

    @Override
    public boolean compareAndSet(long key, long expected, long value) throws SQLException {
        if (expected != ABSENT) {
            return run(Kind.UPDATE_IF, key, statement -> {
                        statement.setLong(1, value);
                        statement.setLong(2, key);
                        statement.setLong(3, expected);
                        return executeUpdate(statement);
                    })
                    == 1;
        }
        try {
            insert(Kind.INSERT, key, value);
            return true;
        } catch (SQLException e) {
            if (!dialect.isDuplicateKey(e)) {
                throw e;
            }
            // some databases now refuse everything but a rollback; there was nothing before it in this transaction
            connection.rollback();
            wrote = false;
            return false;
        }
    }

    @Override
    public void commit() throws SQLException {
        String before = clock == null || clock.beforeCommit() == null ? null : ask(clock.beforeCommit());
        watch.beforeCommit(connection);
        connection.commit();
        watch.afterCommit(connection);
        if (clock != null) {
            readTimestamps(before);
        }
        endTransaction();
    }

    /**
     * Nothing that goes wrong here may look like a failure of the transaction, which is committed. Without its timestamps
     * the history has none, and whoever reads it says so; a connection that is lost fails at the next begin.
     */
    private void readTimestamps(String before) {
        try {
            String after = null;
            if (clock.afterCommit() != null) {
                after = ask(clock.afterCommit());
                // the question has begun a transaction, with a snapshot of its own
                connection.rollback();
            }
            timestamps = clock.read(before, after, wrote);
        } catch (SQLException e) {
            timestamps = null;
        }
    }

    /** The one value that a query gives, as text; null if there is none. */
    private String ask(String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            return rows.next() ? rows.getString(1) : null;
        }
    }

    @Override
    public Timestamps timestamps() {
        return timestamps;
    }

    @Override
    public void rollback() throws SQLException {
        connection.rollback();
        endTransaction();
    }

    private void endTransaction() {
        rows.ended();
        if (mode == Statements.FRESH) {
            closeStatements();
        }
    }

    @Override
    public Failure classify(Exception problem, boolean committing) {
        if (problem instanceof JdbcRows.RowsSlippedException slipped) {
            return new Failure(Failure.Kind.ABORTED, slipped.getMessage());
        }
        if (problem instanceof SQLException sql) {
            return SqlErrors.classify(sql, dialect, committing, this::isAlive);
        }
        return new Failure(Failure.Kind.FATAL, problem.toString());
    }

    private boolean isAlive() {
        try {
            return connection.isValid(ALIVE_SECONDS);
        } catch (SQLException e) {
            return false;
        }
    }

    /** What is done with a statement. */
    private interface Body<T> {
        T run(PreparedStatement statement) throws SQLException;
    }

    private <T> T run(Kind kind, long key, Body<T> body) throws SQLException {
        Use use = new Use(kind, mode == Statements.PER_KEY ? key : tables.of(key));
        PreparedStatement statement = statements.get(use);
        if (statement == null) {
            statement = connection.prepareStatement(text(kind, SqlDialect.table(tables.of(key)) + tableSuffix));
            statements.put(use, statement);
            if (statements.size() > MOST_STATEMENTS) {
                // the least recently used one, of a key that has been retired
                close(statements.remove(statements.keySet().iterator().next()));
            }
        }
        try {
            return body.run(statement);
        } catch (SQLException e) {
            if (!isRetryable(e)) {
                statements.remove(use);
                close(statement);
            }
            throw e;
        }
    }

    /** A serialization failure is no fault of the statement, and a program would go on using it. */
    static boolean isRetryable(SQLException problem) {
        return problem.getSQLState() != null && problem.getSQLState().startsWith("40");
    }

    private String text(Kind kind, String table) {
        return switch (kind) {
            case SELECT -> dialect.select(table, tables.secondaryIndex());
            case UPDATE -> dialect.update(table);
            case APPEND -> dialect.append(table);
            case UPDATE_IF -> dialect.updateIf(table);
            case INSERT -> dialect.insert(table);
            case UPSERT -> dialect.upsert(table);
            case UPSERT_APPEND -> dialect.upsertAppend(table);
        };
    }

    private static long[] parse(String list) {
        if (list == null || list.isEmpty()) {
            return NOTHING;
        }
        String[] parts = list.split(",");
        long[] elements = new long[parts.length];
        for (int i = 0; i < parts.length; i++) {
            elements[i] = Long.parseLong(parts[i]);
        }
        return elements;
    }

    private void closeStatements() {
        statements.values().forEach(JdbcSession::close);
        statements.clear();
    }

    static void close(PreparedStatement statement) {
        try {
            statement.close();
        } catch (SQLException e) {
            // the statement goes with its connection; nothing of the transaction depends on it
            return;
        }
    }

    @Override
    public void close() {
        closeStatements();
        rows.close();
        try {
            connection.close();
        } catch (SQLException e) {
            // a connection that is gone already can't be closed, and need not be
            return;
        }
    }

    @Override
    public void abort() {
        // some drivers wait for the very call that is to be cut off
        Thread cutter = new Thread(
                () -> {
                    try {
                        connection.abort(Runnable::run);
                    } catch (SQLException | RuntimeException e) {
                        // then the session is left alone, which the run tells
                        return;
                    }
                },
                "isolde-abort");
        cutter.setDaemon(true);
        cutter.start();
    }
}
