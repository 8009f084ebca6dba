package org.isolde.run.jdbc;

import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The tables that Isolde makes in a database that others use as well.
 *
 * <p>Invariant: nothing is dropped but what is in here, and nothing gets in here that was there before. Whatever ends
 * Isolde but {@code kill -9}, they are removed; what could not be is named.
 */
final class OwnTables {
    /** How long Ctrl-C leaves whoever uses the tables to end by themselves. */
    private static final long PATIENCE_MILLIS = 3000;

    private static final int DROP_SECONDS = 5;

    private final Connector connector;
    private final SqlDialect dialect;
    private final Consumer<String> warning;
    private final String suffix = String.format(Locale.ROOT, "_%08x", new SecureRandom().nextInt());
    private final Set<String> names = new LinkedHashSet<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread hook = new Thread(this::interrupted, "isolde-tables");
    private boolean hooked;
    private volatile boolean ending;

    /** @param warning told what is left behind */
    OwnTables(Connector connector, SqlDialect dialect, Consumer<String> warning) {
        this.connector = connector;
        this.dialect = dialect;
        this.warning = warning;
    }

    /** What the names of tables end in, so that nobody else has them. */
    String suffix() {
        return suffix;
    }

    synchronized boolean contains(String table) {
        return names.contains(table);
    }

    /** A table was made. */
    synchronized void add(String table) {
        names.add(table);
        if (!hooked) {
            Runtime.getRuntime().addShutdownHook(hook);
            hooked = true;
        }
    }

    /** A table was dropped. */
    synchronized void drop(String table) {
        names.remove(table);
    }

    /** Whether all is over, and nobody is to begin anything. */
    boolean isEnding() {
        return ending;
    }

    /** Removes them. */
    void close() {
        remove();
        closed.countDown();
        synchronized (this) {
            if (hooked && !ending) {
                try {
                    Runtime.getRuntime().removeShutdownHook(hook);
                } catch (IllegalStateException e) {
                    return; // Ctrl-C came just now; there is nothing left for it to do
                }
            }
        }
    }

    private void interrupted() {
        try {
            if (!closed.await(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)) {
                ending = true;
                warning.accept("it was interrupted, and removes the tables that it has made");
                remove();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void remove() {
        if (names.isEmpty()) {
            return;
        }
        String why = "";
        try (Connection connection = connector.connect(0);
                Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(DROP_SECONDS);
            for (String table : List.copyOf(names)) {
                try {
                    statement.executeUpdate(dialect.drop(table));
                    names.remove(table);
                } catch (SQLException e) {
                    if (dialect.isMissingTable(e)) {
                        names.remove(table);
                    }
                    why = e.getMessage();
                }
            }
        } catch (SQLException e) {
            why = e.getMessage();
        }
        if (!names.isEmpty()) {
            List<String> drops = new ArrayList<>();
            names.forEach(table -> drops.add("drop table " + table + ";"));
            warning.accept("these tables could not be removed from the database (" + why + "); remove them yourself: "
                    + String.join(" ", drops));
        }
    }
}
