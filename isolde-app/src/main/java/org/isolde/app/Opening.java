package org.isolde.app;

import java.util.function.Consumer;
import org.isolde.run.DatabaseException;

/**
 * A database, or what uses one, that is being opened, by a thread of its own: that may take as long as a download or a server that hangs, and
 * nobody has to wait for it.
 *
 * <p>Invariant: what is opened is handed out once, or closed.
 */
final class Opening<T> {
    /** How it is opened. */
    interface Opener<T> {
        T open() throws DatabaseException;
    }

    private final Consumer<T> closer;
    private final Thread thread;
    private T database;
    private Throwable failure;
    private boolean givenUp;

    /** @param closer closes what is open when nobody waits for it any more */
    Opening(Opener<T> opener, Consumer<T> closer) {
        this.closer = closer;
        thread = new Thread(() -> open(opener), "isolde-open");
        thread.setDaemon(true);
        thread.start();
    }

    private void open(Opener<T> opener) {
        T opened = null;
        Throwable problem = null;
        try {
            opened = opener.open();
        } catch (DatabaseException | RuntimeException | Error e) {
            problem = e;
        }
        if (!handOver(opened, problem) && opened != null) {
            closer.accept(opened);
        }
    }

    private synchronized boolean handOver(T opened, Throwable problem) {
        database = opened;
        failure = problem;
        notifyAll();
        return !givenUp;
    }

    /**
     * Waits until it is open.
     *
     * @throws InterruptedException if it was given up before
     */
    synchronized T await() throws DatabaseException, InterruptedException {
        try {
            while (database == null && failure == null && !givenUp) {
                wait();
            }
        } catch (InterruptedException e) {
            giveUp();
            throw e;
        }
        if (givenUp) {
            throw new InterruptedException("given up while the database was opened");
        }
        if (failure instanceof DatabaseException problem) {
            throw problem;
        }
        if (failure instanceof RuntimeException problem) {
            throw problem;
        }
        if (failure instanceof Error problem) {
            throw problem;
        }
        return database;
    }

    /** Waits no longer; of no effect if it is open. */
    synchronized void giveUp() {
        if (database == null && failure == null && !givenUp) {
            givenUp = true;
            thread.interrupt();
            notifyAll();
        }
    }
}
