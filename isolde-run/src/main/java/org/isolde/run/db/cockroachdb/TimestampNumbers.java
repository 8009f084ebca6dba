package org.isolde.run.db.cockroachdb;

import java.sql.SQLException;
import org.isolde.run.Session.Timestamps;

/** Timestamps of a run as numbers in the same order: nanoseconds since it began, and the counter. */
final class TimestampNumbers {
    /** The counter counts what happens in one nanosecond of one clock, so it stays small; and 2 to the 43 ns are 2.4 hours. */
    private static final int COUNTER_BITS = 20;

    private final long begin;

    TimestampNumbers(String begin) throws SQLException {
        this.begin = CockroachTimestamps.parse(begin).start();
    }

    long of(String timestamp) throws SQLException {
        Timestamps parsed = CockroachTimestamps.parse(timestamp);
        long since = parsed.start() - begin;
        if (since < 0 || since >> (Long.SIZE - 1 - COUNTER_BITS) != 0 || parsed.startLogical() >> COUNTER_BITS != 0) {
            throw new SQLException("a timestamp that is not of this run, or too far from its begin: " + timestamp);
        }
        return since << COUNTER_BITS | parsed.startLogical();
    }
}
