package org.isolde.run.jdbc;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.Set;
import org.isolde.run.Ability;
import org.isolde.run.Access;
import org.isolde.run.Database;
import org.isolde.run.DatabaseException;
import org.isolde.run.Handling;
import org.isolde.run.Isolation;
import org.isolde.run.Redaction;
import org.isolde.run.RunningDatabase;
import org.isolde.run.RunningDatabase.Node;
import org.isolde.run.Target;
import org.isolde.run.artifact.DriverJars;

/** What databases with a JDBC driver have in common. */
public abstract class JdbcDatabase implements Database {
    @Override
    public Set<Ability> abilities() {
        return EnumSet.allOf(Ability.class);
    }

    @Override
    public Handling handling() {
        return Handling.SQL;
    }

    @Override
    public boolean hasTimestamps(Target target, Isolation isolation) {
        return dialect().timestamps(isolation) != null;
    }

    /** How it spells what a session does. */
    public abstract SqlDialect dialect();

    /**
     * A connector to one URL, with the user's credentials if there are any.
     *
     * @param driver asked directly: a driver that was fetched is unknown to {@link java.sql.DriverManager}
     */
    protected static Connector connector(Driver driver, String url, Access access) {
        return (session, more) -> {
            Properties properties = new Properties();
            properties.putAll(more);
            if (access.user() != null) {
                properties.setProperty("user", access.user());
            }
            if (access.password() != null) {
                properties.setProperty("password", access.password());
            }
            Connection connection = driver.connect(url, properties);
            if (connection == null) {
                throw new SQLException("the driver " + driver.getClass().getName() + " does not know this kind of URL");
            }
            return connection;
        };
    }

    /** A database that is running has its settings already: options that would do nothing are refused. */
    protected static void refuseOptions(Target target) throws DatabaseException {
        if (!target.options().isEmpty()) {
            throw new DatabaseException(
                    "--db-option " + target.options().keySet().iterator().next()
                            + " is for a database that Isolde starts; put settings into the URL of one that is running");
        }
    }

    /** Where the driver comes from that is used unless the user gives one. */
    @FunctionalInterface
    protected interface DriverSource {
        Driver driver() throws DatabaseException;
    }

    /** Connects to one that is running, with the driver that the user gave or else the usual one. */
    protected static RunningDatabase openUrl(Target target, Access access, DriverSource usual, SqlDialect dialect)
            throws DatabaseException {
        Driver driver =
                access.driver() == null ? usual.driver() : DriverJars.load(List.of(access.driver()), target.url());
        return open(target, access, connector(driver, target.url(), access), dialect, List.of(), () -> {});
    }

    /** Opens it through a connector, or says in words why that can't be done. */
    protected static RunningDatabase open(
            Target target, Access access, Connector connector, SqlDialect dialect, List<Node> nodes, Runnable end)
            throws DatabaseException {
        try {
            OwnObjects own = target.url() == null
                    ? null
                    : new OwnObjects(
                            connector, dialect, left -> access.progress().warn(left));
            return new JdbcRunning(connector, dialect, nodes, end, own);
        } catch (SQLException e) {
            end.run();
            throw cannotConnect(target, access, e);
        }
    }

    /** The error of a failed connection, in words. */
    protected static DatabaseException cannotConnect(Target target, Access access, SQLException problem) {
        return new DatabaseException(
                "can't connect to " + target.shown() + ": " + why(problem, Redaction.of(target, access))
                        + cure(problem, access),
                problem);
    }

    private static String why(SQLException problem, Redaction redaction) {
        return redaction.text(problem.getMessage()).strip().replaceAll("\\.$", "");
    }

    private static String cure(SQLException problem, Access access) {
        String state = problem.getSQLState() == null ? "" : problem.getSQLState();
        boolean asked = state.startsWith("28")
                || String.valueOf(problem.getMessage()).toLowerCase(Locale.ROOT).contains("password");
        if (asked && access.password() == null) {
            return "; no password was given: put it into a file for --password-file, or set ISOLDE_PASSWORD"
                    + (access.user() == null ? "; and give the --user" : "");
        }
        if (state.startsWith("28")) {
            return "; give the right --user, and the password by ISOLDE_PASSWORD or --password-file";
        }
        return state.startsWith("08") ? "; is it running, and are host and port right?" : "";
    }
}
