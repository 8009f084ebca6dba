package org.isolde.run.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.isolde.condition.Condition;
import org.isolde.condition.Condition.In;
import org.isolde.condition.Operand;
import org.isolde.run.rows.RowAnswer;
import org.isolde.run.rows.RowAnswer.Found;
import org.isolde.run.rows.RowChange;
import org.isolde.run.rows.RowStatement;
import org.isolde.run.rows.RowVersion;

/**
 * Executes statements on rows over one JDBC connection.
 *
 * <p>Invariant: an answer names every version that a statement made, and the version that it replaced. A database that can't
 * say so by {@code returning} is asked: the rows are locked, changed, and read again. If more or fewer were changed than
 * were locked, nobody knows which, and the transaction is given up.
 */
final class JdbcRows {
    /** Statements that are kept prepared; conditions recur, but not all of them, and a watch may double them. */
    private static final int MOST_STATEMENTS = 256;

    /** The transaction is given up, because it can't be told which rows a statement changed. */
    static final class RowsSlippedException extends SQLException {
        private static final long serialVersionUID = 1L;

        RowsSlippedException() {
            super("rows came or went between their lock and their change", "40000");
        }
    }

    private final Connection connection;
    private final RowDialect dialect;
    private final RowWatch watch;
    private final boolean fresh;
    private final Map<String, PreparedStatement> statements = new LinkedHashMap<>(16, 0.75f, true);
    private final List<Savepoint> savepoints = new ArrayList<>();

    /** Null until it has been asked. */
    private Boolean hasSavepoints;

    /** @param fresh whether statements are prepared anew in each transaction */
    JdbcRows(Connection connection, RowDialect dialect, RowWatch watch, boolean fresh) {
        this.connection = connection;
        this.dialect = dialect;
        this.watch = watch;
        this.fresh = fresh;
    }

    void begin() throws SQLException {
        savepoints.clear();
        watch.begin(connection);
    }

    RowAnswer execute(RowStatement statement, long number) throws SQLException {
        RowAnswer answer;
        if (statement instanceof RowStatement.Select select) {
            answer = RowAnswer.rows(
                    select.where(), found(readBy(select.where(), dialect.select(select.where()), false)));
        } else if (statement instanceof RowStatement.Aggregate aggregate) {
            answer = aggregate(aggregate);
        } else if (statement instanceof RowStatement.Insert insert) {
            answer = insert(insert, number);
        } else if (statement instanceof RowStatement.Update update) {
            answer = update(update, number);
        } else if (statement instanceof RowStatement.Delete delete) {
            answer = delete(delete, number);
        } else {
            throw new IllegalArgumentException("no statement on rows: " + statement);
        }
        return answer.with(watch.snapshot());
    }

    private RowAnswer aggregate(RowStatement.Aggregate aggregate) throws SQLException {
        Long value = run(watch.text(dialect.aggregate(aggregate), false), statement -> {
            set(statement, by(aggregate.where()));
            try (ResultSet rows = statement.executeQuery()) {
                rows.next();
                answered(rows);
                return nullable(rows, watch.columns() + 1);
            }
        });
        watch.executed(connection, false);
        return RowAnswer.aggregate(aggregate.where(), aggregate.function(), aggregate.column(), value);
    }

    private RowAnswer insert(RowStatement.Insert insert, long number) throws SQLException {
        String text = dialect.insert(insert);
        if (text == null) {
            return insertAfterLooking(insert, number);
        }
        Object[] parameters = {insert.id(), insert.a(), insert.b(), number, RowVersion.bornAs(insert.id(), number)};
        if (dialect.hasReturning()) {
            return RowAnswer.changes(written(read(dialect.returning(text), true, parameters)));
        }
        boolean done = change(text, parameters) > 0;
        if (!done) {
            return RowAnswer.changes(List.of());
        }
        return RowAnswer.changes(
                insert.onConflict() == RowStatement.OnConflict.OVERWRITE
                        ? written(writtenNow(List.of(insert.id()), number, 1))
                        : List.of(inserted(insert, number)));
    }

