package org.isolde.run.db.rocksdb.engine;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.function.LongSupplier;
import org.isolde.run.Session;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksObject;
import org.rocksdb.Snapshot;
import org.rocksdb.Status;
import org.rocksdb.Transaction;

/**
 * Transactions of RocksDB. Keys, values and elements are eight bytes each; a list is its elements one after the other.
 *
 * <p>Invariants: one native transaction serves for all, one after the other, and so do the arrays for keys and values.
 * RocksDB copies what it is given before a call returns.
 *
 * <p>Another thread may close a session that is in use. Native memory must not go while a call uses it, so a call and
 * the close exclude each other; calls end soon, as the wait for a lock is short.
 */
final class RocksSession implements Session {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final long[] EMPTY = {};

    private final RunningRocks.Beginner beginner;
    private final RocksObject transactionOptions;
    private final Reading reading;
    private final ColumnFamilyHandle[] tables;
    /** The sequence number of the last commit; null if transactions can't tell their own. */
    private final LongSupplier sequence;

    private final ReadOptions readOptions = new ReadOptions();
    private final byte[] keyBytes = new byte[Long.BYTES];
    private final byte[] valueBytes = new byte[Long.BYTES];

    private Transaction transaction;
    private boolean open;
    private boolean wrote;
    private long snapshotNumber;
    private Timestamps timestamps;
    private boolean closed;

    RocksSession(
            RunningRocks.Beginner beginner,
            RocksObject transactionOptions,
            Reading reading,
            ColumnFamilyHandle[] tables,
            LongSupplier sequence) {
        this.beginner = beginner;
        this.transactionOptions = transactionOptions;
        this.reading = reading;
        this.tables = tables;
        this.sequence = sequence;
    }

    @Override
    public synchronized void begin() throws RocksDBException {
        if (closed || open) {
            // Native code would crash the process instead.
            throw new IllegalStateException(closed ? "the session is closed" : "a transaction is open already");
        }
        transaction = beginner.begin(transaction);
        open = true;
        wrote = false;
        timestamps = null;
        if (reading == Reading.SNAPSHOT) {
            Snapshot snapshot = transaction.getSnapshot();
            readOptions.setSnapshot(snapshot);
            snapshotNumber = sequence == null ? 0 : snapshot.getSequenceNumber();
        }
    }

    @Override
    public synchronized long read(long key) throws RocksDBException {
        byte[] found = get(key, reading == Reading.FOR_UPDATE);
        return found == null ? ABSENT : (long) LONG.get(found, 0);
    }

    @Override
    public synchronized void write(long key, long value, WriteStyle style) throws RocksDBException {
        requireOpen();
        LONG.set(keyBytes, 0, key);
        LONG.set(valueBytes, 0, value);
        transaction.put(table(key), keyBytes, valueBytes);
        wrote = true;
    }

    @Override
    public synchronized long[] readList(long key) throws RocksDBException {
        byte[] found = get(key, reading == Reading.FOR_UPDATE);
        if (found == null) {
            return EMPTY;
        }
        long[] elements = new long[found.length / Long.BYTES];
        for (int i = 0; i < elements.length; i++) {
            elements[i] = (long) LONG.get(found, i * Long.BYTES);
        }
        return elements;
    }

    /** An append may not lose another, at no level: what it adds to is always read for update. */
    @Override
    public synchronized void append(long key, long element, WriteStyle style) throws RocksDBException {
        byte[] found = get(key, true);
        byte[] longer = found == null ? new byte[Long.BYTES] : Arrays.copyOf(found, found.length + Long.BYTES);
        LONG.set(longer, longer.length - Long.BYTES, element);
        transaction.put(table(key), keyBytes, longer);
        wrote = true;
    }

    /** Within the transaction that is open, or else in one of its own. */
    @Override
    public synchronized boolean compareAndSet(long key, long expected, long value) throws RocksDBException {
        boolean own = !open;
        if (own) {
            begin();
        }
        byte[] found = get(key, true);
        boolean same = (found == null ? ABSENT : (long) LONG.get(found, 0)) == expected;
        if (same) {
            write(key, value, WriteStyle.UPSERT);
        }
        if (own) {
            commit();
        }
        return same;
    }

    private byte[] get(long key, boolean forUpdate) throws RocksDBException {
        requireOpen();
        LONG.set(keyBytes, 0, key);
        return forUpdate
                ? transaction.getForUpdate(readOptions, table(key), keyBytes, true)
                : transaction.get(readOptions, table(key), keyBytes);
    }

    private ColumnFamilyHandle table(long key) {
        return tables.length == 1 ? tables[0] : tables[(int) Math.floorMod(key, tables.length)];
    }

    private void requireOpen() {
        if (!open) {
            throw new IllegalStateException(closed ? "the session is closed" : "no transaction is open");
        }
    }

    @Override
    public synchronized void commit() throws RocksDBException {
        requireOpen();
        long start = start();
        transaction.commit();
        open = false;
        if (sequence != null) {
            timestamps = new Timestamps(start, wrote ? transaction.getId() : start);
        }
    }

    /**
     * The number of the commits that this transaction has seen. With locks that is the last one before they go: what was
     * read is still as it was then, and nobody else has written what is written here.
     */
    private long start() {
        return sequence == null || reading == Reading.SNAPSHOT ? snapshotNumber : sequence.getAsLong();
    }

    @Override
    public synchronized void rollback() throws RocksDBException {
        if (open) {
            open = false;
            transaction.rollback();
        }
    }

    /**
     * What RocksDB refuses is an error that comes back from a call within this process: there are no lost answers.
     * Whatever isn't a conflict, such as a full disk, can't get better by trying again.
     */
    @Override
    public synchronized Failure classify(Exception problem, boolean committing) {
        if (closed) {
            return new Failure(Failure.Kind.DISCONNECTED, "the session was closed");
        }
        if (!(problem instanceof RocksDBException refused) || refused.getStatus() == null) {
            return new Failure(Failure.Kind.FATAL, problem.getClass().getSimpleName());
        }
        Status status = refused.getStatus();
        return switch (status.getCode()) {
            case Busy -> aborted(status.getSubCode() == Status.SubCode.Deadlock ? "deadlock" : "conflict");
            case TimedOut -> aborted("lock timeout");
            case TryAgain -> aborted("too old to be validated");
            case Aborted -> aborted("aborted");
            case Expired -> aborted("expired");
            default -> new Failure(Failure.Kind.FATAL, status.getCode().name());
        };
    }

    private static Failure aborted(String reason) {
        return new Failure(Failure.Kind.ABORTED, reason);
    }

    /**
     * Sequence numbers: a snapshot with number n has just the commits with numbers up to n, and the number of a commit is
     * that of its first write. Only pessimistic transactions tell theirs, and at {@code read-committed} there is no one
     * moment that a transaction sees.
     */
    @Override
    public synchronized Timestamps timestamps() {
        return timestamps;
    }

    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        open = false;
        if (transaction != null) {
            transaction.close();
        }
        readOptions.close();
        transactionOptions.close();
    }
}
