package org.isolde.run.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.isolde.run.DatabaseException;
import org.isolde.run.RunningDatabase.Node;

/**
 * Servers that Isolde has started in one temporary folder: one of them, or the nodes of a cluster. They end with this
 * object, and the folder goes.
 *
 * <p>Invariant: if not all of it succeeds, from the first server to whatever is asked of them before they are used, then
 * nothing is left.
 */
public final class Servers implements AutoCloseable {
    private final String product;
    private final ServerFolder folder;
    private final List<ServerProcess> nodes = new ArrayList<>();

    private Servers(String product, ServerFolder folder) {
        this.product = product;
        this.folder = folder;
    }

    /** Starts servers, and answers with what uses them, and closes them at its end. */
    @FunctionalInterface
    public interface Starting<T> {
        T in(Servers servers) throws DatabaseException, IOException, InterruptedException;
    }

    /**
     * Starts servers that are killed at the end, since all that they would leave is in the folder.
     *
     * @param product as shown, "Redis", maybe with its version
     */
    public static <T> T start(String product, Starting<T> starting) throws DatabaseException {
        return start(product, "KILL", 0, starting);
    }

    /**
     * Starts servers that have something to put in order at the end.
     *
     * @param signal what they are sent at the end, as {@code kill} names it
     * @param seconds how long they have after that, until they are killed
     */
    public static <T> T start(String product, String signal, int seconds, Starting<T> starting)
            throws DatabaseException {
        Servers servers = null;
        T started = null;
        try {
            // Without the version: scripts of servers may stumble over a space.
            String name = product.toLowerCase(Locale.ROOT).replaceAll(" .*", "");
            servers = new Servers(product, ServerFolder.create(name, signal, seconds));
            started = starting.in(servers);
            return started;
        } catch (IOException e) {
            throw new DatabaseException("can't start " + product + ": " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DatabaseException("interrupted while " + product + " started", e);
        } finally {
            if (started == null && servers != null) {
                servers.close();
            }
        }
    }

    /** The folder of all servers, which goes with them. */
    public Path path() {
        return folder.path();
    }

    /** Makes a folder for one server to work in. */
    public Path directory(String name) throws IOException {
        return Files.createDirectory(folder.path().resolve(name));
    }

    /** Starts one more, and returns when it answers. */
    public void start(ServerProcess.Plan plan) throws DatabaseException {
        nodes.add(ServerProcess.start(folder, plan));
    }

    /** Starts several at once, for none may be ready before most of them run; returns when all of them answer. */
    public void startTogether(List<ServerProcess.Plan> plans) throws DatabaseException, InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(plans.size());
        try {
            List<Future<ServerProcess>> starting = new ArrayList<>();
            for (ServerProcess.Plan plan : plans) {
                starting.add(threads.submit(() -> ServerProcess.start(folder, plan)));
            }
            for (Future<ServerProcess> one : starting) {
                nodes.add(one.get());
            }
        } catch (ExecutionException e) {
            throw e.getCause() instanceof DatabaseException known
                    ? known
                    : new DatabaseException("can't start " + product + ": " + e.getCause(), e.getCause());
        } finally {
            threads.shutdownNow();
        }
    }

    /** In the order in which they were started. */
    public List<Node> nodes() {
        return List.copyOf(nodes);
    }

    /** Ends all of them, and returns when nothing is left. */
    @Override
    public void close() {
        folder.close();
    }
}
