package org.isolde.run.db.postgres;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Pattern;
import org.isolde.run.Access.Progress;
import org.isolde.run.DatabaseException;
import org.isolde.run.RunningDatabase.Node;
import org.isolde.run.family.postgres.PostgresDialect;
import org.isolde.run.jdbc.Drivers;
import org.isolde.run.server.FreePorts;
import org.isolde.run.server.ServerProcess;
import org.isolde.run.server.Servers;

/** A PostgreSQL of a chosen version that Isolde started, in a temporary folder, and that ends with this object. */
public final class PostgresServer implements AutoCloseable {
    private static final Pattern SETTING = Pattern.compile("[A-Za-z_][A-Za-z0-9_.]*");
    private static final Duration START = Duration.ofSeconds(60);
    /** What an option's name may begin with, to say that it is a setting of the server. */
    private static final String SET = "set.";

    private final Servers servers;
    private final int port;
    private final String password;

    private PostgresServer(Servers servers, int port, String password) {
        this.servers = servers;
        this.port = port;
        this.password = password;
    }

    /**
     * Fetches it if need be, starts it, and returns when it answers.
     *
     * @param version such as 18.6, or 18 for the newest of these, or null for the newest of all
     * @param options settings of the server, by name, also with {@code set.} before the name
     */
    public static PostgresServer start(String version, Map<String, String> options, Progress progress)
            throws DatabaseException {
        List<String> settings = settings(options);
        PostgresInstallation installation = PostgresInstallation.of(version, progress);
        progress.at("starting PostgreSQL " + installation.release(), -1);
        // QUIT is an immediate shutdown: nothing is saved, but shared memory is given back.
        return Servers.start("PostgreSQL", "QUIT", 5, servers -> start(installation, servers, settings));
    }

    private static PostgresServer start(PostgresInstallation installation, Servers servers, List<String> settings)
            throws DatabaseException, IOException {
        Path programs = installation.programs(servers.path());
        // A folder of its own around the data: the data's permissions are the server's business.
        Path home = servers.directory("server");
        Path data = home.resolve("data");
        String password = installation.makeData(programs, servers.path(), data);
        installation.way().own(home);
        int port = FreePorts.next();
        List<String> command = new ArrayList<>(List.of(
                programs.resolve("bin/postgres").toString(), "-D", data.toString(), "-p", Integer.toString(port)));
        settings.forEach(setting -> command.addAll(List.of("-c", setting)));
        Driver driver = Drivers.shipped(PostgresDialect.DRIVER);
        servers.start(new ServerProcess.Plan(
                "PostgreSQL " + installation.release(),
                home,
                installation.way().command(command),
                Map.of("LC_ALL", "C"),
                () -> problem(driver, port, password),
                START));
        return new PostgresServer(servers, port, password);
    }

    /** Isolde's settings first: of two for the same name, PostgreSQL takes the later. */
    private static List<String> settings(Map<String, String> options) throws DatabaseException {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("listen_addresses", "127.0.0.1");
        settings.put("unix_socket_directories", "");
        settings.put("max_connections", "300");
        // Transactions that wait for each other are what a test wants; the default of 1 s would make it crawl.
        settings.put("deadlock_timeout", "10ms");
        // Safe with --fault kill too: what a killed process has written, the system keeps. Only a crash of the machine
        // loses it, and that ends the test anyway.
        settings.put("fsync", "off");
        // Files in the data folder, which go with it even if the server is killed.
        settings.put("dynamic_shared_memory_type", "mmap");
        // Failed transactions are errors by the thousand; what the server says of itself is enough.
        settings.put("log_min_messages", "log");
        for (Map.Entry<String, String> option : options.entrySet()) {
            String name = option.getKey().startsWith(SET) ? option.getKey().substring(SET.length()) : option.getKey();
            if (!SETTING.matcher(name).matches()) {
                throw new DatabaseException("\"" + name + "\" can't be the name of a setting of PostgreSQL;"
                        + " give options as deadlock_timeout=50ms");
            }
            settings.remove(name);
            settings.put(name, option.getValue());
        }
        return settings.entrySet().stream()
                .map(setting -> setting.getKey() + "=" + setting.getValue())
                .toList();
    }

    private static String problem(Driver driver, int port, String password) {
        Properties properties = new Properties();
        properties.setProperty("user", PostgresInstallation.USER);
        properties.setProperty("password", password);
        properties.setProperty("connectTimeout", "5");
        properties.setProperty("socketTimeout", "5");
        try (Connection connection = driver.connect(url(port), properties)) {
            return connection.isValid(5) ? null : "it does not answer";
        } catch (SQLException e) {
            return e.getMessage();
        }
    }

    private static String url(int port) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/postgres";
    }

    public String url() {
        return url(port);
    }

    public String user() {
        return PostgresInstallation.USER;
    }

    public String password() {
        return password;
    }

    public List<Node> nodes() {
        return servers.nodes();
    }

    @Override
    public void close() {
        servers.close();
    }
}
