package org.isolde.app.monitor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.isolde.online.LineFeed;
import org.isolde.online.Monitor;
import org.isolde.online.MonitorOptions;
import org.isolde.online.MonitorStatus;
import org.isolde.online.Violation;
import org.isolde.run.Access.Progress;
import org.isolde.run.artifact.FolderTree;

/**
 * The monitor of one round: it follows the history while that is recorded, with a state on disk like any other monitor.
 *
 * <p>Invariant: whatever happens to the monitor, the round goes on; {@link #end} tells. In the end only violations.jsonl is
 * left of the state.
 */
public final class RoundMonitor implements AutoCloseable {
    private static final long MOST_MEMORY = 256L << 20;
    private static final String VIOLATIONS = "violations.jsonl";

    private final MonitorPlan plan;
    private final Path folder;
    private final Monitor monitor;
    private GrowingFile file;
    private Thread feeder;
    private volatile Throwable failure;
    private boolean closed;

    private RoundMonitor(MonitorPlan plan, Path folder, Monitor monitor) {
        this.plan = plan;
        this.folder = folder;
        this.monitor = monitor;
    }

    /**
     * Opens the monitor of a round that has not begun.
     *
     * @param folder for its state and its violations; made new
     * @param progress is told of the download of RocksDB
     * @param listener is told of each violation, by the monitor's own thread
     */
    public static RoundMonitor open(MonitorPlan plan, Path folder, Progress progress, Consumer<Violation> listener)
            throws IOException {
        // the recorder, the clients and the check of the round before need the rest of the heap
        long memory = Math.min(MOST_MEMORY, Runtime.getRuntime().maxMemory() / 8);
        return open(
                MonitorOptions.of(plan.level())
                        .settle(plan.settle())
                        .memory(memory)
                        .disk(new MonitorDisk(progress))
                        .onViolation(listener),
                plan,
                folder);
    }

    static RoundMonitor open(MonitorOptions options, MonitorPlan plan, Path folder) throws IOException {
        return new RoundMonitor(plan, folder, Monitor.open(options.state(folder)));
    }

    /** Begins to follow the history, which is there. */
    public void follow(Path history) throws IOException {
        file = new GrowingFile(history);
        feeder = new Thread(() -> feed(history.getFileName().toString()), "isolde-monitor-input");
        feeder.setDaemon(true);
        feeder.start();
    }

    private void feed(String name) {
        try {
            new LineFeed(monitor).stream(file, name);
        } catch (IOException | InterruptedException | RuntimeException | Error e) {
            failure = e;
        }
    }

    /** How it stands. */
    public MonitorStatus status() {
        return monitor.status();
    }

    /** The history is whole: reads the rest of it, makes all verdicts final, and ends. */
    public Monitored end() throws InterruptedException {
        file.whole();
        feeder.join();
        String problem = failure == null ? null : message(failure);
        MonitorStatus status = monitor.status();
        try {
            if (problem == null) {
                status = monitor.finish();
            }
            close();
        } catch (IOException e) {
            problem = message(e);
        }
        return new Monitored(
                plan,
                status,
                file.longestSilence(),
                problem == null ? null : "the monitor has stopped: " + problem,
                null);
    }

    private static String message(Throwable problem) {
        return problem instanceof IOException && problem.getMessage() != null
                ? problem.getMessage()
                : "internal error, which is a bug in Isolde: " + problem;
    }

    /** Ends it, wherever it is. */
    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        try {
            if (file != null) {
                feeder.interrupt();
                file.close();
            }
        } finally {
            monitor.close();
        }
        try (Stream<Path> files = Files.list(folder)) {
            for (Path each : files.toList()) {
                if (Files.isDirectory(each)) {
                    FolderTree.delete(each);
                } else if (!each.endsWith(VIOLATIONS)) {
                    Files.delete(each);
                }
            }
        }
    }
}
