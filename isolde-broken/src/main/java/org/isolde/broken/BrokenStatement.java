package org.isolde.broken;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.TreeMap;
import javax.sql.rowset.CachedRowSet;
import javax.sql.rowset.RowSetProvider;

/** A statement of a {@link BrokenConnection}, which decides what becomes of it. */
final class BrokenStatement extends Wrapper {
    private record Parameter(Method setter, Object[] arguments) {}

    /** What a statement gave that was executed in this one's place; rows are null if it was no query. */
    record Answer(ResultSet rows, int count) {}

    private final BrokenConnection connection;
    private final Object connectionProxy;

    /** Of a prepared statement; else null. */
    private final String prepared;

    private final Map<Integer, Parameter> parameters = new TreeMap<>();

    /** The rows that stand in for those of the driver; null if these are the answer. */
    private ResultSet rows;

    private BrokenStatement(Statement real, BrokenConnection connection, Object connectionProxy, String prepared) {
        super(real);
        this.connection = connection;
        this.connectionProxy = connectionProxy;
        this.prepared = prepared;
    }

    /** @param prepared the text of a prepared statement; else null */
    static Statement proxy(Statement real, BrokenConnection connection, Object connectionProxy, String prepared) {
        Class<?> type = prepared == null ? Statement.class : PreparedStatement.class;
        return (Statement) Proxy.newProxyInstance(
                BrokenStatement.class.getClassLoader(),
                new Class<?>[] {type},
                new BrokenStatement(real, connection, connectionProxy, prepared));
    }

    @Override
    Object call(Object proxy, Method method, Object[] arguments) throws Throwable {
        String name = method.getName();
        switch (name) {
            case "execute", "executeQuery", "executeUpdate", "executeLargeUpdate":
                rows = null;
                String text = prepared != null ? prepared : (String) arguments[0];
                return connection.execute(this, text, () -> pass(method, arguments), method.getReturnType());
            case "executeBatch", "executeLargeBatch":
                return connection.writeInBatch(() -> pass(method, arguments));
            case "getResultSet":
                return rows != null ? rows : pass(method, arguments);
            case "getConnection":
                return connectionProxy;
            case "clearParameters":
                parameters.clear();
                return pass(method, arguments);
            default:
                if (prepared != null && name.startsWith("set") && arguments.length > 1) {
                    parameters.put((Integer) arguments[0], new Parameter(method, arguments.clone()));
                }
                return pass(method, arguments);
        }
    }

    /** Puts these rows in the place of those of the driver, and returns what an execution of that type returns. */
    Object answer(ResultSet instead, Class<?> type) {
        rows = instead;
        return type == ResultSet.class ? instead : (Object) true;
    }

    /** Executes a text with this statement's parameters; its rows need no connection any more. */
    Answer executeOn(Connection other, String text) throws SQLException {
        try (PreparedStatement statement = other.prepareStatement(text)) {
            for (Parameter parameter : parameters.values()) {
                parameter.setter.invoke(statement, parameter.arguments);
            }
            if (!statement.execute()) {
                return new Answer(null, statement.getUpdateCount());
            }
            CachedRowSet copy = RowSetProvider.newFactory().createCachedRowSet();
            try (ResultSet found = statement.getResultSet()) {
                copy.populate(found);
            }
            return new Answer(copy, -1);
        } catch (InvocationTargetException e) {
            throw new SQLException("a parameter can't be set again: " + e.getCause(), e.getCause());
        } catch (IllegalAccessException e) {
            throw new AssertionError("JDBC's methods are public", e);
        }
    }
}
