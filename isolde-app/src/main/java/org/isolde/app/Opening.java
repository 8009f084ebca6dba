package org.isolde.app;

import org.isolde.run.DatabaseException;
import org.isolde.run.RunningDatabase;

/**
 * A database that is being opened, by a thread of its own: that may take as long as a download or a server that hangs, and
 * nobody has to wait for it.
 *
 * <p>Invariant: what is opened is handed out once, or closed.
 */
final class Opening {
    /** How a database is opened. */
    interface Opener {
        RunningDatabase open() throws DatabaseException;
    }

    private final Thread thread;
    private RunningDatabase database;
    private Throwable failure;
    private boolean givenUp;

    Opening(Opener opener) {
        thread = new Thread(() -> open(opener), "isolde-open");
        thread.setDaemon(true);
        thread.start();
    }

    private void open(Opener opener) {
        RunningDatabase opened = null;
        Throwable problem = null;
        try {
            opened = opener.open();
        } catch (DatabaseException | RuntimeException | Error e) {
            problem = e;
        }
        if (!handOver(opened, problem) && opened != null) {
            opened.close();
        }
    }

    private synchronized boolean handOver(RunningDatabase opened, Throwable problem) {
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
    synchronized RunningDatabase await() throws DatabaseException, InterruptedException {
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
