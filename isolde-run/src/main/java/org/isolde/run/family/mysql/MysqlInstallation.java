package org.isolde.run.family.mysql;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.isolde.run.Access.Progress;
import org.isolde.run.DatabaseException;
import org.isolde.run.artifact.ArtifactStore;
import org.isolde.run.artifact.Coordinates;
import org.isolde.run.artifact.FolderTree;
import org.isolde.run.artifact.LockFile;
import org.isolde.run.server.Passwords;
import org.isolde.run.server.Programs;
import org.isolde.run.server.Unprivileged;

/**
 * The programs of one MariaDB or MySQL, and a data folder made by them to be copied.
 *
 * <p>The data folder is made once and stays in the cache. It has one user that can do all, with a random password:
 * without one, other users of this machine could get in.
 */
public abstract class MysqlInstallation {
    static final String USER = "isolde";
    static final String DATABASE = "isolde";

    /** Messages in English, for what is read of them. */
    static final Map<String, String> ENVIRONMENT = Map.of("LC_ALL", "C");

    private final ArtifactStore store = ArtifactStore.ofUser();
    private final Unprivileged way = Unprivileged.find();
    private final String product;
    private final String release;
    private final Path base;
    private final Progress progress;

    /**
     * @param product as its makers write it, "MariaDB"; in small letters it names files and URLs
     * @param base the folder of what was unpacked; null for what the system has installed
     */
    protected MysqlInstallation(String product, String release, Path base, Progress progress) throws DatabaseException {
        this.product = product;
        this.release = release;
        this.base = base;
        this.progress = progress;
    }

    /** The name of the server's program. */
    protected abstract String program();

    /** Options that the server always needs. */
    protected abstract List<String> options();

    /** Options that it needs to serve, but not to make a data folder. */
    protected abstract List<String> optionsToServe();

    /** How a user's password is said in SQL, up to the password. */
    protected abstract String identified();

    /** The statements, one a line, that lock out the users who come with the data folder. */
    protected abstract String withoutOthers(String password);

    /**
     * Makes a folder {@code data}, and runs the statements there.
     *
     * @param folder where it is made, which is the server's own
     * @param server the command of the server with this data folder
     * @param reached the programs' folder as the server's own user reaches it; null for installed ones
     */
    protected abstract void fill(Path folder, List<String> server, Path reached, Path statements)
            throws IOException, DatabaseException;

    /**
     * Fetches and unpacks an archive, once.
     *
     * @param naming the name of an entry in the folder that is made; null to leave it out
     */
    protected static Path unpacked(
            String product, Coordinates coordinates, String release, Progress progress, UnaryOperator<String> naming)
            throws DatabaseException {
        String name = product.toLowerCase(Locale.ROOT);
        if (!System.getProperty("os.name").equals("Linux")
                || !System.getProperty("os.arch").equals("amd64")) {
            throw new DatabaseException("Isolde can start " + name + " " + release + " on Linux with x86-64 only;"
                    + " start it yourself, and give its URL: --db jdbc:" + name + "://...");
        }
        ArtifactStore store = ArtifactStore.ofUser();
        Path file = store.fetch(LockFile.named(name), coordinates, progress);
        return store.unpacked(name + "-" + release, folder -> {
            progress.at("unpacking " + name + " " + release, -1);
            unzip(file, folder, naming);
        });
    }

    /** Whether {@code 11.4.5} is what {@code 11.4} asks for. */
    protected static boolean isOf(String release, String asked) {
        return (release + ".").startsWith(asked + ".");
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

    /** As shown: "MariaDB 10.11.19". */
    String name() {
        return product + " " + release;
    }

    Unprivileged way() {
        return way;
    }

    Progress progress() {
        return progress;
    }

    /** The programs' folder as the server's own user reaches it; null for installed ones. */
    private Path reached(Path serverFolder) throws DatabaseException {
        if (base == null || way.canReach(base.resolve("bin").resolve(program()))) {
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
        return server(serverFolder, List.of());
    }

    private List<String> server(Path serverFolder, List<String> more) throws DatabaseException {
        List<String> command = programOf(reached(serverFolder), "bin", program());
        command.addAll(options());
        command.addAll(more);
        return command;
    }

    /** A program with the options that say where its files are. */
    protected static List<String> programOf(Path reached, String folder, String program) throws DatabaseException {
        List<String> command = new ArrayList<>();
        Path path = reached == null
                ? MariadbPrograms.required(program)
                : reached.resolve(folder).resolve(program);
        command.add(path.toString());
        command.add("--no-defaults");
        if (reached != null) {
            command.add("--basedir=" + reached);
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
            String name = product.toLowerCase(Locale.ROOT) + "-" + release + "-data";
            Path template = store.unpacked(name, into -> initialise(serverFolder, into));
            FolderTree.copy(template.resolve("data"), data);
            return Files.readString(template.resolve("password")).strip();
        } catch (IOException e) {
            throw new DatabaseException("can't make the data folder " + data + ": " + e.getMessage(), e);
        }
    }

    private String initialise(Path serverFolder, Path folder) throws IOException, DatabaseException {
        progress.at("initialising " + name(), -1);
        String password = Passwords.random();
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
        Passwords.write(folder.resolve("password"), password + "\n");
        Path sql = Passwords.write(folder.resolve("users.sql"), users(password));
        way.own(folder);
        List<String> server = server(serverFolder, List.of("--datadir=" + folder.resolve("data")));
        fill(folder, server, reached(serverFolder), sql);
        Files.delete(sql);
        return password;
    }

    /** Runs a program of the installation to its end, as the server's own user. */
    protected void run(List<String> command, Path folder) throws DatabaseException {
        Programs.run(
                "making a data folder of " + name(),
                way.command(command),
                folder,
                ENVIRONMENT,
                folder.resolve("initialise.log"));
    }

    /** One statement a line, as the servers want it here. */
    private String users(String password) {
        return withoutOthers(password)
                + "create user " + USER + "@'%' " + identified() + " '" + password + "';\n"
                + "grant all privileges on *.* to " + USER + "@'%' with grant option;\n"
                + "create database " + DATABASE + ";\n";
    }
}
