package org.isolde.check.budget;

import java.time.Duration;

/**
 * How long a search may go on, and how much memory it may take. Whoever searches asks {@link #check} every now and then,
 * and {@link #claim} before a table grows; when the answer is no the level is undecided, never guessed.
 *
 * @param started when the time began to run, as {@link System#nanoTime} tells it
 * @param maxNanos how long it may take; {@link #NO_LIMIT} for ever
 * @param maxBytes how many bytes the tables of one search may take together; {@link #NO_LIMIT} for any number
 */
public record Budget(long started, long maxNanos, long maxBytes) {
    public static final long NO_LIMIT = Long.MAX_VALUE;

    /** No limits at all. */
    public static final Budget UNLIMITED = new Budget(0, NO_LIMIT, NO_LIMIT);

    /** A budget whose time begins to run now. */
    public static Budget of(Duration time, long maxBytes) {
        return new Budget(System.nanoTime(), time.toNanos(), maxBytes);
    }

    /** @throws BudgetExceededException if the time is over */
    public void check() {
        if (maxNanos != NO_LIMIT && System.nanoTime() - started > maxNanos) {
            throw new BudgetExceededException("the time limit of " + maxNanos / 1_000_000 / 1000.0 + " s was reached");
        }
    }

    /**
     * Asks whether a search may hold this many bytes.
     *
     * @param bytes all that its tables will take once they have grown, not only what they grow by
     * @throws BudgetExceededException if that is too much, or if the time is over
     */
    public void claim(long bytes) {
        check();
        if (bytes > maxBytes) {
            throw new BudgetExceededException(
                    "the search would need more than the memory limit of " + (maxBytes >> 20) + " MB");
        }
    }
}
