package org.isolde.run.scenario;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.isolde.run.DatabaseException;

/**
 * A session of an execution: a thread of its own, in which a step may wait, and the steps that queue behind it.
 *
 * <p>Invariant: the executor is used by its thread alone, but for cancelling; all else by the thread of the execution alone.
 * At most one step is under way.
 */
final class SessionWorker<S, A> {
    private final String name;
    private final StepExecutor<S, A> executor;
    private final long id;
    private final BlockingQueue<Done<S, A>> done;
    private final ExecutorService thread;
    private final Deque<S> queue = new ArrayDeque<>();
    private S pending;
    private boolean waiting;

    /**
     * @param id the database's number of the session, if it can say who waits
     * @param done where answers are put
     */
    SessionWorker(String name, StepExecutor<S, A> executor, long id, BlockingQueue<Done<S, A>> done) {
        this.name = name;
        this.executor = executor;
        this.id = id;
        this.done = done;
        this.thread = Executors.newSingleThreadExecutor(task -> {
            Thread daemon = new Thread(task, "isolde-session-" + name);
            daemon.setDaemon(true);
            return daemon;
        });
    }

    /** An answer, or the problem that ends the execution. */
    record Done<S, A>(SessionWorker<S, A> session, A answer, Exception problem) {}

    String name() {
        return name;
    }

    long id() {
        return id;
    }

    Deque<S> queue() {
        return queue;
    }

    /** The step under way; null if the session is idle. */
    S pending() {
        return pending;
    }

    boolean isWaiting() {
        return waiting;
    }

    void markWaiting() {
        waiting = true;
    }

    void send(S step) {
        pending = step;
        waiting = false;
        thread.execute(() -> {
            Done<S, A> result;
            try {
                result = new Done<>(this, executor.execute(step), null);
            } catch (Exception e) {
                result = new Done<>(this, null, e);
            }
            done.add(result);
        });
    }

    /** Takes down that the pending step is over. */
    void settle() {
        pending = null;
        waiting = false;
    }

    void cancel() {
        executor.cancel();
    }

    void abort() {
        executor.abort();
    }

    /** Ends the session, and waits for that. */
    void close(Duration patience) throws DatabaseException {
        thread.execute(executor::close);
        thread.shutdown();
        try {
            if (!thread.awaitTermination(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new DatabaseException("session " + name + " can't be ended: a statement of it still waits after "
                        + patience.toSeconds() + " s, and can't be cancelled; set a shorter lock timeout");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DatabaseException("interrupted", e);
        }
    }
}
