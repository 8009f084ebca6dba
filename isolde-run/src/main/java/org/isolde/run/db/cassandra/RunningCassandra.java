package org.isolde.run.db.cassandra;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.isolde.run.DatabaseException;
import org.isolde.run.RunningDatabase;
import org.isolde.run.Session;
import org.isolde.run.SessionOptions;
import org.isolde.run.server.FreePorts;
import org.isolde.run.server.Passwords;
import org.isolde.run.server.ServerProcess;
import org.isolde.run.server.Servers;

/** A Cassandra server that Isolde has started on this machine, as a JVM of its own. */
final class RunningCassandra implements RunningDatabase {
    private static final Duration LIMIT = Duration.ofMinutes(4);
    private static final int CONNECT_MILLIS = 500;

    /** What of the JDK Cassandra and its libraries reach into. */
    private static final List<String> OPEN = List.of(
            "java.base/java.io",
            "java.base/java.lang",
            "java.base/java.lang.reflect",
            "java.base/java.net",
            "java.base/java.nio",
            "java.base/java.util",
            "java.base/java.util.concurrent",
            "java.base/java.util.concurrent.atomic",
            "java.base/jdk.internal.loader",
            "java.base/jdk.internal.math",
            "java.base/jdk.internal.misc",
            "java.base/jdk.internal.module",
            "java.base/jdk.internal.ref",
            "java.base/jdk.internal.reflect",
            "java.base/jdk.internal.util.jar",
            "java.base/sun.nio.ch",
            "java.base/sun.security.util",
            "java.management/com.sun.jmx.remote.security",
            "java.management.rmi/com.sun.jmx.remote.internal.rmi",
            "java.rmi/sun.rmi.registry",
            "java.rmi/sun.rmi.server",
            "java.rmi/sun.rmi.transport",
            "java.rmi/sun.rmi.transport.tcp",
            "java.sql/java.sql",
            "jdk.attach/sun.tools.attach",
            "jdk.compiler/com.sun.tools.javac.file",
            "jdk.management/com.sun.management.internal");

    /** By what {@code commitlog=} says. Every word of it is one that the settings' file needs. */
    static final Map<String, String> SETTINGS_OF_LOG = Map.of(
            "batch", "commitlog_sync: batch",
            "periodic", "commitlog_sync: periodic\ncommitlog_sync_period: 10s");

    private final Servers servers;
    private final CassandraDatabase.Connection connection;
    private final String version;

    private RunningCassandra(Servers servers, Path java, List<Path> jars, CassandraDatabase.Driver driver, String log)
            throws DatabaseException, IOException {
        this.servers = servers;
        int port = FreePorts.next();
        Path directory = servers.directory("cassandra");
        Path settings = fill("cassandra.yaml", directory, port, log);
        Path logging = fill("logback.xml", directory, port, log);
        servers.start(new ServerProcess.Plan(
                "cassandra",
                directory,
                command(java, jars, directory, settings, logging),
                Map.of(),
                () -> problem(port),
                LIMIT));
        connection = driver.connect(port, Passwords.random());
        version = connection.version();
    }

    static RunningCassandra start(Path java, List<Path> jars, CassandraDatabase.Driver driver, String log)
            throws DatabaseException {
        return Servers.start("Cassandra", servers -> new RunningCassandra(servers, java, jars, driver, log));
    }

    /** A resource, with what is only known now put in. */
    private static Path fill(String resource, Path directory, int port, String log) throws IOException {
        try (InputStream in = RunningCassandra.class.getResourceAsStream(resource)) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .replace("@directory@", directory.toString())
                    .replace("@commitlog@", SETTINGS_OF_LOG.get(log))
                    .replace("@port@", Integer.toString(port))
                    .replace("@storage-port@", Integer.toString(FreePorts.next()));
            return Files.writeString(directory.resolve(resource), text);
        }
    }

    private static List<String> command(Path java, List<Path> jars, Path directory, Path settings, Path logging) {
        List<String> command = new ArrayList<>();
        command.add(java.toString());
        command.addAll(List.of("-Xms512m", "-Xmx512m", "-XX:+ExitOnOutOfMemoryError"));
        for (String inside : OPEN) {
            command.add("--add-opens=" + inside + "=ALL-UNNAMED");
            command.add("--add-exports=" + inside + "=ALL-UNNAMED");
        }
        command.addAll(List.of(
                "-Djdk.attach.allowAttachSelf=true",
                "-Djava.io.tmpdir=" + directory,
                "-Dcassandra.storagedir=" + directory,
                "-Dcassandra.config=" + settings.toUri(),
                "-Dlogback.configurationFile=" + logging,
                "-Dcassandra-foreground=yes",
                // There is nobody to wait for.
                "-Dcassandra.skip_wait_for_gossip_to_settle=0",
                "-Dcassandra.ring_delay_ms=0",
                "-Dcassandra.superuser_setup_delay_ms=0",
                "-cp",
                jars.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)),
                "org.apache.cassandra.service.CassandraDaemon"));
        return command;
    }

    /** It listens when it is ready. */
    private static String problem(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), CONNECT_MILLIS);
            return null;
        } catch (IOException e) {
            return e.getMessage();
        }
    }

    @Override
    public String version() {
        return "Cassandra " + version;
    }

    @Override
    public void createTables(Tables tables) throws DatabaseException {
        if (tables.lists() || tables.secondaryIndex()) {
            throw new DatabaseException(
                    "cassandra is tested by compare-and-set alone; use a workload of that, such as lwt");
        }
        connection.createTables(tables);
    }

    @Override
    public Session session(SessionOptions options) {
        return connection.session(options.tables());
    }

    @Override
    public List<Node> nodes() {
        return servers.nodes();
    }

    @Override
    public void close() {
        try {
            connection.close();
        } finally {
            servers.close();
        }
    }
}
