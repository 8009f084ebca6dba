package org.isolde.run.db.redis;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.isolde.run.DatabaseException;
import org.isolde.run.RunningDatabase;
import org.isolde.run.Session;
import org.isolde.run.SessionOptions;
import org.isolde.run.server.FreePorts;
import org.isolde.run.server.Passwords;
import org.isolde.run.server.ServerProcess;
import org.isolde.run.server.Servers;

/** A Redis server that Isolde has started on this machine. */
final class RunningRedis implements RunningDatabase {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final Servers servers;
    private final int port;
    private final String password = Passwords.random();
    private final String version;

    /** @param fsync when the log of all writes is forced to disk; "off" if there is none */
    private RunningRedis(Servers servers, String fsync) throws DatabaseException, IOException {
        this.servers = servers;
        port = FreePorts.next();
        Path directory = servers.directory("redis");
        boolean log = !fsync.equals("off");
        Path settings = Passwords.write(directory.resolve("redis.conf"), "requirepass " + password + "\n");
        List<String> command = List.of(
                "redis-server",
                settings.toString(),
                "--bind",
                "127.0.0.1",
                "--port",
                Integer.toString(port),
                "--dir",
                directory.toString(),
                "--save",
                "",
                "--appendonly",
                log ? "yes" : "no",
                "--appendfsync",
                log ? fsync : "no");
        servers.start(new ServerProcess.Plan("redis", directory, command, Map.of(), this::problem, LIMIT));
        version = readVersion();
    }

    static RunningRedis start(String fsync) throws DatabaseException {
        return Servers.start("Redis", servers -> new RunningRedis(servers, fsync));
    }

    private String problem() {
        try (RedisConnection connection = new RedisConnection(port, password)) {
            connection.call("PING");
            return null;
        } catch (IOException | RedisConnection.RefusedException e) {
            return e.getMessage();
        }
    }

    private String readVersion() throws IOException, DatabaseException {
        try (RedisConnection connection = new RedisConnection(port, password)) {
            String all = (String) connection.call("INFO", "server");
            return all.lines()
                    .filter(line -> line.startsWith("redis_version:"))
                    .map(line -> line.substring(line.indexOf(':') + 1))
                    .findFirst()
                    .orElseThrow(() -> new IOException("Redis doesn't tell its version"));
        } catch (RedisConnection.RefusedException e) {
            throw new DatabaseException("Redis doesn't tell its version: " + e.getMessage(), e);
        }
    }

    int port() {
        return port;
    }

    @Override
    public String version() {
        return "Redis " + version;
    }

    @Override
    public void createTables(Tables tables) throws Exception {
        if (tables.secondaryIndex()) {
            throw new DatabaseException("redis has no secondary indexes; leave that option out");
        }
        try (RedisConnection connection = new RedisConnection(port, password)) {
            connection.call("FLUSHALL");
        }
    }

    @Override
    public Session session(SessionOptions options) throws IOException {
        return new RedisSession(new RedisConnection(port, password), options.tables());
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
