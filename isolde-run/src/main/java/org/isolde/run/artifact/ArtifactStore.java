package org.isolde.run.artifact;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.isolde.run.Access.Progress;
import org.isolde.run.DatabaseException;

/**
 * Gets files by Maven coordinates: from Maven's local repository, which is only read, else from Isolde's own cache, else
 * by download into that cache.
 *
 * <p>Invariant: every file that it hands out has the SHA-256 of its lock file. A version that the lock file doesn't
 * know has the SHA-1 that the repository gave when it was downloaded, and that is told.
 */
public final class ArtifactStore {
    /** Sums that this process has computed, and of what; a file is not read twice for it, unless it was changed. */
    private static final Set<String> CHECKED = ConcurrentHashMap.newKeySet();

    /** File locks are for processes; threads of one would get an exception, so they queue here first. */
    private static final Object ONE_AT_A_TIME = new Object();

    private final Path local;
    private final Path cache;
    private final MavenSettings settings;

    ArtifactStore(Path cache, MavenSettings settings) {
        this.local = settings.localRepository();
        this.cache = cache;
        this.settings = settings;
    }

    /** The store of this user: Maven's settings, and the cache of {@link #userCache}. */
    public static ArtifactStore ofUser() throws DatabaseException {
        return new ArtifactStore(userCache(), MavenSettings.ofUser());
    }

    /** {@code $ISOLDE_CACHE}, or {@code $XDG_CACHE_HOME/isolde}, or {@code ~/.cache/isolde}. */
    static Path userCache() {
        String own = System.getenv("ISOLDE_CACHE");
        if (own != null && !own.isBlank()) {
            return Path.of(own).toAbsolutePath();
        }
        String base = System.getenv("XDG_CACHE_HOME");
        // By the standard of that variable, a relative path is to be ignored.
        return base != null && Path.of(base).isAbsolute()
                ? Path.of(base, "isolde")
                : Path.of(System.getProperty("user.home"), ".cache", "isolde");
    }

    /** The cache's folder; what is unpacked goes into {@code unpacked} there. */
    public Path cache() {
        return cache;
    }

    /** All files of a lock file, in its order. */
    public List<Path> fetchAll(String lockName, Progress progress) throws DatabaseException {
        LockFile lock = LockFile.named(lockName);
        List<Path> paths = new ArrayList<>();
        for (Coordinates coordinates : lock.files()) {
            paths.add(fetch(lock, coordinates, progress));
        }
        return paths;
    }

    /** One file, whether or not the lock file knows this version of it. */
    public Path fetch(LockFile lock, Coordinates coordinates, Progress progress) throws DatabaseException {
        String expected = lock.sum(coordinates);
        Path own = cache.resolve(coordinates.path());
        try {
            Path mavens = local.resolve(coordinates.path());
            if (Files.isReadable(mavens) && accept(mavens, expected)) {
                return mavens;
            }
            if (Files.isReadable(own)) {
                return verified(own, coordinates, expected);
            }
            synchronized (ONE_AT_A_TIME) {
                return download(own, coordinates, expected, progress);
            }
        } catch (IOException e) {
            throw new DatabaseException(
                    "can't keep " + coordinates + " at " + own + ": " + reason(e)
                            + "; mend that, or name another folder in ISOLDE_CACHE",
                    e);
        }
    }

    /** Fills a folder of the cache. */
    @FunctionalInterface
    public interface Filler {
        void fill(Path folder) throws IOException, DatabaseException;
    }

    /**
     * A folder of the cache that is filled once, such as with what was in an archive.
     *
     * <p>It appears under its name only when it is whole, whatever happens meanwhile.
     */
    public Path unpacked(String name, Filler filler) throws DatabaseException {
        Path folder = cache.resolve("unpacked").resolve(name);
        if (Files.isDirectory(folder)) {
            return folder;
        }
        try {
            Files.createDirectories(folder.getParent());
            synchronized (ONE_AT_A_TIME) {
                try (FileChannel channel = lockFile(folder)) {
                    // Closing the channel gives it back.
                    channel.lock();
                    if (!Files.isDirectory(folder)) {
                        Path part = folder.resolveSibling(name + ".part");
                        FolderTree.delete(part);
                        Files.createDirectory(part);
                        filler.fill(part);
                        Files.move(part, folder, StandardCopyOption.ATOMIC_MOVE);
                    }
                }
            }
            return folder;
        } catch (IOException e) {
            throw new DatabaseException(
                    "can't unpack " + name + " into " + folder + ": " + reason(e)
                            + "; mend that, or name another folder in ISOLDE_CACHE",
                    e);
        }
    }

