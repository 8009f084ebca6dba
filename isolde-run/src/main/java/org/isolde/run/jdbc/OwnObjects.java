package org.isolde.run.jdbc;

import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * What Isolde makes in a database that others use as well: tables, and what certificates need, such as a publication. Each is
 * known by the statement that removes it.
 *
 * <p>Invariant: nothing is dropped but what is in here, and nothing gets in here that was there before. Whatever ends
 * Isolde but {@code kill -9}, they are removed; what could not be is named.
 */
final class OwnObjects {
    /** How long Ctrl-C leaves whoever uses them to end by themselves. */
    private static final long PATIENCE_MILLIS = 3000;

    private static final int DROP_SECONDS = 5;

    private final Connector connector;
    private final SqlDialect dialect;
    private final Consumer<String> warning;
    private final String suffix = String.format(Locale.ROOT, "_%08x", new SecureRandom().nextInt());
    private final Set<String> removals = new LinkedHashSet<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread hook = new Thread(this::interrupted, "isolde-objects");
    private boolean hooked;
    private volatile boolean ending;

    /** @param warning told what is left behind */
    OwnObjects(Connector connector, SqlDialect dialect, Consumer<String> warning) {
        this.connector = connector;
        this.dialect = dialect;
        this.warning = warning;
    }

    /** What their names end in, so that nobody else has them. */
    String suffix() {
        return suffix;
    }

    synchronized boolean contains(String removal) {
        return removals.contains(removal);
    }

    /** Something was made. */
    synchronized void add(String removal) {
        removals.add(removal);
        if (!hooked) {
            Runtime.getRuntime().addShutdownHook(hook);
            hooked = true;
        }
    }

    /** It was removed. */
    synchronized void removed(String removal) {
        removals.remove(removal);
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
                warning.accept("it was interrupted, and removes what it has made in the database");
                remove();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void remove() {
        if (removals.isEmpty()) {
            return;
        }
        String why = "";
        try (Connection connection = connector.connect(0);
                Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(DROP_SECONDS);
            // what was made last may need what was made before
            List<String> latestFirst = new ArrayList<>(removals);
            Collections.reverse(latestFirst);
            for (String removal : latestFirst) {
                try {
                    statement.executeUpdate(removal);
                    removals.remove(removal);
                } catch (SQLException e) {
                    if (dialect.isMissingTable(e)) {
                        removals.remove(removal);
                    }
                    why = e.getMessage();
                }
            }
        } catch (SQLException e) {
            why = e.getMessage();
        }
        if (!removals.isEmpty()) {
            warning.accept("not all that it has made could be removed from the database (" + why
                    + "); remove it yourself: " + String.join("; ", removals) + ";");
        }
    }
}