    private static RowChange inserted(RowStatement.Insert insert, long number) {
        return RowChange.written(new RowVersion(
                RowVersion.bornAs(insert.id(), number), number, insert.id(), insert.a(), insert.b(), null));
    }

    /** An insert with a clause that the database doesn't have: the row is looked for first. */
    private RowAnswer insertAfterLooking(RowStatement.Insert insert, long number) throws SQLException {
        Condition sameKey = RowStatement.key(insert.id());
        if (insert.onConflict() == RowStatement.OnConflict.SKIP) {
            List<RowVersion> there = readBy(sameKey, dialect.select(sameKey), false);
            return new RowAnswer(
                    sameKey,
                    false,
                    found(there),
                    null,
                    null,
                    there.isEmpty() ? plainInsert(insert, number) : List.of(),
                    null);
        }
        RowAnswer updated = update(new RowStatement.Update(sameKey, "a", false, insert.a()), number);
        return updated.changes().isEmpty()
                ? RowAnswer.changed(sameKey, updated.found(), plainInsert(insert, number))
                : updated;
    }

    private List<RowChange> plainInsert(RowStatement.Insert insert, long number) throws SQLException {
        RowStatement.Insert plain =
                new RowStatement.Insert(insert.id(), insert.a(), insert.b(), RowStatement.OnConflict.FAIL);
        return insert(plain, number).changes();
    }

    private RowAnswer update(RowStatement.Update update, long number) throws SQLException {
        String text = dialect.update(update);
        if (dialect.hasReturning()) {
            List<RowVersion> after = readBy(update.where(), dialect.returning(text), true, number, update.value());
            return RowAnswer.changed(update.where(), replaced(after), written(after));
        }
        List<RowVersion> before = readBy(update.where(), dialect.selectToChange(update.where()), true);
        if (before.size() != change(text, by(update.where(), number, update.value()))) {
            throw new RowsSlippedException();
        }
        List<Long> keys = update.column().equals("id") && !update.adds()
                ? List.of(update.value())
                : before.stream()
                        .map(row -> update.column().equals("id") ? row.id() + update.value() : row.id())
                        .toList();
        List<RowVersion> after = writtenNow(keys, number, before.size());
        return RowAnswer.changed(update.where(), replaced(after), written(after));
    }

    private RowAnswer delete(RowStatement.Delete delete, long number) throws SQLException {
        String text = dialect.delete(delete.where());
        List<RowVersion> last;
        if (dialect.hasReturning()) {
            last = readBy(delete.where(), dialect.returning(text), true);
        } else {
            last = readBy(delete.where(), dialect.selectToChange(delete.where()), true);
            if (last.size() != change(text, by(delete.where()))) {
                throw new RowsSlippedException();
            }
        }
        return RowAnswer.changed(
                delete.where(),
                found(last),
                last.stream().map(row -> RowChange.deleted(row, number)).toList());
    }

    /** The rows of these keys, which this statement has just written, all of them. */
    private List<RowVersion> writtenNow(List<Long> keys, long number, int expected) throws SQLException {
        if (expected == 0) {
            return List.of();
        }
        Set<Operand> values = keys.stream().map(Operand.IntegerLiteral::new).collect(Collectors.toSet());
        Condition sameKeys = new In(new Operand.Column("id"), List.copyOf(values), false);
        List<RowVersion> written = readBy(sameKeys, dialect.select(sameKeys), false).stream()
                .filter(row -> row.version() == number)
                .toList();
        if (written.size() != expected) {
            throw new RowsSlippedException();
        }
        return written;
    }

    private static List<Found> found(List<RowVersion> rows) {
        return rows.stream().map(row -> new Found(row.row(), row.version())).toList();
    }

    private static List<Found> replaced(List<RowVersion> rows) {
        return rows.stream().map(row -> new Found(row.row(), row.previous())).toList();
    }

    private static List<RowChange> written(List<RowVersion> rows) {
        return rows.stream().map(RowChange::written).toList();
    }

