package org.isolde.history.record;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.isolde.history.OpKind;
import org.isolde.history.Status;

/**
 * What one transaction does. Note a write before it is sent, and a read after it was answered: then a transaction that is
 * cut off lists all that it may have done. What comes after the end is not recorded.
 */
public final class TransactionRecorder implements AutoCloseable {
    /** An operation; a compare-and-set has what it expected beside what it wrote. */
    record Operation(byte kind, Object key, Object value, Object expected) {}

    private final SessionRecorder session;
    private final long begin;
    private final List<Operation> operations = new ArrayList<>();
    private boolean hasTimestamps;
    private long startTimestamp;
    private long commitTimestamp;

    TransactionRecorder(SessionRecorder session, long begin) {
        this.session = session;
        this.begin = begin;
    }

    /** A read; null if there was nothing yet. */
    public void read(Object key, Object value) {
        add(OpKind.READ, key, value, null);
    }

    /** A write; the value must be another one than any other write of the key has. */
    public void write(Object key, Object value) {
        add(OpKind.WRITE, key, written(key, value), null);
    }

    /** A read of a whole list. */
    public void readList(Object key, List<?> elements) {
        add(OpKind.LIST_READ, key, Collections.unmodifiableList(new ArrayList<>(elements)), null);
    }

    /** Something is appended to a list. */
    public void append(Object key, Object element) {
        add(OpKind.APPEND, key, written(key, element), null);
    }

    /** A compare-and-set that took place; note it when it was answered. */
    public void compareAndSet(Object key, Object expected, Object value) {
        add(OpKind.CAS_WRITE, key, written(key, value), expected);
    }

    /** A compare-and-set that found another value than expected. */
    public void compareAndSetFailed(Object key, Object expected) {
        add(OpKind.CAS_FAILED, key, expected, null);
    }

    /** The start and commit timestamps that the database gave the transaction; for one that commits. */
    public synchronized void timestamps(long start, long commit) {
        hasTimestamps = true;
        startTimestamp = start;
        commitTimestamp = commit;
    }

    private static Object written(Object key, Object value) {
        return Objects.requireNonNull(
                value, () -> "null is the initial value of " + key + "; a write needs a value of its own");
    }

    private synchronized void add(byte kind, Object key, Object value, Object expected) {
        operations.add(new Operation(kind, Objects.requireNonNull(key, "key"), value, expected));
    }

    /** The database has answered that it is committed. */
    public void committed() {
        session.end(this, Status.COMMITTED, null);
    }

    /**
     * It is known to have been rolled back.
     *
     * @param reason why, for whoever reads the file; or null
     */
    public void aborted(String reason) {
        session.end(this, Status.ABORTED, reason);
    }

    /**
     * Nobody knows whether it was committed: the answer never came, say.
     *
     * @param reason why, for whoever reads the file; or null
     */
    public void unknown(String reason) {
        session.end(this, Status.UNKNOWN, reason);
    }

    /** If it has not ended yet, its outcome is not known. */
    @Override
    public void close() {
        unknown("its end was not recorded");
    }

    synchronized List<Operation> operations() {
        return List.copyOf(operations);
    }

    long begin() {
        return begin;
    }

    synchronized boolean hasTimestamps() {
        return hasTimestamps;
    }

    synchronized long startTimestamp() {
        return startTimestamp;
    }

    synchronized long commitTimestamp() {
        return commitTimestamp;
    }
}
