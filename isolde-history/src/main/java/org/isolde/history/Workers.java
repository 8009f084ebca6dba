package org.isolde.history;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;

/** Runs the same task on several threads at once, the caller's among them, and passes the first failure on. */
public final class Workers {
    /** One thread's part of the work. */
    @FunctionalInterface
    public interface Task {
        void run(int worker) throws IOException;
    }

    /** They wait for the next work for a while: a small history is done sooner than a thread is started. */
    private static final Executor THREADS = Executors.newCachedThreadPool(run -> {
        Thread thread = new Thread(run, "isolde-worker");
        thread.setDaemon(true);
        return thread;
    });

    private Workers() {}

    /** How many threads are worth starting: the system property {@code isolde.threads}, else one a core, up to 16. */
    public static int available() {
        int cores = Runtime.getRuntime().availableProcessors();
        return Math.max(1, Integer.getInteger("isolde.threads", Math.min(16, cores)));
    }

    /** Runs {@code task.run(0) .. task.run(count - 1)}, each on its own thread, and waits for all. */
    public static void run(int count, Task task) throws IOException {
        if (count == 1) {
            task.run(0);
            return;
        }
        AtomicReference<Throwable> failure = new AtomicReference<>();
        CountDownLatch running = new CountDownLatch(count - 1);
        for (int i = 1; i < count; i++) {
            int worker = i;
            THREADS.execute(() -> {
                attempt(task, worker, failure);
                running.countDown();
            });
        }
        attempt(task, 0, failure);
        boolean interrupted = false;
        while (true) {
            try {
                running.await();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        Throwable thrown = failure.get();
        if (thrown instanceof IOException e) {
            throw e;
        }
        if (thrown instanceof RuntimeException e) {
            throw e;
        }
        if (thrown instanceof Error e) {
            throw e;
        }
    }

    /** The same for tasks that read and write no files. */
    public static void compute(int count, Task task) {
        try {
            run(count, task);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static void attempt(Task task, int worker, AtomicReference<Throwable> failure) {
        try {
            task.run(worker);
        } catch (Throwable t) {
            failure.compareAndSet(null, t);
        }
    }
}
