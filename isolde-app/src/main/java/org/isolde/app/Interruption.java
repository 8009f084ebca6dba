package org.isolde.app;

/** Ctrl-C while a job runs: the job is told to stop, and the process waits until it has written down what there is. */
final class Interruption implements AutoCloseable {
    private static final long PATIENCE_MILLIS = 15_000;

    private final Thread worker = Thread.currentThread();
    private final Thread hook;
    private volatile boolean shutDown;

    /** To be made by the thread that works, and closed by it at its end. */
    Interruption(Runnable stop) {
        hook = new Thread(() -> interrupt(stop), "isolde-interrupt");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    private void interrupt(Runnable stop) {
        shutDown = true;
        stop.run();
        try {
            worker.join(PATIENCE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        if (!shutDown) {
            Runtime.getRuntime().removeShutdownHook(hook);
        }
    }
}
