package org.isolde.run.db.redis;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.isolde.run.DatabaseException;
import org.isolde.run.RunningDatabase;
import org.isolde.run.Session;
import org.isolde.run.SessionOptions;
import org.isolde.run.server.FreePorts;
import org.isolde.run.server.ServerFolder;
import org.isolde.run.server.ServerProcess;

/** A Redis server that Isolde has started on this machine. */
final class RunningRedis implements RunningDatabase {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final ServerFolder folder;
    private final int port;
    private final ServerProcess server;
    private final String version;

    /** @param fsync when the log of all writes is forced to disk; "off" if there is none */
    private RunningRedis(ServerFolder folder, String fsync) throws DatabaseException, IOException {
        this.folder = folder;
        port = FreePorts.next();
        Path directory = Files.createDirectory(folder.path().resolve("redis"));
        boolean log = !fsync.equals("off");
        List<String> command = List.of(
                "redis-server",
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
        server = ServerProcess.start(new ServerProcess.Plan(
                "redis", folder, directory, command, Map.of(), directory.resolve("log"), this::problem, LIMIT));
        version = readVersion();
    }

    static RunningRedis start(String fsync) throws DatabaseException {
        ServerFolder folder = null;
        try {
            folder = ServerFolder.create("redis", "KILL", 0);
            RunningRedis started = new RunningRedis(folder, fsync);
            folder = null;
            return started;
        } catch (IOException e) {
            throw new DatabaseException("Redis can't be started: " + e.getMessage(), e);
        } finally {
            if (folder != null) {
                folder.close();
            }
        }
    }

    private String problem() {
        try (RedisConnection connection = new RedisConnection(port)) {
            connection.call("PING");
            return null;
        } catch (IOException | RedisConnection.RefusedException e) {
            return e.getMessage();
        }
    }

    private String readVersion() throws IOException, DatabaseException {
        try (RedisConnection connection = new RedisConnection(port)) {
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

    @Override
    public String version() {
        return "Redis " + version;
    }

    @Override
    public void createTables(Tables tables) throws Exception {
        if (tables.secondaryIndex()) {
            throw new DatabaseException("redis has no secondary indexes; leave that option out");
        }
        try (RedisConnection connection = new RedisConnection(port)) {
            connection.call("FLUSHALL");
        }
    }

    @Override
    public Session session(SessionOptions options) throws IOException {
        return new RedisSession(new RedisConnection(port), options.tables());
    }

    @Override
    public List<Node> nodes() {
        return List.of(server);
    }

    @Override
    public void close() {
        folder.close();
    }
}
