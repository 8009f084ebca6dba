package org.isolde.run.scenario;

import java.time.Duration;

/**
 * How long an execution waits for answers.
 *
 * @param grace a step that was not answered by then counts as waiting, where the database can't say so; longer if the
 *     database is slow
 * @param limit a step that was not answered by then counts as waiting, whatever the database says
 * @param end how long sessions may wait for each other at the end, before they are cancelled: long enough for a
 *     database to find a deadlock
 */
public record Patience(Duration grace, Duration limit, Duration end) {
    public static final Patience USUAL =
            new Patience(Duration.ofMillis(200), Duration.ofSeconds(5), Duration.ofSeconds(10));

    private static final int SLOW = 10;

    /** With a grace time that fits a database whose slowest statement took so long. */
    public Patience forStatementsOf(Duration slowest) {
        Duration fitting = slowest.multipliedBy(SLOW);
        Duration most = limit.dividedBy(2);
        Duration longer = fitting.compareTo(most) > 0 ? most : fitting;
        return new Patience(longer.compareTo(grace) > 0 ? longer : grace, limit, end);
    }
}
