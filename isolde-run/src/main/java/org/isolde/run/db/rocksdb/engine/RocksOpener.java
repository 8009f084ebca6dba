package org.isolde.run.db.rocksdb.engine;

import org.isolde.run.DatabaseException;
import org.isolde.run.RunningDatabase;
import org.isolde.run.db.rocksdb.RocksDatabase;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** The way into RocksDB; made by name, in a class loader that has its jar. */
public final class RocksOpener implements RocksDatabase.Opener {
    @Override
    public RunningDatabase open(boolean optimistic) throws DatabaseException {
        try {
            RocksDB.loadLibrary();
            return new RunningRocks(optimistic);
        } catch (RocksDBException e) {
            throw new DatabaseException("RocksDB can't be opened: " + e.getMessage(), e);
        } catch (UnsatisfiedLinkError e) {
            throw new DatabaseException(
                    "RocksDB has no native library for this machine: " + e.getMessage()
                            + "; it needs 64-bit Linux, macOS or Windows, and a temporary folder that libraries may be"
                            + " loaded from (-Djava.io.tmpdir=DIR names another)",
                    e);
        }
    }
}
