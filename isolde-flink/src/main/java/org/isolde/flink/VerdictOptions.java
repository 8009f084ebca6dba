package org.isolde.flink;

import java.io.Serializable;
import java.time.Duration;
import org.isolde.history.Level;

/**
 * What is asked of a stream.
 *
 * @param level si or ser
 * @param sessionOrder whether session order counts
 * @param initial the initial value of all keys, as JSON
 * @param settle how long a silent session, or one that nobody has heard of, is waited for
 * @param retain for how long versions that nobody can change any more are kept for whoever looks back at them: a transaction that has run for long
 */
public record VerdictOptions(Level level, boolean sessionOrder, String initial, Duration settle, Duration retain)
        implements Serializable {
    public VerdictOptions {
        if (level != Level.SI && level != Level.SER) {
            throw new IllegalArgumentException("timestamps are checked for si or ser, not for " + level.text());
        }
    }

    /** With session order, the initial value null, and the usual times. */
    public static VerdictOptions of(Level level) {
        return new VerdictOptions(level, true, "null", Duration.ofSeconds(5), Duration.ofMinutes(1));
    }

    /** How often, in milliseconds, a source is to tell up to when it has read everything, for a time to settle. */
    public static long interval(Duration settle) {
        return SessionMarks.interval(settle.toMillis());
    }

    public VerdictOptions withSessionOrder(boolean counts) {
        return new VerdictOptions(level, counts, initial, settle, retain);
    }

    public VerdictOptions withInitial(String json) {
        return new VerdictOptions(level, sessionOrder, json, settle, retain);
    }

    public VerdictOptions withSettle(Duration time) {
        return new VerdictOptions(level, sessionOrder, initial, time, retain);
    }

    public VerdictOptions withRetain(Duration time) {
        return new VerdictOptions(level, sessionOrder, initial, settle, time);
    }
}
