package org.isolde.http;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Cuts off whoever keeps a thread waiting: for the head of a request, for its body, or for room to write an answer.
 *
 * <p>The JDK's server blocks in its channels, and a thread that is interrupted there has its channel closed. So a thread whose
 * clock has run for too long is interrupted.
 *
 * <p>Invariant: a thread is interrupted only while its clock runs, and has no interrupt of this left when it has stopped.
 */
final class Deadlines implements AutoCloseable {
    private static final int LOOKS = 10;

    private final Duration longest;
    private final Map<Thread, Clock> clocks = new ConcurrentHashMap<>();
    private final ScheduledExecutorService watch;

    Deadlines(String name, Duration longest) {
        this.longest = longest;
        this.watch = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        });
        long pause = longest.dividedBy(LOOKS).toMillis();
        watch.scheduleWithFixedDelay(
                () -> clocks.values().forEach(Clock::cutIfDue), pause, pause, TimeUnit.MILLISECONDS);
    }

    /** The task of a request, which begins with waiting for its head: the clock runs until it is stopped. */
    Runnable around(Runnable task) {
        return () -> {
            Thread thread = Thread.currentThread();
            Clock clock = new Clock(thread);
            clocks.put(thread, clock);
            try {
                clock.start();
                task.run();
            } finally {
                clocks.remove(thread);
                clock.end();
            }
        };
    }

    /** The clock of this thread's request. */
    Clock current() {
        return clocks.get(Thread.currentThread());
    }

    /** Something that waits for the other side. */
    @FunctionalInterface
    interface Wait {
        void run() throws IOException;
    }

    /** How long a thread has been waiting. */
    final class Clock {
        private final Thread thread;
        private boolean runs;
        private boolean cut;
        private long since;

        private Clock(Thread thread) {
            this.thread = thread;
        }

        synchronized void start() {
            since = System.nanoTime();
            runs = true;
        }

        /** @throws IOException if it was too late */
        void stop() throws IOException {
            if (end()) {
                throw new IOException("the other side was silent for " + longest.toSeconds() + " s");
            }
        }

        private synchronized boolean end() {
            runs = false;
            if (cut) {
                // ours, and of no concern to whatever the thread does next
                Thread.interrupted();
            }
            return cut;
        }

        /** Lets the clock run for as long as something waits. */
        void time(Wait wait) throws IOException {
            start();
            try {
                wait.run();
            } finally {
                stop();
            }
        }

        private synchronized void cutIfDue() {
            if (runs && !cut && System.nanoTime() - since > longest.toNanos()) {
                cut = true;
                thread.interrupt();
            }
        }
    }

    @Override
    public void close() {
        watch.shutdownNow();
    }
}
