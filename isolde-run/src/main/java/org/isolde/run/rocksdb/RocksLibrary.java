package org.isolde.run.rocksdb;

import java.nio.file.Path;
import java.util.Locale;
import org.isolde.run.DatabaseException;
import org.isolde.run.Surroundings.Progress;
import org.isolde.run.artifact.ArtifactStore;
import org.isolde.run.artifact.Coordinates;
import org.isolde.run.artifact.LockFile;

/** RocksDB's jar, with its library for this system; it is large, so it is fetched on first use. */
public final class RocksLibrary {
    private RocksLibrary() {}

    public static Path fetch(Progress progress) throws DatabaseException {
        LockFile lock = LockFile.named("rocksdb");
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
