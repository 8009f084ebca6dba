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
                StringBuilder line = new StringBuilder("\r\u001b[K").append(phase.get());
                if (done >= 0) {
                    int filled = (int) Math.min(BAR, done * BAR);
                    line.append(" [")
                            .append("#".repeat(filled))
                            .append("-".repeat(BAR - filled))
                            .append("] ");
                    line.append((int) Math.min(100, done * 100)).append('%');
                }
                line.append(String.format(Locale.ROOT, " %.0f s", spent / 1e9));
                System.err.print(line);
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
