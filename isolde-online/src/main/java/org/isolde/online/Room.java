package org.isolde.online;

import java.util.concurrent.Semaphore;

/**
 * Memory that many share: whoever needs some of it takes it before, and waits while there is none.
 *
 * <p>Invariant: together they have no more than there is, in the order in which they came; nobody may want more than there is
 * in all.
 */
final class Room {
    private static final int UNIT = 1024;

    private final int units;
    private final Semaphore free;

    Room(long bytes) {
        units = (int) Math.max(1, Math.min(Integer.MAX_VALUE, bytes / UNIT));
        free = new Semaphore(units, true);
    }

    /** How many bytes there are in all. */
    long bytes() {
        return (long) units * UNIT;
    }

    private int units(long bytes) {
        return (int) Math.min(units, (bytes + UNIT - 1) / UNIT);
    }

    /** Waits for so many bytes. */
    void take(long bytes) throws InterruptedException {
        free.acquire(units(bytes));
    }

    void giveBack(long bytes) {
        free.release(units(bytes));
    }
}
