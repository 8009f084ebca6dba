package org.isolde.run.db.cockroachdb;

import java.sql.SQLException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.isolde.run.Session.Timestamps;
import org.isolde.run.jdbc.SqlTimestamps;

/**
 * CockroachDB's timestamps: {@code cluster_logical_timestamp()} is when the transaction reads and commits, nanoseconds
 * with a counter behind the point. Who has asked can't be given another one any more, but is refused.
 *
 * <p>Invariant: start and commit are the same, for a serializable transaction there takes place at one moment.
 */
final class CockroachTimestamps implements SqlTimestamps {
    /** The counter has so many digits; a driver may leave out zeros at the end. */
    private static final int COUNTER_DIGITS = 10;

    private static final Pattern HYBRID = Pattern.compile("(\\d{1,18}|[1-8]\\d{18})(?:\\.(\\d{1,10}))?");

    @Override
    public String beforeCommit() {
        return "select cluster_logical_timestamp()";
    }

    @Override
    public String afterCommit() {
        return null;
    }

    @Override
    public Timestamps read(String before, String after, boolean wrote) throws SQLException {
        return parse(before);
    }

    /** A timestamp as the server spells it. */
    static Timestamps parse(String before) throws SQLException {
        Matcher matcher = HYBRID.matcher(before == null ? "" : before.strip());
        if (!matcher.matches()) {
            throw new SQLException("not a timestamp of CockroachDB: " + before);
        }
        long physical = Long.parseLong(matcher.group(1));
        String counter = matcher.group(2) == null ? "" : matcher.group(2);
        long logical = Long.parseLong(counter + "0".repeat(COUNTER_DIGITS - counter.length()));
        return new Timestamps(physical, logical, physical, logical);
    }
}
