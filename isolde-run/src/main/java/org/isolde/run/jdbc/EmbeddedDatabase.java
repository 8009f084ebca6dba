package org.isolde.run.jdbc;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.isolde.run.Access;
import org.isolde.run.DatabaseException;
import org.isolde.run.RunningDatabase;
import org.isolde.run.Target;
import org.isolde.run.server.ServerFolder;

/** A database that is a library: it runs in this JVM, and is there as long as it is open. */
public abstract class EmbeddedDatabase extends JdbcDatabase {
    private static final long END_MILLIS = 5_000;

    /**
     * Where the driver comes from. The lock file of the database's name has the sums of what is fetched.
     *
     * @param driverClass the driver that comes with Isolde; null if it is fetched on first use
     * @param artifacts {@code group:artifact} of all jars that another version needs
     * @param natives how it finds its native library without unpacking it each time
     */
    public record Library(String driverClass, List<String> artifacts, Natives natives) {
        public Library(String driverClass, List<String> artifacts) {
            this(driverClass, artifacts, jars -> Map.of());
        }
    }

    /** Where a driver finds its native library. */
    @FunctionalInterface
    public interface Natives {
        /**
         * Does what has to be done before the driver is loaded.
         *
         * @return entries of the jars that are libraries, by the names that the driver asks the system for
         */
        Map<String, String> prepare(List<Path> jars) throws DatabaseException;
    }

    /** A system's or a machine's name as drivers have it in the names of their libraries; the key is what Java calls it. */
    protected static String spelled(String property, Map<String, String> spellings) {
        String name = System.getProperty(property).toLowerCase(Locale.ROOT);
        return spellings.entrySet().stream()
                .filter(spelling -> name.startsWith(spelling.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(name);
    }

    protected abstract Library library();

    /** Opens a new and empty one, which is gone when it is closed. */
    protected abstract RunningDatabase openNew(Target target, Access access) throws DatabaseException;

    @Override
    public RunningDatabase open(Target target, Access access) throws DatabaseException {
        return target.url() == null ? openNew(target, access) : open(target, access, target.url(), dialect(), null);
    }

    @Override
    public boolean acceptsUrl(String url) {
        return url.startsWith("jdbc:" + name() + ":");
    }

    @Override
    public String versions() {
        return "any of " + library().artifacts().get(0) + " on Maven Central";
    }

    /** A name that no other database of this JVM has. */
    protected static String uniqueName() {
        return "isolde-" + UUID.randomUUID();
    }

    /** What ends a database; null if it ends with its last connection. */
    @FunctionalInterface
    protected interface Ending {
        void end(Driver driver, Connection last) throws Exception;
    }

    /** Ends a database by a statement. */
    protected static Ending statement(String text) {
        return (driver, last) -> {
            try (Statement statement = last.createStatement()) {
                statement.execute(text);
            }
        };
    }

    /** Opens a URL and keeps one connection, so that the database stays until it is closed. */
    protected RunningDatabase open(Target target, Access access, String url, SqlDialect dialect, Ending ending)
            throws DatabaseException {
        Driver driver = Drivers.embedded(name(), library(), target, url, access);
        Connector connector = connector(driver, url, access);
        Connection keeper;
        try {
            keeper = connector.connect(0);
        } catch (SQLException e) {
            throw cannotConnect(target, access, e);
        }
        return open(target, access, connector, dialect, List.of(), () -> end(driver, keeper, ending));
    }

    /**
     * The same in a temporary folder, which goes when the database is closed.
     *
     * @param url the URL of a database in that folder
     */
    protected RunningDatabase openInFolder(Target target, Access access, Function<Path, String> url, SqlDialect dialect)
            throws DatabaseException {
        ServerFolder folder;
        try {
            folder = ServerFolder.create(name(), "KILL", 0);
        } catch (IOException e) {
            throw new DatabaseException("no temporary folder can be made: " + e.getMessage(), e);
        }
        try {
            return open(target, access, url.apply(folder.path()), dialect, (driver, last) -> {
                last.close();
                folder.close();
            });
        } catch (DatabaseException e) {
            folder.close();
            throw e;
        }
    }

    /** Ends it; one that hangs is left behind. */
    private static void end(Driver driver, Connection keeper, Ending ending) {
        Thread thread = new Thread(() -> endNow(driver, keeper, ending), "isolde-end");
        thread.setDaemon(true);
        thread.start();
        try {
            thread.join(END_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void endNow(Driver driver, Connection keeper, Ending ending) {
        try (keeper) {
            if (ending != null) {
                ending.end(driver, keeper);
            }
        } catch (Exception e) {
            // what can't be shut down goes with the JVM; the history has been written before
            return;
        }
    }
}
