package org.isolde.cli;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import org.isolde.online.LineFeed;
import org.isolde.online.Monitor;
import org.isolde.online.MonitorServer;
import org.isolde.online.MonitorStatus;

/**
 * A monitor from its start to its end, however that comes: the input is over, something has stopped it, or the user has.
 *
 * <p>Invariant: it ends once. Whoever is first, the command or the signal, tells the summary and saves the state.
 */
final class MonitorRun implements AutoCloseable {
    private static final long POLL_MILLIS = 100;

    private final Monitor monitor;
    private final MonitorOutput output;
    /** For an end that no signal of {@link EndSignals} has begun: standard output is closed, say. */
    private final Thread hook = new Thread(this::stopped, "isolde-monitor-end");

    private final EndSignals signals;
    private final CountDownLatch signalled = new CountDownLatch(1);
    private MonitorServer server;
    private CompletableFuture<Void> fed;
    private boolean ended;

    MonitorRun(Monitor monitor, MonitorOutput output) {
        this.monitor = monitor;
        this.output = output;
        Runtime.getRuntime().addShutdownHook(hook);
        signals = new EndSignals(this::interrupted);
    }

    Monitor monitor() {
        return monitor;
    }

    void serve(MonitorServer started) {
        server = started;
        output.serving(started.url());
    }

    /** Begins to read; a thread of its own waits for what does not come. */
    void feed(String file, boolean follow) {
        fed = new CompletableFuture<>();
        LineFeed feed = new LineFeed(monitor);
        Thread thread = new Thread(
                () -> {
                    try {
                        if (file.equals("-")) {
                            feed.stream(System.in, Inputs.name(file));
                        } else {
                            feed.file(Inputs.path(file), follow);
                        }
                        output.unknownFields(feed.unknownFields());
                        fed.complete(null);
                    } catch (Throwable e) {
                        fed.completeExceptionally(e);
                    }
                },
                "isolde-monitor-input");
        thread.setDaemon(true);
        thread.start();
    }

    /** Waits for the end; returns the exit code. */
    int await() throws IOException, InterruptedException {
        try {
            awaitInput();
        } catch (IOException e) {
            leaveToSignal();
            throw e;
        }
        leaveToSignal();
        return end(true);
    }

    /** Once the end has begun elsewhere, its thread ends everything, the process too. */
    private void leaveToSignal() throws InterruptedException {
        if (signalled.getCount() == 0) {
            new CountDownLatch(1).await();
        }
    }

    private void awaitInput() throws IOException, InterruptedException {
        try (Progress progress = new Progress("monitoring")) {
            boolean told = false;
            progress.phase(() -> MonitorOutput.progress(monitor.status()), () -> -1);
            while (fed == null || server != null || !fed.isDone()) {
                if (monitor.awaitStopped(POLL_MILLIS)) {
                    monitor.checkRunning();
                }
                if (!told && monitor.status().counts().late() > 0) {
                    told = true;
                    MonitorOutput.late();
                }
                if (fed != null && fed.isCompletedExceptionally()) {
                    break;
                }
            }
            if (fed != null) {
                fed.get();
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException io) {
                throw io;
            }
            if (e.getCause() instanceof RuntimeException runtime) {
                throw runtime;
            }
            throw new IllegalStateException(e.getCause());
        }
    }

    /**
     * @param finish whether the stream is over, so that nothing can come any more that would change a verdict
     */
    private synchronized int end(boolean finish) throws IOException, InterruptedException {
        if (ended) {
            return Main.BAD;
        }
        ended = true;
        if (server != null) {
            server.close();
        }
        if (finish) {
            monitor.finish();
        } else {
            monitor.awaitChecked();
        }
        monitor.close();
        MonitorStatus status = monitor.status();
        output.summary(monitor.options().level(), status);
        return Main.exitCode(status.conclusion());
    }

    /** Ctrl-C or SIGTERM, and what comes again is too late to matter. */
    private void interrupted() {
        int code;
        synchronized (this) {
            if (ended) {
                return;
            }
            code = stop();
        }
        Main.end(code);
    }

    /** The process ends already, with a code of its own. */
    private synchronized void stopped() {
        if (!ended) {
            stop();
        }
    }

    /** Ends before the stream does. What has a state goes on later, so its open verdicts stay open. */
    private int stop() {
        signalled.countDown();
        try {
            return end(monitor.options().state() == null);
        } catch (IOException e) {
            Terminal.error(Terminal.explain(e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return Main.BAD;
    }

    @Override
    public void close() throws IOException {
        signals.close();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // a signal has come, and its thread ends everything
            return;
        }
        synchronized (this) {
            if (ended) {
                return;
            }
            ended = true;
            if (server != null) {
                server.close();
            }
            monitor.close();
        }
    }
}
