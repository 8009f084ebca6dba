package org.isolde.app.monitor;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.isolde.online.DiskOpener;
import org.isolde.online.aion.DiskMap;
import org.isolde.run.Access.Progress;
import org.isolde.run.DatabaseException;
import org.isolde.run.artifact.AdapterLoader;
import org.isolde.run.artifact.RocksLibrary;

/** The monitor's disk on RocksDB, whose jar is fetched on first use. */
public final class MonitorDisk implements DiskOpener {
    private static final String OPENER = "org.isolde.online.rocks.RocksOpener";

    private static DiskOpener loaded;

    private final Progress progress;

    /**
     * @param progress is told of a download
     */
    public MonitorDisk(Progress progress) {
        this.progress = progress;
    }

    @Override
    public DiskMap open(Path folder, long memory) throws IOException {
        return opener(progress).open(folder, memory);
    }

    /** Made once for a process: the library is unpacked and linked each time that a class loader loads it. */
    private static synchronized DiskOpener opener(Progress progress) throws IOException {
        if (loaded == null) {
            try {
                loaded = AdapterLoader.load(DiskOpener.class, OPENER, List.of(RocksLibrary.fetch(progress)));
            } catch (DatabaseException e) {
                throw new IOException(e.getMessage(), e);
            }
        }
        return loaded;
    }
}
