package org.isolde.cli;

import java.time.Duration;
import java.util.Locale;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;

/**
 * Says on a terminal what is going on, once it has taken a second: a bar where the share done is known, else the time
 * spent. Where standard error is a file, as on a build server, a line every half a minute says that it goes on.
 */
final class Progress implements AutoCloseable {
    private static final long PATIENCE_NANOS = 1_000_000_000L;
    private static final long PERIOD_MILLIS = 200;
    private static final int BAR = 30;
    private static final Duration HEARTBEAT = Duration.ofSeconds(30);
    private static final int LEAST_BAR = 5;

    private volatile Supplier<String> phase;
    private volatile DoubleSupplier share = () -> -1;
    private volatile boolean closed;
    private final long start = System.nanoTime();
    private final Thread thread;

    Progress(String phase) {
        this(phase, HEARTBEAT);
    }

    /** @param heartbeat how often a line is written where there is no terminal */
    Progress(String phase, Duration heartbeat) {
        this.phase = () -> phase;
        thread = new Thread(Terminal.progress() ? this::draw : () -> beat(heartbeat), "isolde-progress");
        thread.setDaemon(true);
        thread.start();
    }

    /** The next phase, of which no share is known. */
    void phase(String name) {
        phase(name, () -> -1);
    }

    /** The next phase, with the share done (from 0 to 1, negative if not known). */
    void phase(String name, DoubleSupplier done) {
        phase(() -> name, done);
    }

    /** The next phase, whose words change as it goes on. */
    void phase(Supplier<String> name, DoubleSupplier done) {
        phase = name;
        share = done;
    }

    private void beat(Duration heartbeat) {
        try {
            while (!closed) {
                Thread.sleep(heartbeat.toMillis());
                if (!closed) {
                    System.err.println("isolde: " + words((System.nanoTime() - start) / 1e9));
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** What is going on, how far it is if that is known, and since when. */
    private String words(double seconds) {
        double done = share.getAsDouble();
        return phase.get()
                + (done >= 0 ? String.format(Locale.ROOT, ", %d%%", (int) Math.min(100, done * 100)) : "")
                + String.format(Locale.ROOT, ", %.0f s", seconds);
    }

    private void draw() {
        boolean drawn = false;
        try {
            while (!closed) {
                Thread.sleep(PERIOD_MILLIS);
                long spent = System.nanoTime() - start;
                if (spent < PATIENCE_NANOS || closed) {
                    continue;
                }
                drawn = true;
                double done = share.getAsDouble();
                System.err.print("\r\u001b[K" + line(phase.get(), done, spent / 1e9, Terminal.progressColumns() - 1));
                System.err.flush();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (drawn) {
            System.err.print("\r\u001b[K");
            System.err.flush();
        }
    }

    /**
     * A line that fits: a wider one would be wrapped, and then there would be one more each time. The bar goes first, then the
     * end of the words.
     *
     * @param done the share that is done, negative if not known
     */
    static String line(String words, double done, double seconds, int width) {
        String end = (done >= 0 ? " " + (int) Math.min(100, done * 100) + "%" : "")
                + String.format(Locale.ROOT, " %.0f s", seconds);
        int room = width - words.length() - end.length();
        if (room < 0) {
            int left = Math.max(0, width - end.length() - 3);
            return (words.substring(0, Math.min(words.length(), left)) + "..." + end)
                    .substring(0, Math.max(0, Math.min(width, left + 3 + end.length())));
        }
        int bar = Math.min(BAR, room - 3);
        if (done < 0 || bar < LEAST_BAR) {
            return words + end;
        }
        int filled = (int) Math.min(bar, done * bar);
        return words + " [" + "#".repeat(filled) + "-".repeat(bar - filled) + "]" + end;
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
