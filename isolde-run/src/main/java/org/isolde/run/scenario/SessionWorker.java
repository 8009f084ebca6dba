package org.isolde.run.scenario;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.isolde.run.DatabaseException;

/**
 * A session of an execution: steps are executed in another thread, in which they may wait, and others queue behind them.
 *
 * <p>Invariant: the executor is used by one other thread at a time, but for cancelling; all else by the thread of the execution alone.
 * At most one step is under way.
 */
final class SessionWorker<S, A> {
    /** Threads are for all executions: to begin one takes longer than most steps. */
    private static final Executor THREADS = Executors.newCachedThreadPool(task -> {
        Thread daemon = new Thread(task, "isolde-session");
        daemon.setDaemon(true);
        return daemon;
    });

    private final String name;
    private final StepExecutor<S, A> executor;
    private final long id;
    private final BlockingQueue<Done<S, A>> done;
    private final Deque<S> queue = new ArrayDeque<>();
    private S pending;
    private boolean waiting;

    /** What is executed last; the next comes behind it. */
    private CompletableFuture<Void> last = CompletableFuture.completedFuture(null);

    /**
     * @param id the database's number of the session, if it can say who waits
     * @param done where answers are put
     */
    SessionWorker(String name, StepExecutor<S, A> executor, long id, BlockingQueue<Done<S, A>> done) {
        this.name = name;
        this.executor = executor;
        this.id = id;
        this.done = done;
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
        last = last.thenRunAsync(
                () -> {
                    Done<S, A> result;
                    try {
                        result = new Done<>(this, executor.execute(step), null);
                    } catch (Exception e) {
                        result = new Done<>(this, null, e);
                    }
                    done.add(result);
                },
                THREADS);
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
        last = last.thenRunAsync(executor::close, THREADS);
        try {
            last.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new DatabaseException(
                    "session " + name + " can't be ended: a statement of it still waits after " + patience.toSeconds()
                            + " s, and can't be cancelled; set a shorter lock timeout",
                    e);
        } catch (ExecutionException e) {
            throw new DatabaseException("session " + name + " can't be ended: " + e.getCause(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DatabaseException("interrupted", e);
        }
    }
}
