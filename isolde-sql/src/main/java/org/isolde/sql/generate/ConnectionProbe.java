package org.isolde.sql.generate;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.isolde.sql.ast.Schema;
import org.isolde.sql.ast.Statement;
import org.isolde.sql.dialect.Dialect;
import org.isolde.sql.testcase.InitialRow;

/**
 * Tries statements on a connection of its own, in one transaction that is rolled back: the tables are left as they were before
 * the first transaction. Where one fails, the transaction begins anew, since databases disagree on what is left of it.
 */
public final class ConnectionProbe implements Probe {
    /** Makes the tables what they are before the first transaction. */
    @FunctionalInterface
    public interface Filling {
        void fill(Schema schema, List<InitialRow> rows) throws Exception;
    }

    private final Connection connection;
    private final Dialect dialect;
    private final Filling filling;
    private Schema tables;

    /** What was executed since the beginning, to be repeated after an error. */
    private final List<String> done = new ArrayList<>();

    /** @param connection in between it has autocommit on */
    public ConnectionProbe(Connection connection, Dialect dialect, Filling filling) {
        this.connection = connection;
        this.dialect = dialect;
        this.filling = filling;
    }

    @Override
    public void begin(Schema schema, List<InitialRow> rows) throws Exception {
        filling.fill(schema, rows);
        connection.setAutoCommit(false);
        tables = schema;
        done.clear();
    }

    @Override
    public Effect execute(Statement statement) throws SQLException {
        String text = dialect.sql(statement, tables);
        try {
            int rows = execute(text);
            if (statement.tableWritten() != null) {
                done.add(text);
            }
            return Effect.rows(rows);
        } catch (SQLException e) {
            try {
                connection.rollback();
                for (String earlier : done) {
                    execute(earlier);
                }
            } catch (SQLException lost) {
                lost.addSuppressed(e);
                throw new SQLException(
                        "the database is not what it was after this statement failed (" + e.getMessage() + "): " + text,
                        lost);
            }
            return Effect.failed(reason(e));
        }
    }

    private int execute(String text) throws SQLException {
        try (java.sql.Statement statement = connection.createStatement()) {
            if (!statement.execute(text)) {
                return statement.getUpdateCount();
            }
            int rows = 0;
            try (ResultSet result = statement.getResultSet()) {
                while (result.next()) {
                    rows++;
                }
            }
            return rows;
        }
    }

    /** The first line, without the numbers and names that differ each time. */
    private static String reason(SQLException problem) {
        String message =
                String.valueOf(problem.getMessage()).lines().findFirst().orElse("");
        String general = message.replaceAll("\"[^\"]*\"|'[^']*'|\\d+", "_");
        return general.length() > 100 ? general.substring(0, 100) : general;
    }

    @Override
    public void end() throws SQLException {
        connection.rollback();
        connection.setAutoCommit(true);
    }
}
