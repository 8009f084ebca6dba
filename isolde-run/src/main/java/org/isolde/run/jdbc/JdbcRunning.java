package org.isolde.run.jdbc;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;
import java.util.function.UnaryOperator;
import org.isolde.run.Isolation;
import org.isolde.run.RunningDatabase;
import org.isolde.run.Session;
import org.isolde.run.SessionOptions;

/** A database that is used through JDBC. */
public final class JdbcRunning implements RunningDatabase {
    private final Connector connector;
    private final SqlDialect dialect;
    private final List<Node> nodes;
    private final Runnable end;
    private final String version;
    /** Null where all is Isolde's own, because it started the database. */
    private final OwnObjects own;

    /**
     * A database that Isolde started.
     *
     * @param nodes that Isolde started
     * @param end what is done at the end: stops and removes what was started
     * @throws SQLException if it can't be connected to
     */
    public JdbcRunning(Connector connector, SqlDialect dialect, List<Node> nodes, Runnable end) throws SQLException {
        this(connector, dialect, nodes, end, null);
    }

    /** @param own what it makes, in a database that others use; else null */
    JdbcRunning(Connector connector, SqlDialect dialect, List<Node> nodes, Runnable end, OwnObjects own)
            throws SQLException {
        this.own = own;
        this.connector = connector;
        this.dialect = dialect;
        this.nodes = List.copyOf(nodes);
        this.end = end;
        try (Connection connection = connector.connect(0)) {
            DatabaseMetaData data = connection.getMetaData();
            this.version = version(data.getDatabaseProductName(), data.getDatabaseProductVersion());
        }
    }

    private JdbcRunning(Connector connector, JdbcRunning like) {
        this.connector = connector;
        this.dialect = like.dialect;
        this.nodes = like.nodes;
        this.end = like.end;
        this.version = like.version;
        this.own = like.own;
    }

    /** The same database with something between it and its clients; either is closed, not both. */
    public JdbcRunning through(UnaryOperator<Connector> layer) {
        return new JdbcRunning(layer.apply(connector), this);
    }

    private static String version(String product, String version) {
        return version.startsWith(product) ? version : product + " " + version;
    }

    @Override
    public String version() {
        return version;
    }

    public SqlDialect dialect() {
        return dialect;
    }

    @Override
    public void createTables(Tables tables) throws SQLException {
        try (Connection connection = connector.connect(0);
                Statement statement = connection.createStatement()) {
            if (tables.rows()) {
                create(statement, rowTable(), dialect.rows(rowTable()).create());
                return;
            }
            for (int table = 0; table < tables.count(); table++) {
                String name = SqlDialect.table(table) + tableSuffix();
                create(statement, name, dialect.create(name, tables));
            }
        }
    }

    private void create(Statement statement, String table, List<String> texts) throws SQLException {
        String removal = dialect.drop(table);
        if (isOwn(removal)) {
            drop(statement, removal);
        }
        for (String text : texts) {
            try {
                statement.executeUpdate(text);
            } catch (SQLException e) {
                throw isOwn(removal) ? e : notOurs(table, e);
            }
            toRemove(removal);
        }
    }

    private boolean isOwn(String removal) {
        return own == null || own.contains(removal);
    }

    private void toRemove(String removal) {
        if (own != null) {
            own.add(removal);
        }
    }

    private static SQLException notOurs(String table, SQLException problem) {
        return new SQLException(
                problem.getMessage() + " (if there is a table " + table + ", this run has not made it, so it is not"
                        + " dropped; if an earlier run that was killed has left it, drop it yourself)",
                problem.getSQLState(),
                problem.getErrorCode(),
                problem);
    }

    @Override
    public String tableSuffix() {
        return own == null ? "" : own.suffix();
    }

    /** The name of the table of rows. */
    public String rowTable() {
        return RowDialect.TABLE + tableSuffix();
    }

    @Override
    public void made(String table) {
        toRemove(dialect.drop(table));
    }

    @Override
    public void dropped(String table) {
        if (own != null) {
            own.removed(dialect.drop(table));
        }
    }

    /**
     * Makes something beside tables, whose name ends in {@link #tableSuffix}. It goes when this is closed, if it was not
     * {@link #remove removed} before.
     *
     * @param removal the statement that removes it if it is there
     */
    public void make(Statement statement, String creation, String removal) throws SQLException {
        if (isOwn(removal)) {
            statement.execute(removal);
        }
        statement.execute(creation);
        toRemove(removal);
    }

    /** Removes what was {@link #make made}; if it can't be done now, that is tried again at the end. */
    public void remove(String removal) {
        try (Connection connection = connector.connect(0);
                Statement statement = connection.createStatement()) {
            statement.execute(removal);
        } catch (SQLException e) {
            // a server that Isolde started ends soon, and all goes with it; of another one the end names what is left
            return;
        }
        if (own != null) {
            own.removed(removal);
        }
    }

    private void drop(Statement statement, String removal) throws SQLException {
        try {
            statement.executeUpdate(removal);
        } catch (SQLException e) {
            if (!dialect.isMissingTable(e)) {
                throw e;
            }
        }
    }

    @Override
    public Session session(SessionOptions options) throws SQLException {
        return session(options, new RowWatch());
    }

    /** A session whose statements on rows are watched. */
    public Session session(SessionOptions options, RowWatch watch) throws SQLException {
        return new JdbcSession(open(options.number(), options.isolation()), dialect, options, watch, tableSuffix());
    }

    /** A connection with autocommit on and some more properties than usual. */
    public Connection connect(Properties more) throws SQLException {
        return connector.connect(0, more);
    }

    @Override
    public Connection connect(Isolation isolation) throws SQLException {
        return open(0, isolation);
    }

    private Connection open(int session, Isolation isolation) throws SQLException {
        if (own != null && own.isEnding()) {
            throw new SQLException("it was interrupted, and what it has made is being removed");
        }
        Connection connection = connector.connect(session);
        try {
            dialect.isolate(connection, isolation);
            connection.setAutoCommit(false);
            return connection;
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    @Override
    public List<Node> nodes() {
        return nodes;
    }

    @Override
    public void close() {
        if (own != null) {
            own.close();
        }
        end.run();
    }
}
