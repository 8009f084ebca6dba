package org.isolde.run.workload;

import java.util.concurrent.atomic.AtomicLong;
import org.isolde.generate.RandomSource;

/**
 * The keys of rows that a run uses at the moment: the last so many that were handed out. Those that are twice as old are
 * purged, so that the table stays small while fresh rows come all the time. Shared by all sessions.
 */
final class RowKeys {
    /** After so many fresh keys old rows are purged. */
    private static final int PURGE_EVERY = 8;

    /** How many fresh keys come before others count as recent. */
    private static final int STEP = 64;

    private final int window;
    private final AtomicLong next;
    private final AtomicLong purged;

    /** @param window how many keys are in use; as many are there from the beginning */
    RowKeys(int window) {
        this.window = window;
        this.next = new AtomicLong(window);
        this.purged = new AtomicLong(window);
    }

    /** A key that nobody has used. */
    long fresh() {
        return next.getAndIncrement();
    }

    /** A key in use; there may be a row, or none yet, or none any more. */
    long draw(RandomSource random) {
        return Math.max(0, next.get() - window) + random.below(window);
    }

    /** A key such that those from there on are few, some more than are in use; it is the same for a while. */
    long recent() {
        return Math.max(0, next.get() - window) / STEP * STEP;
    }

    /** The key below which rows are to be deleted now, by whoever asks; -1 if nothing is to be done. */
    long purge() {
        long fresh = next.get();
        long last = purged.get();
        return fresh >= last + PURGE_EVERY && purged.compareAndSet(last, fresh) ? fresh - 2L * window : -1;
    }
}
