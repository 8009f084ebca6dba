package org.isolde.run.jdbc;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.UUID;
import org.isolde.run.DatabaseException;
import org.isolde.run.RunningDatabase;
import org.isolde.run.Surroundings;
import org.isolde.run.Target;

/** A database that is a library: it runs in this JVM, and is there as long as it is open. */
public abstract class EmbeddedDatabase extends JdbcDatabase {
    /**
     * Where the driver comes from.
     *
     * @param shipped whether the version used by default comes with Isolde; else it is fetched on first use
     */
    public record Library(String group, String artifact, String driverClass, boolean shipped) {}

    protected abstract Library library();

    /** A name that no other database of this JVM has. */
    protected static String uniqueName() {
        return "isolde-" + UUID.randomUUID();
    }

    /**
     * Opens a URL and keeps one connection, so that the database stays until it is closed.
     *
     * @param shutdown the statement that ends the database; null if it ends with its last connection
     */
    protected RunningDatabase open(
            Target target, Surroundings surroundings, String url, SqlDialect dialect, String shutdown)
            throws DatabaseException {
        Driver driver = Drivers.embedded(library(), target, surroundings);
        Connector connector = connector(driver, url, surroundings);
        Connection[] keeper = new Connection[1];
        try {
            keeper[0] = connector.connect(0);
        } catch (SQLException e) {
            throw cannotConnect(target, surroundings, e);
        }
        return open(target, surroundings, connector, dialect, List.of(), () -> end(keeper[0], shutdown));
    }

    private static void end(Connection keeper, String shutdown) {
        try (keeper) {
            if (shutdown != null) {
                try (Statement statement = keeper.createStatement()) {
                    statement.execute(shutdown);
                }
            }
        } catch (SQLException e) {
            // a database in memory that can't be shut down goes with the JVM
            return;
        }
    }
}
