package org.isolde.run.db.etcd;

import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.isolde.run.DatabaseException;
import org.isolde.run.Isolation;
import org.isolde.run.RunningDatabase;
import org.isolde.run.Session;
import org.isolde.run.SessionOptions;
import org.isolde.run.server.FreePorts;
import org.isolde.run.server.Passwords;
import org.isolde.run.server.ServerProcess;
import org.isolde.run.server.Servers;

/** An etcd cluster that Isolde has started on this machine; sessions are spread over its nodes. */
final class RunningEtcd implements RunningDatabase {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    /** etcd keeps every version of a key; its own limit of 2 GB would be reached by a long run. */
    private static final long QUOTA = 8L << 30;

    private final Servers servers;
    private final HttpClient http = EtcdClient.http();
    private final List<Integer> ports = new ArrayList<>();
    private final String token;
    private final String version;

    private RunningEtcd(Servers servers, int size) throws DatabaseException, IOException, InterruptedException {
        this.servers = servers;
        // as long as a run may be; a token of this kind outlives its server, which is killed and started again
        Path key = Passwords.write(servers.directory("key").resolve("key"), Passwords.random());
        servers.startTogether(plans(size, "jwt,sign-method=HS256,ttl=1000h,priv-key=" + key));
        token = client(0).lock(Passwords.random());
        version = client(0).version();
    }

    static RunningEtcd start(int size) throws DatabaseException {
        return Servers.start("etcd", servers -> new RunningEtcd(servers, size));
    }

    /** @param tokens how tokens are made and known */
    private List<ServerProcess.Plan> plans(int size, String tokens) throws IOException {
        List<String> peers = new ArrayList<>();
        List<String> cluster = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            ports.add(FreePorts.next());
            peers.add(url(FreePorts.next()));
            cluster.add(name(i) + "=" + peers.get(i));
        }
        List<ServerProcess.Plan> plans = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            Path directory = servers.directory(name(i));
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
                    "--initial-cluster-token=" + servers.path().getFileName(),
                    "--initial-cluster-state=new",
                    "--quota-backend-bytes=" + QUOTA,
                    "--max-txn-ops=10000",
                    "--auth-token=" + tokens,
                    "--logger=zap",
                    "--log-level=warn");
            EtcdClient client = client(i);
            plans.add(new ServerProcess.Plan("etcd " + name(i), directory, command, Map.of(), client::problem, LIMIT));
        }
        return plans;
    }

    private static String name(int node) {
        return "node" + (node + 1);
    }

    private static String url(int port) {
        return "http://127.0.0.1:" + port;
    }

    EtcdClient client(int node) {
        return new EtcdClient(http, ports.get(node), token);
    }

    List<Integer> ports() {
        return List.copyOf(ports);
    }

    @Override
    public String version() {
        return "etcd " + version + (ports.size() == 1 ? "" : ", " + ports.size() + " nodes");
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
        return session(options, false);
    }

    /** @param marks whether transactions on rows tell their revisions */
    Session session(SessionOptions options, boolean marks) throws IOException, InterruptedException {
        EtcdClient client = client(Math.floorMod(options.number(), ports.size()));
        // A node that is down is told here, and not only by the first transaction.
        client.version();
        return new EtcdSession(
                client, options.isolation().name().equals(Isolation.SERIALIZABLE), options.tables(), marks);
    }

    @Override
    public List<Node> nodes() {
        return servers.nodes();
    }

    @Override
    public void close() {
        servers.close();
    }
}
