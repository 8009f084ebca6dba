package org.isolde.http;

import java.io.IOException;
import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;

/**
 * Cuts off whoever keeps a thread waiting: for the head of a request, for its body, or for room to write an answer. Where
 * others wait for a thread, whoever has kept one waiting for the longest is cut off sooner.
 *
 * <p>The JDK's server blocks in its channels, and a thread that is interrupted there has its channel closed. So a thread whose
 * clock has run for too long is interrupted.
 *
 * <p>Invariant: a thread is interrupted only while its clock runs, and has no interrupt of this left when it has stopped.
 */
final class Deadlines implements AutoCloseable {
    private static final int LOOKS = 10;
    private static final long LONGEST_PAUSE_MILLIS = 500;
    /** Whoever is quicker than that keeps nobody waiting. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Limits limits;
    private final Map<Thread, Clock> clocks = new ConcurrentHashMap<>();
    private final ScheduledExecutorService watch;

    /** @param waiting how many requests wait for a thread */
    Deadlines(String name, Limits limits, IntSupplier waiting) {
        this.limits = limits;
        this.watch = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        });
        long pause =
                Math.min(LONGEST_PAUSE_MILLIS, limits.head().dividedBy(LOOKS).toMillis());
        watch.scheduleWithFixedDelay(
                () -> {
                    clocks.values().forEach(Clock::cutIfDue);
                    makeRoom(waiting.getAsInt());
                },
                pause,
                pause,
                TimeUnit.MILLISECONDS);
    }

    /** Cuts off up to so many, those who have kept their threads waiting for the longest. */
    void makeRoom(int many) {
        if (many > 0) {
            clocks.values().stream()
                    .filter(clock -> clock.waited() > PATIENCE_NANOS)
                    .sorted(Comparator.comparingLong(Clock::waited).reversed())
                    .limit(many)
                    .forEach(Clock::cut);
        }
    }

    /** The task of a request, which begins with waiting for its head: the clock runs until it is stopped. */
    Runnable around(Runnable task) {
        return () -> {
            Thread thread = Thread.currentThread();
            Clock clock = new Clock(thread);
            clocks.put(thread, clock);
            try {
                clock.start(limits.head());
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
        private long longest;
        /** In all waits that are over. */
        private long before;

        private Clock(Thread thread) {
            this.thread = thread;
        }

        private synchronized void start(Duration limit) {
            since = System.nanoTime();
            longest = limit.toNanos();
            runs = true;
        }

        /** Begins to wait for a part of the body. */
        synchronized void startBody() {
            start(limits.silence());
            longest = Math.min(longest, limits.body().toNanos() - before);
        }

        /** @throws IOException if it was too late */
        void stop() throws IOException {
            if (end()) {
                throw new IOException("the other side kept this one waiting for too long");
            }
        }

        private synchronized boolean end() {
            if (runs) {
                before += System.nanoTime() - since;
                runs = false;
            }
            if (cut) {
                // ours, and of no concern to whatever the thread does next
                Thread.interrupted();
            }
            return cut;
        }

        /** Lets the clock run for as long as something waits. */
        void time(Wait wait) throws IOException {
            time(limits.silence(), wait);
        }

        /** The same at the end of a request, where nothing is of interest any more but that its answer arrives. */
        void timeEnd(Wait wait) throws IOException {
            time(limits.linger(), wait);
        }

        private void time(Duration limit, Wait wait) throws IOException {
            start(limit);
            try {
                wait.run();
            } finally {
                stop();
            }
        }

        /** How long it has waited altogether; nothing if it does not wait now. */
        private synchronized long waited() {
            return runs && !cut ? before + System.nanoTime() - since : 0;
        }

        synchronized boolean isCut() {
            return cut;
        }

        private synchronized void cutIfDue() {
            if (runs && System.nanoTime() - since > longest) {
                cut();
            }
        }

        private synchronized void cut() {
            if (runs && !cut) {
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
