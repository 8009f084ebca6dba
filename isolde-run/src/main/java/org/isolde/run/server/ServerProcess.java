package org.isolde.run.server;

import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.isolde.run.DatabaseException;
import org.isolde.run.RunningDatabase;

/**
 * A server that Isolde runs as a child process, in a session of its own, and may kill, restart and pause.
 *
 * <p>Invariant: its working folder is inside the {@link ServerFolder}, by which all its processes are found.
 */
public final class ServerProcess implements RunningDatabase.Node {
    private static final int LINES_SHOWN = 15;
    private static final long LOG_TAIL = 16_384;
    private static final int POLL_MILLIS = 20;

    private final ServerFolder folder;
    private final Plan plan;
    private final Path log;
    private Process process;
    private Signals signals;

    /**
     * How a server is started, and known to be ready.
     *
     * @param name as shown
     * @param directory the working folder, inside of the {@link ServerFolder}; no other server's. What the server prints
     *     goes beside it
     * @param command started again as it is by a restart
     * @param environment added to Isolde's own
     * @param ready asked again and again
     * @param limit how long it may take
     */
    public record Plan(
            String name,
            Path directory,
            List<String> command,
            Map<String, String> environment,
            Ready ready,
            Duration limit) {}

    /** Whether a server answers. */
    @FunctionalInterface
    public interface Ready {
        /** @return null if it does, otherwise why not, for the error at the end of the time limit */
        String problem() throws InterruptedException;
    }

    private ServerProcess(ServerFolder folder, Plan plan) {
        this.folder = folder;
        this.plan = plan;
        this.log = plan.directory().resolveSibling(plan.directory().getFileName() + ".log");
    }

    /**
     * Starts it, and returns when it answers.
     *
     * @param folder whose end is the server's end
     */
    static ServerProcess start(ServerFolder folder, Plan plan) throws DatabaseException {
        ServerProcess server = new ServerProcess(folder, plan);
        server.launch();
        return server;
    }

    @Override
    public String name() {
        return plan.name();
    }

    @Override
    public synchronized void kill() throws IOException, InterruptedException {
        signals.kill();
    }

    /** Starts it again on the same data and ports; what still runs of it is killed first. */
    @Override
    public synchronized void restart() throws DatabaseException, IOException, InterruptedException {
        signals.kill();
        launch();
    }

    @Override
    public synchronized void pause() throws IOException, InterruptedException {
        signals.stop();
    }

    @Override
    public synchronized void resume() throws IOException, InterruptedException {
        signals.resume();
    }

    /** Whether its first process runs, or is paused. */
    public synchronized boolean isAlive() {
        return process.isAlive();
    }

    /** The process group of the server, which is also the number of its first process. */
    public synchronized long group() {
        return process.pid();
    }

    private void launch() throws DatabaseException {
        try {
            List<String> command = new ArrayList<>(ServerFolder.ownSession());
            // The server is entered before it begins; if the supervisor is already at work, there is nowhere to enter.
            command.addAll(List.of(
                    "sh",
                    "-c",
                    ": > \"$0/$$\" || exit 1; exec \"$@\"",
                    folder.groups().toString()));
            command.addAll(plan.command());
            ProcessBuilder builder = new ProcessBuilder(command)
                    .directory(plan.directory().toFile())
                    .redirectInput(Path.of("/dev/null").toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
            builder.environment().putAll(plan.environment());
            process = builder.start();
            Path entry = folder.groups().resolve(Long.toString(process.pid()));
            var unused = process.onExit().thenRun(() -> forget(entry));
            signals = new Signals(process, plan.directory());
            awaitReady();
        } catch (IOException e) {
            throw new DatabaseException("can't start " + plan.name() + ": " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DatabaseException("interrupted while " + plan.name() + " started", e);
        }
    }

    /** The number of an ended process may come again as somebody else's. */
    private static void forget(Path entry) {
        try {
            Files.deleteIfExists(entry);
        } catch (IOException e) {
            // The supervisor has moved the folder of entries: this is the end of the server anyway.
            assert e.getMessage() != null;
        }
    }

    private void awaitReady() throws DatabaseException, InterruptedException {
        long deadline = System.nanoTime() + plan.limit().toNanos();
        while (true) {
            String problem = plan.ready().problem();
            if (problem == null) {
                return;
            }
            if (!process.isAlive()) {
                throw new DatabaseException(plan.name() + " ended by itself with code " + process.exitValue()
                        + "; its log ends:\n" + logTail());
            }
            if (System.nanoTime() > deadline) {
                throw new DatabaseException(plan.name() + " doesn't answer after "
                        + plan.limit().toSeconds() + " s (" + problem + "); its log ends:\n" + logTail());
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    /** The last lines that the server printed. */
    public String logTail() {
        return tail(log);
    }

    /** The last lines of a log; for errors, which are not to fail over a log that isn't there. */
    public static String tail(Path log) {
        try (var channel = Files.newByteChannel(log)) {
            channel.position(Math.max(0, channel.size() - LOG_TAIL));
            byte[] bytes = Channels.newInputStream(channel).readAllBytes();
            List<String> lines =
                    new String(bytes, StandardCharsets.UTF_8).lines().toList();
            return lines.isEmpty()
                    ? "(nothing)"
                    : String.join("\n", lines.subList(Math.max(0, lines.size() - LINES_SHOWN), lines.size()));
        } catch (IOException e) {
            return "(no log: " + e.getMessage() + ")";
        }
    }
}