    private int change(String text, Object... parameters) throws SQLException {
        return run(text, statement -> {
            set(statement, parameters);
            return statement.executeUpdate();
        });
    }

    /** Parameters of a statement with a condition: that is the last, if it asks for just one key. */
    private static Object[] by(Condition where, Object... parameters) {
        Long key = RowDialect.key(where);
        if (key == null) {
            return parameters;
        }
        Object[] all = Arrays.copyOf(parameters, parameters.length + 1);
        all[parameters.length] = key;
        return all;
    }

    private List<RowVersion> readBy(Condition where, String text, boolean changes, Object... parameters)
            throws SQLException {
        return read(text, changes, by(where, parameters));
    }

    /** @param changes whether the statement changes rows, or locks them to that end */
    private List<RowVersion> read(String text, boolean changes, Object... parameters) throws SQLException {
        List<RowVersion> read = run(watch.text(text, changes), statement -> {
            set(statement, parameters);
            // some drivers take a change that returns rows for no query
            statement.execute();
            List<RowVersion> found = new ArrayList<>();
            try (ResultSet rows = statement.getResultSet()) {
                for (boolean first = true; rows.next(); first = false) {
                    if (first) {
                        answered(rows);
                    }
                    add(rows, watch.columns(), found);
                }
            }
            return found;
        });
        watch.executed(connection, changes);
        return read;
    }

    private void answered(ResultSet row) throws SQLException {
        if (watch.columns() > 0) {
            watch.answered(row);
        }
    }

    private static void add(ResultSet rows, int from, List<RowVersion> found) throws SQLException {
        long id = rows.getLong(from + 1);
        if (!rows.wasNull()) {
            found.add(new RowVersion(
                    rows.getString(from + 6),
                    rows.getLong(from + 4),
                    id,
                    nullable(rows, from + 2),
                    nullable(rows, from + 3),
                    nullable(rows, from + 5)));
        }
    }

    private static Long nullable(ResultSet rows, int column) throws SQLException {
        long value = rows.getLong(column);
        return rows.wasNull() ? null : value;
    }

    private static void set(PreparedStatement statement, Object... parameters) throws SQLException {
        for (int i = 0; i < parameters.length; i++) {
            if (parameters[i] == null) {
                statement.setNull(i + 1, Types.BIGINT);
            } else if (parameters[i] instanceof Long number) {
                statement.setLong(i + 1, number);
            } else {
                statement.setString(i + 1, parameters[i].toString());
            }
        }
    }

    int savepoint() throws SQLException {
        if (!hasSavepoints()) {
            return -1;
        }
        savepoints.add(connection.setSavepoint("s" + savepoints.size()));
        return savepoints.size() - 1;
    }

    private boolean hasSavepoints() throws SQLException {
        if (hasSavepoints == null) {
            hasSavepoints = dialect.hasSavepoints() && connection.getMetaData().supportsSavepoints();
        }
        return hasSavepoints;
    }

    void rollbackTo(int savepoint) throws SQLException {
        connection.rollback(savepoints.get(savepoint));
        // those behind it are gone
        savepoints.subList(savepoint + 1, savepoints.size()).clear();
    }

    /** What is done with a statement. */
    private interface Body<T> {
        T run(PreparedStatement statement) throws SQLException;
    }

    private <T> T run(String text, Body<T> body) throws SQLException {
        PreparedStatement statement = statements.get(text);
        if (statement == null) {
            statement = connection.prepareStatement(text);
            statements.put(text, statement);
            if (statements.size() > MOST_STATEMENTS) {
                JdbcSession.close(
                        statements.remove(statements.keySet().iterator().next()));
            }
        }
        try {
            return body.run(statement);
        } catch (SQLException e) {
            if (!JdbcSession.isRetryable(e)) {
                statements.remove(text);
                JdbcSession.close(statement);
            }
            throw e;
        }
    }

    void ended() {
        if (fresh) {
            close();
        }
    }

    void close() {
        statements.values().forEach(JdbcSession::close);
        statements.clear();
    }
}
