package org.isolde.run.db.etcd;

import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.isolde.run.DatabaseException;
import org.isolde.run.Isolation;
import org.isolde.run.RunningDatabase;
import org.isolde.run.Session;
import org.isolde.run.SessionOptions;
import org.isolde.run.server.FreePorts;
import org.isolde.run.server.ServerFolder;
import org.isolde.run.server.ServerProcess;

/** An etcd cluster that Isolde has started on this machine; sessions are spread over its nodes. */
final class RunningEtcd implements RunningDatabase {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    /** etcd keeps every version of a key; its own limit of 2 GB would be reached by a long run. */
    private static final long QUOTA = 8L << 30;

    private final ServerFolder folder;
    private final HttpClient http = EtcdClient.http();
    private final List<Integer> ports = new ArrayList<>();
    private final List<ServerProcess> nodes;
    private final String version;

    private RunningEtcd(ServerFolder folder, int size) throws DatabaseException, IOException, InterruptedException {
        this.folder = folder;
        nodes = startAll(plans(size));
        version = client(0).version();
    }

    static RunningEtcd start(int size) throws DatabaseException {
        ServerFolder folder = null;
        try {
            folder = ServerFolder.create("etcd", "KILL", 0);
            RunningEtcd started = new RunningEtcd(folder, size);
            folder = null;
            return started;
        } catch (IOException e) {
            throw new DatabaseException("etcd can't be started: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DatabaseException("interrupted while etcd started", e);
        } finally {
            if (folder != null) {
                folder.close();
            }
        }
    }

    private List<ServerProcess.Plan> plans(int size) throws IOException {
        List<String> peers = new ArrayList<>();
        List<String> cluster = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            ports.add(FreePorts.next());
            peers.add(url(FreePorts.next()));
            cluster.add(name(i) + "=" + peers.get(i));
        }
        List<ServerProcess.Plan> plans = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            Path directory = Files.createDirectory(folder.path().resolve(name(i)));
            String clients = url(ports.get(i));
            List<String> command = List.of(
                    "etcd",
                    "--name=" + name(i),
                    "--data-dir=" + directory.resolve("data"),
                    "--listen-client-urls=" + clients,
                    "--advertise-client-urls=" + clients,
                    "--listen-peer-urls=" + peers.get(i),
                    "--initial-advertise-peer-urls=" + peers.get(i),
                    "--initial-cluster=" + String.join(",", cluster),
                    "--initial-cluster-token=" + folder.path().getFileName(),
                    "--initial-cluster-state=new",
                    "--quota-backend-bytes=" + QUOTA,
                    "--max-txn-ops=10000",
                    "--logger=zap",
                    "--log-level=warn");
            EtcdClient client = client(i);
            plans.add(new ServerProcess.Plan(
                    "etcd " + name(i),
                    folder,
                    directory,
                    command,
                    Map.of(),
                    directory.resolve("log"),
                    client::problem,
                    LIMIT));
        }
        return plans;
    }

    /** All at once: none is ready before most of them run. */
    private static List<ServerProcess> startAll(List<ServerProcess.Plan> plans)
            throws DatabaseException, InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(plans.size());
        try {
            List<Future<ServerProcess>> starting = new ArrayList<>();
            for (ServerProcess.Plan plan : plans) {
                starting.add(threads.submit(() -> ServerProcess.start(plan)));
            }
            List<ServerProcess> started = new ArrayList<>();
            for (Future<ServerProcess> one : starting) {
                started.add(one.get());
            }
            return started;
        } catch (ExecutionException e) {
            throw e.getCause() instanceof DatabaseException known
                    ? known
                    : new DatabaseException("etcd can't be started: " + e.getCause(), e.getCause());
        } finally {
            threads.shutdownNow();
        }
    }

    private static String name(int node) {
        return "node" + (node + 1);
    }

    private static String url(int port) {
        return "http://127.0.0.1:" + port;
    }

    private EtcdClient client(int node) {
        return new EtcdClient(http, ports.get(node));
    }

    @Override
    public String version() {
        return "etcd " + version + (nodes.size() == 1 ? "" : ", " + nodes.size() + " nodes");
    }

    @Override
    public void createTables(Tables tables) throws IOException, InterruptedException, DatabaseException {
        if (tables.secondaryIndex()) {
            throw new DatabaseException("etcd has no secondary indexes; leave that option out");
        }
        client(0).deleteAll();
    }

    @Override
    public Session session(SessionOptions options) throws IOException, InterruptedException {
        EtcdClient client = client(Math.floorMod(options.number(), ports.size()));
        // A node that is down is told here, and not only by the first transaction.
        client.version();
        return new EtcdSession(client, options.isolation().name().equals(Isolation.SERIALIZABLE), options.tables());
    }

    @Override
    public List<Node> nodes() {
        return List.copyOf(nodes);
    }

    @Override
    public void close() {
        folder.close();
    }
}
