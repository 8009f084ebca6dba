package org.isolde.run.family.mysql;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Pattern;
import org.isolde.run.DatabaseException;
import org.isolde.run.RunningDatabase.Node;
import org.isolde.run.jdbc.Drivers;
import org.isolde.run.server.FreePorts;
import org.isolde.run.server.ServerProcess;
import org.isolde.run.server.Servers;

/** Servers of MariaDB or MySQL that Isolde started, one or the nodes of a cluster, and that end with this object. */
final class MysqlServers implements AutoCloseable {
    private static final Pattern OPTION = Pattern.compile("[A-Za-z][A-Za-z0-9_.-]*");
    private static final Duration START = Duration.ofMinutes(2);

    private final Servers servers;
    private final MysqlInstallation installation;
    private final Cluster cluster;
    private final List<Integer> ports = new ArrayList<>();
    private String password;

    private MysqlServers(Servers servers, MysqlInstallation installation, Cluster cluster) {
        this.servers = servers;
        this.installation = installation;
        this.cluster = cluster;
    }

    /** @param options of all servers, by name, also with {@code set.} before the name */
    static MysqlServers start(MysqlInstallation installation, Map<String, String> options, Cluster cluster)
            throws DatabaseException {
        List<String> chosen = chosen(options);
        return Servers.start(installation.name(), servers -> {
            MysqlServers started = new MysqlServers(servers, installation, cluster);
            for (int i = 0; i < cluster.size(); i++) {
                started.add(i, chosen);
            }
            return started;
        });
    }

    private void add(int number, List<String> chosen) throws DatabaseException, IOException {
        int size = cluster.size();
        String name = installation.name() + (size == 1 ? "" : ", node " + (number + 1));
        installation.progress().at("starting " + name, size == 1 ? -1 : (double) number / size);
        Path home = servers.directory("server" + (number + 1));
        String own = installation.makeData(servers.path(), home.resolve("data"));
        // A node that joins is sent the data of the first one, users and all.
        password = password == null ? own : password;
        Files.createDirectory(home.resolve("tmp"));
        int port = FreePorts.next();
        List<String> command = new ArrayList<>(installation.server(servers.path()));
        command.addAll(common(home, port));
        command.addAll(installation.optionsToServe());
        command.addAll(cluster.options(number));
        command.addAll(chosen);
        installation.way().own(home);
        Driver driver = Drivers.shipped(InnodbDatabase.DRIVER);
        servers.start(new ServerProcess.Plan(
                name,
                home,
                installation.way().command(cluster.command(number, command)),
                MysqlInstallation.ENVIRONMENT,
                () -> problem(driver, port),
                START));
        ports.add(port);
    }

    private static List<String> common(Path home, int port) {
        return List.of(
                "--datadir=" + home.resolve("data"),
                "--port=" + port,
                "--bind-address=127.0.0.1",
                "--socket=" + home.resolve("socket"),
                "--pid-file=" + home.resolve("pid"),
                "--tmpdir=" + home.resolve("tmp"),
                "--skip-name-resolve",
                "--max-connections=300",
                // Who waits for a lock without a deadlock shall not wait for the default of 50 s.
                "--innodb-lock-wait-timeout=2",
                // The log is written at each commit, but not forced to the disk: what a killed process has written,
                // the system keeps.
                "--innodb-flush-log-at-trx-commit=2");
    }

    private static List<String> chosen(Map<String, String> options) throws DatabaseException {
        List<String> chosen = new ArrayList<>();
        for (Map.Entry<String, String> option : options.entrySet()) {
            String name = option.getKey().startsWith("set.") ? option.getKey().substring(4) : option.getKey();
            if (!OPTION.matcher(name).matches()) {
                throw new DatabaseException("\"" + name + "\" can't be the name of an option of the server;"
                        + " give options as innodb_snapshot_isolation=ON");
            }
            chosen.add("--" + name + "=" + option.getValue());
        }
        return chosen;
    }

    private String problem(Driver driver, int port) {
        Properties properties = new Properties();
        properties.setProperty("user", MysqlInstallation.USER);
        properties.setProperty("password", password);
        properties.setProperty("connectTimeout", "5000");
        properties.setProperty("socketTimeout", "5000");
        try (Connection connection = driver.connect(nodeUrl(port), properties);
                Statement statement = connection.createStatement()) {
            return cluster.problem(statement);
        } catch (SQLException e) {
            return e.getMessage();
        }
    }

    private static String nodeUrl(int port) {
        return "jdbc:mariadb://127.0.0.1:" + port + "/" + MysqlInstallation.DATABASE;
    }

    /** The URL of the node that serves a session. */
    String url(int session) {
        return nodeUrl(ports.get(Math.floorMod(session, ports.size())));
    }

    String password() {
        return password;
    }

    List<Node> nodes() {
        return servers.nodes();
    }

    @Override
    public void close() {
        servers.close();
    }
}
