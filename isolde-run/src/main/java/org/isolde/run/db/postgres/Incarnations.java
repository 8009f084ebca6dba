package org.isolde.run.db.postgres;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.postgresql.replication.LogSequenceNumber;

/**
 * How often a server has been started since the run began. One that was killed gives the numbers of transactions again that got
 * lost with it; so to each number is added which start it is of, and numbers grow over all of them.
 *
 * <p>When a server comes back after a crash it first writes a checkpoint, and takes connections only then. So what was
 * committed before the crash stands before that in its log, and the rest behind it. Whoever connects asks, so each start is
 * known before anything is committed after it.
 */
final class Incarnations {
    /** Numbers of one start are smaller than this. */
    private static final long STEP = 1L << 48;

    private final boolean mayCrash;
    /** When the server was started, as it says itself; and from where on its log is of that start. */
    private final List<String> starts = new ArrayList<>();

    private final List<Long> places = new ArrayList<>();

    /** @param mayCrash whether the run goes on if the server is started anew */
    Incarnations(boolean mayCrash) {
        this.mayCrash = mayCrash;
    }

    /** What is added to the numbers of transactions of a connection. */
    long of(Connection connection) throws SQLException {
        if (!mayCrash) {
            return 0;
        }
        String start;
        long place;
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "select pg_postmaster_start_time()::text, redo_lsn::text from pg_control_checkpoint()")) {
            row.next();
            start = row.getString(1);
            place = LogSequenceNumber.valueOf(row.getString(2)).asLong();
        }
        synchronized (this) {
            if (!starts.contains(start)) {
                starts.add(start);
                // all that is there at the beginning is of the first start
                places.add(places.isEmpty() ? 0 : place);
            }
            return starts.indexOf(start) * STEP;
        }
    }

    /** What is added to the number of a transaction that was committed at a place of the log. */
    synchronized long at(long place) {
        int start = 0;
        while (start + 1 < places.size() && places.get(start + 1) <= place) {
            start++;
        }
        return start * STEP;
    }
}
