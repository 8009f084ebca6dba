package org.isolde.sql.job;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.isolde.run.DatabaseException;
import org.isolde.sql.ast.Schema;
import org.isolde.sql.ast.Statement;
import org.isolde.sql.dialect.Dialect;
import org.isolde.sql.dialect.ErrorKind;
import org.isolde.sql.execute.Channel;
import org.isolde.sql.execute.Reply;
import org.isolde.sql.generate.Probe;
import org.isolde.sql.testcase.InitialRow;

/**
 * Tries statements on a connection of its own, in one transaction that is rolled back: the tables are left as they were before
 * the first transaction. Where one fails, the transaction begins anew, since databases disagree on what is left of it.
 */
public final class ConnectionProbe implements Probe, AutoCloseable {
    /** Makes the tables what they are before the first transaction. */
    @FunctionalInterface
    public interface Filling {
        void fill(Schema schema, List<InitialRow> rows) throws Exception;
    }

    /** Opens a channel with autocommit off. */
    @FunctionalInterface
    public interface Connecting {
        Channel connect() throws Exception;
    }

    private final Connecting connecting;
    private final Dialect dialect;
    private final Filling filling;

    /** Null before the first case. */
    private Channel channel;

    private Schema tables;

    /** Whether there is a transaction that was not rolled back. */
    private boolean open;

    /** What was executed since the beginning, to be repeated after an error. */
    private final List<String> done = new ArrayList<>();

    public ConnectionProbe(Connecting connecting, Dialect dialect, Filling filling) {
        this.connecting = connecting;
        this.dialect = dialect;
        this.filling = filling;
    }

    @Override
    public void begin(Schema schema, List<InitialRow> rows) throws Exception {
        if (open) {
            // what came between may have cancelled a statement, or cut the connection
            close();
        }
        filling.fill(schema, rows);
        if (channel == null) {
            channel = connecting.connect();
        }
        open = true;
        tables = schema;
        done.clear();
    }

    @Override
    public Effect execute(Statement statement) throws Exception {
        String text = dialect.sql(statement, tables);
        try {
            int rows = execute(text);
            if (statement.tableWritten() != null) {
                done.add(text);
            }
            return Effect.rows(rows);
        } catch (SQLException e) {
            beginAnew();
            return Effect.failed(reason(e), dialect.classify(e) == ErrorKind.CONSTRAINT);
        }
    }

    /** There are errors that take the connection with them. */
    private void beginAnew() throws Exception {
        if (channel.isClosed()) {
            channel.close();
            channel = connecting.connect();
        } else {
            channel.rollback();
        }
        for (String earlier : done) {
            execute(earlier);
        }
    }

    private int execute(String text) throws SQLException, DatabaseException {
        Reply reply = channel.execute(text);
        return reply.rows() == null ? reply.count() : reply.rows().size();
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
        channel.rollback();
        open = false;
    }

    @Override
    public void close() {
        if (channel != null) {
            channel.close();
            channel = null;
            open = false;
        }
    }
}
