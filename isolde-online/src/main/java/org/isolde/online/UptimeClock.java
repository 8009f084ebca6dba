package org.isolde.online;

import java.util.function.LongSupplier;

/**
 * The monitor's clock: how long it has been up and has taken what came, all its lives together. Time in which it was down does not
 * count, nor does time in which the process stood still, for want of a processor or while its memory was cleaned up, nor time for which it
 * makes senders wait: whoever waits can't be heard.
 *
 * <p>While somebody waits, the clock goes on by what gets through: a step at most for each block that does. So whoever is not heard of for
 * a time of this clock has had that time, or has seen so many blocks of others pass; and a wait counts the same however long it takes.
 * Senders wait for two things, each with a {@link Door} of its own: room, and the disk.
 *
 * <p>Invariant: it never goes back, and never shows the same time twice.
 */
final class UptimeClock {
    private final long base;
    private final long stepNanos;
    private final long mostNanos;
    private final LongSupplier nanoTime;
    /** When the process was last known to run, and for how long it stood still before. */
    private long alive;

    private long stoodStill;
    private final long start;
    private long last;
    private long skipped;
    private final Door room = new Door();
    private final Door disk = new Door();

    /** Where senders wait. */
    final class Door {
        private int waiting;
        private long since;

        private Door() {}

        /** Somebody begins to wait. */
        void waits() {
            synchronized (UptimeClock.this) {
                if (waiting++ == 0) {
                    since = time();
                }
            }
        }

        /** Somebody waits no longer. */
        void goesOn() {
            synchronized (UptimeClock.this) {
                if (--waiting == 0) {
                    skipped += lost(time());
                }
            }
        }

        /** Something has got through. */
        void passed() {
            synchronized (UptimeClock.this) {
                if (waiting > 0) {
                    long now = time();
                    skipped += lost(now);
                    since = now;
                }
            }
        }

        /** What does not count of the time since something got through. */
        private long lost(long now) {
            return Math.max(0, now - since - stepNanos);
        }
    }

    /**
     * @param base what the clock showed when it was last heard of
     * @param stepNanos what a block counts for at most while somebody waits
     * @param mostNanos what counts at most of the time between two looks at the clock, one of which is taken more often than that
     */
    UptimeClock(long base, long stepNanos, long mostNanos) {
        this(base, stepNanos, mostNanos, System::nanoTime);
    }

    UptimeClock(long base, long stepNanos, long mostNanos, LongSupplier nanoTime) {
        this.base = base;
        this.stepNanos = stepNanos;
        this.mostNanos = mostNanos;
        this.nanoTime = nanoTime;
        this.start = nanoTime.getAsLong();
        this.alive = start;
        this.last = base;
    }

    /** The time, without that in which the process stood still. */
    private long time() {
        long now = nanoTime.getAsLong();
        stoodStill += Math.max(0, now - alive - mostNanos);
        alive = now;
        return now - stoodStill;
    }

    /** The process is running. */
    synchronized void runs() {
        time();
    }

    Door room() {
        return room;
    }

    Door disk() {
        return disk;
    }

    synchronized long next() {
        long now = time();
        long waiting = Math.max(room.waiting == 0 ? 0 : room.lost(now), disk.waiting == 0 ? 0 : disk.lost(now));
        last = Math.max(last + 1, base + (now - start) - skipped - waiting);
        return last;
    }
}
