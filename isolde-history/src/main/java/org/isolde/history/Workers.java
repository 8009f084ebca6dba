package org.isolde.history;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;

/** Runs the same task on several threads at once, the caller's among them, and passes the first failure on. */
public final class Workers {
    /** One thread's part of the work. */
    @FunctionalInterface
    public interface Task {
        void run(int worker) throws IOException;
    }

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
        Thread[] threads = new Thread[count];
        for (int i = 1; i < count; i++) {
            int worker = i;
            threads[i] = new Thread(() -> attempt(task, worker, failure), "isolde-worker-" + i);
            threads[i].setDaemon(true);
            threads[i].start();
        }
        attempt(task, 0, failure);
        boolean interrupted = false;
        for (int i = 1; i < count; i++) {
            while (true) {
                try {
                    threads[i].join();
                    break;
                } catch (InterruptedException e) {
                    interrupted = true;
                }
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
