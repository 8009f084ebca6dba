package org.isolde.run.mariadb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.ResultSet;
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
import org.isolde.run.server.ServerFolder;
import org.isolde.run.server.ServerProcess;

/** Servers of MariaDB or MySQL that Isolde started, one or a cluster of Galera, and that end with this object. */
final class MariadbServer implements AutoCloseable {
    static final String DRIVER = "org.mariadb.jdbc.Driver";

    private static final Pattern OPTION = Pattern.compile("[A-Za-z][A-Za-z0-9_.-]*");
    private static final Duration START = Duration.ofMinutes(2);

    private final ServerFolder folder;
    private final String password;
    private final List<Integer> ports = new ArrayList<>();
    private final List<Node> nodes = new ArrayList<>();

    private MariadbServer(ServerFolder folder, String password) {
        this.folder = folder;
        this.password = password;
    }

    /** Starts one server. */
    static MariadbServer single(MariadbInstallation installation, Map<String, String> options)
            throws DatabaseException {
        return start(installation, options, 1, null);
    }

    /** Starts a cluster of Galera; any node takes reads and writes. */
    static MariadbServer cluster(MariadbInstallation installation, Map<String, String> options, int size, Path galera)
            throws DatabaseException {
        return start(installation, options, size, galera);
    }

    private static MariadbServer start(
            MariadbInstallation installation, Map<String, String> options, int size, Path galera)
            throws DatabaseException {
        List<String> chosen = chosen(options);
        ServerFolder folder = null;
        boolean started = false;
        try {
            // Killed at the end: all that it would leave is in the folder.
            folder = ServerFolder.create(installation.isMysql() ? "mysql" : "mariadb", "KILL", 0);
            GaleraPorts cluster = galera == null ? null : GaleraPorts.find(size);
            MariadbServer server = null;
            for (int i = 0; i < size; i++) {
                String name = installation.name() + (galera == null ? "" : ", node " + (i + 1));
                installation.progress().at("starting " + name, size == 1 ? -1 : (double) i / size);
                Path home = Files.createDirectory(folder.path().resolve("server" + (i + 1)));
                String password = installation.makeData(folder.path(), home.resolve("data"));
                server = server == null ? new MariadbServer(folder, password) : server;
                List<String> command = new ArrayList<>(installation.server(folder.path()));
                int port = FreePorts.next();
                command.addAll(common(home, port, installation.isMysql()));
                if (cluster != null) {
                    command.addAll(cluster.options(i, galera));
                }
                command.addAll(chosen);
                Files.createDirectory(home.resolve("tmp"));
                installation.way().own(home);
                server.add(
                        name,
                        installation,
                        home,
                        cluster != null ? node(command, i == 0) : command,
                        port,
                        cluster != null);
            }
            started = true;
            return server;
        } catch (IOException e) {
            throw new DatabaseException("can't start " + installation.name() + ": " + e.getMessage(), e);
        } finally {
            if (!started && folder != null) {
                folder.close();
            }
        }
    }

    private void add(
            String name, MariadbInstallation installation, Path home, List<String> command, int port, boolean cluster)
            throws DatabaseException {
        Driver driver = Drivers.shipped(DRIVER);
        nodes.add(ServerProcess.start(new ServerProcess.Plan(
                name,
                folder,
                home,
                installation.way().command(command),
                MariadbPrograms.ENVIRONMENT,
                folder.path().resolve(home.getFileName() + ".log"),
                () -> problem(driver, port, cluster),
                START)));
        ports.add(port);
    }

    /**
     * A node's command. The first node makes the cluster when it starts for the first time; later it joins the others.
     * A node that starts again looks up how far it was, so that it is sent what it missed and not all the data.
     */
    private static List<String> node(List<String> command, boolean first) {
        String script = """
                if [ -e begun ]; then
                  "$@" --wsrep-recover > recovery.log 2>&1
                  position=$(sed -n 's/.*WSREP: Recovered position: *//p' recovery.log | tail -n 1)
                  exec "$@" ${position:+"--wsrep-start-position=$position"}
                fi
                : > begun && exec "$@" $0
                """;
        List<String> node = new ArrayList<>(List.of("sh", "-c", script, first ? "--wsrep-new-cluster" : ""));
        node.addAll(command);
        return node;
    }

    private static List<String> common(Path home, int port, boolean mysql) {
        List<String> options = new ArrayList<>(List.of(
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
                "--innodb-flush-log-at-trx-commit=2"));
        if (mysql) {
            // Its second protocol would listen on all addresses.
            options.addAll(List.of("--mysqlx=OFF", "--skip-log-bin"));
        } else {
            // From 11.4 on it makes a key at each start, which takes up to twenty seconds.
            options.add("--skip-ssl");
        }
        return options;
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

    private String problem(Driver driver, int port, boolean cluster) {
        Properties properties = new Properties();
        properties.setProperty("user", MariadbInstallation.USER);
        properties.setProperty("password", password);
        properties.setProperty("connectTimeout", "5000");
        properties.setProperty("socketTimeout", "5000");
        try (Connection connection = driver.connect(nodeUrl(port), properties);
                Statement statement = connection.createStatement()) {
            if (cluster) {
                try (ResultSet rows = statement.executeQuery("show status like 'wsrep_ready'")) {
                    return rows.next() && rows.getString(2).equals("ON") ? null : "it has not joined the cluster yet";
                }
            }
            return null;
        } catch (SQLException e) {
            return e.getMessage();
        }
    }

    private static String nodeUrl(int port) {
        return "jdbc:mariadb://127.0.0.1:" + port + "/" + MariadbInstallation.DATABASE;
    }

    /** The URL of the node that serves a session. */
    String url(int session) {
        return nodeUrl(ports.get(Math.floorMod(session, ports.size())));
    }

    String password() {
        return password;
    }

    List<Node> nodes() {
        return List.copyOf(nodes);
    }

    @Override
    public void close() {
        folder.close();
    }
}
