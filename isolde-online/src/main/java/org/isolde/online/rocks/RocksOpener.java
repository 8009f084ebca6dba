package org.isolde.online.rocks;

import java.io.IOException;
import java.nio.file.Path;
import org.isolde.online.DiskOpener;
import org.isolde.online.DiskStorage;
import org.isolde.online.aion.DiskMap;
import org.rocksdb.RocksDB;

/** The way into RocksDB; made by name where its jar is in a class loader of its own, else directly. */
public final class RocksOpener implements DiskOpener {
    @Override
    public DiskMap open(Path folder, long memory) throws IOException {
        try {
            RocksDB.loadLibrary();
        } catch (UnsatisfiedLinkError | RuntimeException e) {
            throw new IOException(
                    "RocksDB has no native library for this machine: " + e.getMessage()
                            + "; it needs 64-bit Linux, macOS or Windows, the jar of its system (as in"
                            + " org.rocksdb:rocksdbjni with the classifier linux64), and a temporary folder that libraries may be"
                            + " loaded from (-Djava.io.tmpdir=DIR names another)",
                    e);
        }
        new DiskStorage().makeFolder(folder);
        return new RocksMap(folder, memory);
    }
}
