package org.isolde.run.db.rocksdb.engine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.isolde.run.DatabaseException;
import org.isolde.run.RunningDatabase;
import org.isolde.run.Session;
import org.isolde.run.SessionOptions;
import org.isolde.run.server.ServerFolder;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.OptimisticTransactionDB;
import org.rocksdb.OptimisticTransactionOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Transaction;
import org.rocksdb.TransactionDB;
import org.rocksdb.TransactionDBOptions;
import org.rocksdb.TransactionOptions;
import org.rocksdb.WriteOptions;

/**
 * A RocksDB in this process, in a temporary folder. A table is a column family.
 *
 * <p>There is no write-ahead log, as there is nothing to recover: the folder goes when the database is closed, or
 * this process ends.
 *
 * <p>Invariant: native memory is freed from the inside out. Sessions that are still open are closed before the database;
 * their threads must have come to their end by then.
 */
final class RunningRocks implements RunningDatabase {
    private static final long LOCK_TIMEOUT_MILLIS = 1_000;

    private final boolean optimistic;
    private final ServerFolder folder;
    private final Options options = new Options()
            .setCreateIfMissing(true)
            .setInfoLogLevel(InfoLogLevel.ERROR_LEVEL)
            .setKeepLogFileNum(1)
            .setStatsDumpPeriodSec(0);
    private final TransactionDBOptions transactionDatabaseOptions = new TransactionDBOptions();
    private final ColumnFamilyOptions tableOptions = new ColumnFamilyOptions();
    private final WriteOptions writeOptions = new WriteOptions().setSync(false).setDisableWAL(true);
    private final RocksDB database;
    private final List<ColumnFamilyHandle> tables = new ArrayList<>();
    private final List<RocksSession> sessions = new ArrayList<>();
    private int tablesMade;
    private boolean closed;

    RunningRocks(boolean optimistic) throws RocksDBException, DatabaseException {
        this.optimistic = optimistic;
        try {
            folder = ServerFolder.create("rocksdb", "KILL", 0);
        } catch (IOException e) {
            throw new DatabaseException(
                    "no temporary folder for RocksDB: " + e.getMessage() + "; -Djava.io.tmpdir=DIR names another place",
                    e);
        }
        String path = folder.path().resolve("data").toString();
        try {
            database = optimistic
                    ? OptimisticTransactionDB.open(options, path)
                    : TransactionDB.open(options, transactionDatabaseOptions, path);
        } catch (RocksDBException e) {
            freeOptions();
            folder.close();
            throw e;
        }
    }

    @Override
    public String version() {
        return "RocksDB " + RocksDB.rocksdbVersion() + (optimistic ? ", optimistic" : ", pessimistic")
                + " transactions";
    }

    @Override
    public synchronized void createTables(Tables wanted) throws RocksDBException, DatabaseException {
        if (wanted.secondaryIndex()) {
            throw new DatabaseException("rocksdb has no secondary indexes; leave that option out");
        }
        // A session of tables that are gone would crash the process; closed, it throws.
        closeSessions();
        dropTables();
        for (int i = 0; i < wanted.count(); i++) {
            byte[] name = ("table" + tablesMade++).getBytes(StandardCharsets.US_ASCII);
            tables.add(database.createColumnFamily(new ColumnFamilyDescriptor(name, tableOptions)));
        }
    }

    private void dropTables() throws RocksDBException {
        for (ColumnFamilyHandle table : tables) {
            database.dropColumnFamily(table);
            table.close();
        }
        tables.clear();
    }

    @Override
    public synchronized Session session(SessionOptions wanted) throws DatabaseException {
        if (tables.size() != wanted.tables().count()) {
            throw new DatabaseException("a session of " + wanted.tables().count() + " tables, but there are "
                    + tables.size() + "; create the tables first");
        }
        Reading reading = Reading.of(wanted.isolation());
        ColumnFamilyHandle[] handles = tables.toArray(ColumnFamilyHandle[]::new);
        RocksSession session = optimistic
                ? optimistic((OptimisticTransactionDB) database, reading, handles)
                : pessimistic((TransactionDB) database, reading, handles);
        sessions.add(session);
        return session;
    }

    private RocksSession optimistic(OptimisticTransactionDB from, Reading reading, ColumnFamilyHandle[] handles) {
        OptimisticTransactionOptions how =
                new OptimisticTransactionOptions().setSetSnapshot(reading == Reading.SNAPSHOT);
        return new RocksSession(
                old -> old == null
                        ? from.beginTransaction(writeOptions, how)
                        : from.beginTransaction(writeOptions, how, old),
                how,
                reading,
                handles,
                null);
    }

    private RocksSession pessimistic(TransactionDB from, Reading reading, ColumnFamilyHandle[] handles) {
        TransactionOptions how = new TransactionOptions()
                .setSetSnapshot(reading == Reading.SNAPSHOT)
                .setDeadlockDetect(true)
                .setLockTimeout(LOCK_TIMEOUT_MILLIS);
        return new RocksSession(
                old -> old == null
                        ? from.beginTransaction(writeOptions, how)
                        : from.beginTransaction(writeOptions, how, old),
                how,
                reading,
                handles,
                reading == Reading.NEWEST ? null : from::getLatestSequenceNumber);
    }

    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        closeSessions();
        tables.forEach(ColumnFamilyHandle::close);
        database.close();
        freeOptions();
        folder.close();
    }

    private void closeSessions() {
        sessions.forEach(RocksSession::close);
        sessions.clear();
    }

    private void freeOptions() {
        writeOptions.close();
        tableOptions.close();
        transactionDatabaseOptions.close();
        options.close();
    }

    /** Begins a transaction, in the memory of one that has ended if there is one. */
    @FunctionalInterface
    interface Beginner {
        Transaction begin(Transaction old);
    }
}
