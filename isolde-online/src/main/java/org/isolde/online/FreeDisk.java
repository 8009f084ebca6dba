package org.isolde.online;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Whether the disk has room for what is still to come. Nothing is taken while it has not, so that what is on its way still fits,
 * and the monitor goes on by itself when there is room again. (Where it does not fit, the journal fails, and nothing of it is
 * answered.)
 */
final class FreeDisk {
    private static final long MEBIBYTE = 1L << 20;
    private static final long RESERVE = 16 * MEBIBYTE;

    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final Storage storage;
    private final Path folder;
    private long lookedNanos;
    private boolean hasLooked;
    private String problem;

    FreeDisk(Storage storage, Path folder) {
        this.storage = storage;
        this.folder = folder;
    }

    /** Why nothing can be taken now; null if it can. */
    synchronized String problem() {
        long now = System.nanoTime();
        if (!hasLooked || now - lookedNanos >= LOOK_NANOS) {
            problem = look();
            lookedNanos = now;
            hasLooked = true;
        }
        return problem;
    }

    private String look() {
        try {
            long room = storage.room(folder);
            return room >= RESERVE
                    ? null
                    : String.format(
                            Locale.ROOT,
                            "the disk is full: %.1f MiB are left, and nothing is taken with less than %d; make room",
                            (double) room / MEBIBYTE,
                            RESERVE / MEBIBYTE);
        } catch (IOException e) {
            return "the disk does not tell how much room it has: " + Sequencer.message(e);
        }
    }
}
