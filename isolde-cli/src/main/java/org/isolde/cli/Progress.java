package org.isolde.cli;

import java.util.function.DoubleSupplier;
import java.util.function.Supplier;

/**
 * Says on a terminal what is going on, once it has taken a second: a bar where the share done is known, else the time
 * spent. Writes nothing where standard error is a file.
 */
final class Progress implements AutoCloseable {
    private static final long PATIENCE_NANOS = 1_000_000_000L;
    private static final long PERIOD_MILLIS = 200;
    private static final int BAR = 30;

    private volatile Supplier<String> phase;
    private volatile DoubleSupplier share = () -> -1;
    private volatile boolean closed;
    private final long start = System.nanoTime();
    private final Thread thread;

    Progress(String phase) {
        this.phase = () -> phase;
        if (!Terminal.progress()) {
            thread = null;
            return;
        }
        thread = new Thread(this::draw, "isolde-progress");
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
                line.append(String.format(java.util.Locale.ROOT, " %.0f s", spent / 1e9));
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
        if (thread != null) {
            thread.interrupt();
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
