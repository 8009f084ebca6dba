package org.isolde.run.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/**
 * A database in the place of one that can't be run here: H2, in which some queries, by how they begin, have answers that were
 * written down.
 */
public final class RecordedAnswers {
    private final String url;
    private final Map<String, String> answers = new LinkedHashMap<>();

    /** @param name that no other test has */
    public RecordedAnswers(String name) {
        url = "jdbc:h2:mem:" + name + ";DB_CLOSE_DELAY=-1";
    }

    /** What begins like this is answered by another query, of H2. */
    public RecordedAnswers answer(String beginning, String query) {
        answers.put(beginning, query);
        return this;
    }

    /** A connection to H2 itself. */
    public Connection connect() throws SQLException {
        return DriverManager.getConnection(url);
    }

    public JdbcRunning running() throws SQLException {
        return new JdbcRunning((session, more) -> recorded(more), new SqlDialect(), List.of(), () -> {});
    }

    private Connection recorded(Properties more) throws SQLException {
        Connection connection = DriverManager.getConnection(url, more);
        return proxy(
                Connection.class,
                connection,
                (method, arguments, result) ->
                        method.equals("createStatement") ? statement((Statement) result) : result);
    }

    private Statement statement(Statement statement) {
        return proxy(Statement.class, statement, (method, arguments, result) -> result);
    }

    private interface Change {
        Object of(String method, Object[] arguments, Object result);
    }

    private <T> T proxy(Class<T> type, T original, Change change) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    if (method.getName().equals("executeQuery") && arguments != null) {
                        arguments[0] = query((String) arguments[0]);
                    }
                    try {
                        return change.of(method.getName(), arguments, method.invoke(original, arguments));
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }

    private String query(String text) {
        return answers.entrySet().stream()
                .filter(answer -> text.startsWith(answer.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(text);
    }
}
