package org.isolde.run.db.rocksdb.engine;

import org.isolde.run.DatabaseException;
import org.isolde.run.Isolation;

/** How a session reads; that alone makes the isolation level of RocksDB. */
enum Reading {
    /** What is committed now, without a lock. */
    NEWEST,
    /** What was committed at begin; writes are refused if somebody else has written since. */
    SNAPSHOT,
    /** What is committed now, and must stay so until commit: locked, or looked at again at commit. */
    FOR_UPDATE;

    static Reading of(Isolation isolation) throws DatabaseException {
        return switch (isolation.name()) {
            case Isolation.READ_COMMITTED -> NEWEST;
            case Isolation.SNAPSHOT -> SNAPSHOT;
            case Isolation.SERIALIZABLE -> FOR_UPDATE;
            default ->
                throw new DatabaseException("rocksdb has no isolation " + isolation.name()
                        + "; it has read-committed, snapshot and serializable");
        };
    }
}