    private static FileChannel lockFile(Path of) throws IOException {
        return FileChannel.open(
                of.resolveSibling(of.getFileName() + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    }

    /** A file of Maven's is not ours to delete: one with another sum is passed over. */
    private static boolean accept(Path file, String expected) throws IOException {
        if (expected == null) {
            return true;
        }
        if (!CHECKED.contains(asItIs(file, expected))) {
            if (!sum(file, "SHA-256").equals(expected)) {
                return false;
            }
            CHECKED.add(asItIs(file, expected));
        }
        return true;
    }

    private static String asItIs(Path file, String sum) throws IOException {
        return sum + " " + Files.getLastModifiedTime(file) + " " + Files.size(file) + " " + file;
    }

    private static Path verified(Path file, Coordinates coordinates, String expected)
            throws IOException, DatabaseException {
        if (!accept(file, expected)) {
            String found = sum(file, "SHA-256");
            Files.delete(file);
            throw wrongSum(coordinates, "SHA-256", found, expected);
        }
        return file;
    }

    private Path download(Path own, Coordinates coordinates, String expected, Progress progress)
            throws IOException, DatabaseException {
        Files.createDirectories(own.getParent());
        try (FileChannel channel = lockFile(own)) {
            // Closing the channel gives it back.
            channel.lock();
            if (Files.isReadable(own)) {
                // Another process was first.
                return verified(own, coordinates, expected);
            }
            Path part = own.resolveSibling(own.getFileName() + ".part");
            try {
                transfer(part, own, coordinates, expected, progress);
            } finally {
                Files.deleteIfExists(part);
            }
            return own;
        }
    }

    private void transfer(Path part, Path own, Coordinates coordinates, String expected, Progress progress)
            throws IOException, DatabaseException {
        Repository repository = settings.repository();
        Download download = new Download(repository);
        String what = "fetching " + coordinates;
        progress.at(what, 0);
        String published = null;
        try {
            download.file(coordinates.path(), part, what, progress);
            if (expected == null) {
                published = download.text(coordinates.path() + ".sha1");
            }
        } catch (FileNotFoundException e) {
            throw new DatabaseException(
                    "there is no " + coordinates + " at " + repository.url().getHost() + "; check the version", e);
        } catch (IOException e) {
            throw new DatabaseException(
                    "can't fetch " + coordinates + ": " + reason(e) + "; run once online, or put the file at " + own,
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DatabaseException("interrupted while fetching " + coordinates, e);
        }
        String algorithm = expected != null ? "SHA-256" : "SHA-1";
        String wanted = expected;
        if (expected == null) {
            if (published == null) {
                throw new DatabaseException(repository.url().getHost() + " has no check sum for " + coordinates
                        + ", and Isolde knows none: the file is refused; to trust it, put it at " + own);
            }
            wanted = published.strip().split("\\s+", -1)[0].toLowerCase(Locale.ROOT);
            progress.at("no SHA-256 known for " + coordinates + ": checked against the repository's SHA-1", -1);
        }
        String found = sum(part, algorithm);
        if (!found.equals(wanted)) {
            throw wrongSum(coordinates, algorithm, found, wanted);
        }
        Files.move(part, own, StandardCopyOption.ATOMIC_MOVE);
        CHECKED.add(asItIs(own, wanted));
    }

    private static DatabaseException wrongSum(Coordinates coordinates, String algorithm, String found, String wanted) {
        return new DatabaseException(
                coordinates + " is not the file that it should be: its " + algorithm + " is " + found
                        + " and not " + wanted + ". It was refused and deleted; run again, and if this stays,"
                        + " look at the mirror or proxy in between");
    }

    private static String reason(IOException e) {
        if (e instanceof AccessDeniedException) {
            return "access to " + e.getMessage() + " is denied";
        }
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }

    static String sum(Path file, String algorithm) throws IOException {
        MessageDigest digest;
        try {
            digest = MessageDigest.getInstance(algorithm);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java has " + algorithm, e);
        }
        byte[] buffer = new byte[1 << 16];
        try (InputStream in = Files.newInputStream(file)) {
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                digest.update(buffer, 0, n);
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }
}
