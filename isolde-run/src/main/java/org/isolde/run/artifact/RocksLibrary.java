package org.isolde.run.artifact;

import java.nio.file.Path;
import java.util.Locale;
import org.isolde.run.Access.Progress;
import org.isolde.run.DatabaseException;

/**
 * RocksDB's jar, with its library for this system; it is large, so it is fetched on first use. Two use it that know
 * nothing of each other: the database that is tested, and the disk of the monitor.
 */
public final class RocksLibrary {
    private static final String LOCK = "rocksdb";

    private RocksLibrary() {}

    /** The version that Isolde is compiled against: the lock file, which is filled in from the pom, has it with its sums. */
    public static String version() {
        return LockFile.named(LOCK).files().get(0).version();
    }

    public static Path fetch(Progress progress) throws DatabaseException {
        LockFile lock = LockFile.named(LOCK);
        String system = system();
        Coordinates library = lock.files().stream()
                .filter(file -> file.classifier().equals(system))
                .findFirst()
                .orElseThrow();
        return ArtifactStore.ofUser().fetch(lock, library, progress);
    }

    /** RocksDB's word for the system that this runs on; others are not among its artifacts of this version. */
    private static String system() throws DatabaseException {
        String name = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        if (name.contains("mac")) {
            return "osx";
        }
        if (System.getProperty("os.arch").contains("64")) {
            return name.contains("windows") ? "win64" : "linux64";
        }
        throw new DatabaseException("there is no RocksDB for " + System.getProperty("os.arch") + " on Maven Central");
    }
}
