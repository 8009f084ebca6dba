package org.isolde.online;

/**
 * The monitor's clock: how long it has been up, all its lives together. Time in which it was down, or could take
 * nothing, does not count.
 *
 * <p>Invariant: it never goes back, and never shows the same time twice.
 */
final class UptimeClock {
    private final long base;
    private final long start = System.nanoTime();
    private long last;
    private long skipped;

    /**
     * @param base what the clock showed when it was last heard of
     */
    UptimeClock(long base) {
        this.base = base;
        this.last = base;
    }

    /** Leaves out a time that has just gone by. */
    synchronized void skip(long nanos) {
        skipped += nanos;
    }

    synchronized long next() {
        last = Math.max(last + 1, base + (System.nanoTime() - start) - skipped);
        return last;
    }
}
