package org.isolde.junit;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.isolde.history.record.TransactionRecorder;

/**
 * A transaction of a {@link JdbcSession}. Statements go through {@link #read} and {@link #write}, which execute and record
 * them, or through the {@link #connection}, with what they did told to {@link #recorder}.
 */
public final class JdbcTransaction {
    private final Connection connection;
    private final TransactionRecorder recorder;

    JdbcTransaction(Connection connection, TransactionRecorder recorder) {
        this.connection = connection;
        this.recorder = recorder;
    }

    /**
     * Executes a query and records what it read.
     *
     * @param key what is read, by a name of your choice, such as {@code item 7}
     * @param query its first column of the first row is the value, or the version, of the key
     * @return that value; null if there is no row, or nothing in it
     */
    public Object read(Object key, String query, Object... parameters) throws SQLException {
        try (PreparedStatement statement = prepared(query, parameters);
                ResultSet rows = statement.executeQuery()) {
            Object value = rows.next() ? rows.getObject(1) : null;
            recorder.read(key, value);
            return value;
        }
    }

    /** The same for integers; 0 where there is none. */
    public long readLong(Object key, String query, Object... parameters) throws SQLException {
        Object value = read(key, query, parameters);
        if (value == null) {
            return 0;
        }
        if (value instanceof Number number) {
            return number.longValue();
        }
        throw new SQLException("Not a number: " + value);
    }

    /**
     * Records a write and executes its statement. If it changed no row, nothing was written, and nothing is recorded.
     *
     * @param key what is written, by the name under which it is read
     * @param value the value, or the version, that a reader will see: one that no other write of the key has
     * @return how many rows were changed
     */
    public int write(Object key, Object value, String statement, Object... parameters) throws SQLException {
        int changed;
        try (PreparedStatement prepared = prepared(statement, parameters)) {
            changed = prepared.executeUpdate();
        } catch (SQLException e) {
            recorder.write(key, value); // it may have taken place
            throw e;
        }
        if (changed > 0) {
            recorder.write(key, value);
        }
        return changed;
    }

    private PreparedStatement prepared(String sql, Object... parameters) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        try {
            for (int i = 0; i < parameters.length; i++) {
                statement.setObject(i + 1, parameters[i]);
            }
            return statement;
        } catch (SQLException e) {
            statement.close();
            throw e;
        }
    }

    /** For statements of your own. Commit and rollback are the session's. */
    public Connection connection() {
        return connection;
    }

    /** To record what statements of your own read and wrote. */
    public TransactionRecorder recorder() {
        return recorder;
    }
}
