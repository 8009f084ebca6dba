package org.isolde.online;

import java.util.function.LongSupplier;

/**
 * The monitor's clock: how long it has been up and has taken what came, all its lives together. Time in which it was down does not
 * count, nor does time for which it makes senders wait: whoever waits can't be heard.
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
    private final LongSupplier nanoTime;
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
                    since = nanoTime.getAsLong();
                }
            }
        }

        /** Somebody waits no longer. */
        void goesOn() {
            synchronized (UptimeClock.this) {
                if (--waiting == 0) {
                    skipped += lost(nanoTime.getAsLong());
                }
            }
        }

        /** Something has got through. */
        void passed() {
            synchronized (UptimeClock.this) {
                if (waiting > 0) {
                    long now = nanoTime.getAsLong();
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
     */
    UptimeClock(long base, long stepNanos) {
        this(base, stepNanos, System::nanoTime);
    }

    UptimeClock(long base, long stepNanos, LongSupplier nanoTime) {
        this.base = base;
        this.stepNanos = stepNanos;
        this.nanoTime = nanoTime;
        this.start = nanoTime.getAsLong();
        this.last = base;
    }

    Door room() {
        return room;
    }

    Door disk() {
        return disk;
    }

    synchronized long next() {
        long now = nanoTime.getAsLong();
        long waiting = Math.max(room.waiting == 0 ? 0 : room.lost(now), disk.waiting == 0 ? 0 : disk.lost(now));
        last = Math.max(last + 1, base + (now - start) - skipped - waiting);
        return last;
    }
}
