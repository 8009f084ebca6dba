package org.isolde.run;

import org.isolde.run.rows.RowAnswer;
import org.isolde.run.rows.RowMark;
import org.isolde.run.rows.RowStatement;

/**
 * One client of a database, one transaction at a time: begin, operations, then commit or rollback. Used by one thread.
 *
 * <p>Keys and values are numbers. Any method may throw what its driver throws; {@link #classify} then says what that
 * means, and {@link #rollback} cleans up before the next begin.
 */
public interface Session extends AutoCloseable {
    /** What {@link #read} returns for a key that is not there. */
    long ABSENT = Long.MIN_VALUE;

    void begin() throws Exception;

    /** The value of a register, or {@link #ABSENT}. */
    long read(long key) throws Exception;

    void write(long key, long value, WriteStyle style) throws Exception;

    /** The elements of a list; none if the key is not there. */
    long[] readList(long key) throws Exception;

    void append(long key, long element, WriteStyle style) throws Exception;

    /**
     * Writes the value if the key has the expected one ({@link #ABSENT}: if the key is not there).
     *
     * @return whether it did
     */
    boolean compareAndSet(long key, long expected, long value) throws Exception;

    /**
     * Executes a statement on rows; for databases with {@link Ability#ROWS}.
     *
     * @param number of the statement, which no other has: it names the versions that it makes
     */
    default RowAnswer execute(RowStatement statement, long number) throws Exception {
        throw new UnsupportedOperationException("no rows");
    }

    /** Sets a savepoint, the first of a transaction as 0; returns its number, or -1 if there are none. */
    default int savepoint() throws Exception {
        return -1;
    }

    /** Undoes what was done since a savepoint, which stays. */
    default void rollbackTo(int savepoint) throws Exception {
        throw new UnsupportedOperationException("no savepoints");
    }

    void commit() throws Exception;

    void rollback() throws Exception;

    /**
     * What an exception of this session means.
     *
     * @param committing whether commit (or a compare-and-set that commits by itself) was under way
     */
    Failure classify(Exception problem, boolean committing);

    /** The database's timestamps of the transaction that was committed last; null if it has none. */
    default Timestamps timestamps() {
        return null;
    }

    /** What the database told of the transaction on rows that is under way, or has just ended. */
    default RowMark mark() {
        return RowMark.NOTHING;
    }

    @Override
    void close();

    /**
     * Cuts the connection from outside, while the session's own thread waits for an answer that does not come. Returns at
     * once, whatever the database does.
     */
    default void abort() {}

    /** How a write gets its row there. Databases without the difference don't care. */
    enum WriteStyle {
        /** Insert or update in one statement. */
        UPSERT,
        /** Update, and insert if that found no row. */
        UPDATE_THEN_INSERT,
        /** A plain insert; the key was read and is not there. */
        INSERT,
        /** A plain update; the key was read and is there. */
        UPDATE
    }

    /**
     * When the database took the snapshot, and when it committed, on a clock of its own: a number, or a time with a counter
     * for what happens at the same time.
     *
     * <p>Invariant: a transaction sees just the commits up to its start. One that wrote nothing commits at its start.
     */
    record Timestamps(long start, long startLogical, long commit, long commitLogical) {
        public Timestamps(long start, long commit) {
            this(start, 0, commit, 0);
        }
    }

    /**
     * @param kind what became of the transaction
     * @param reason for statistics: short, the same for the same cause, without data or secrets
     */
    record Failure(Kind kind, String reason) {
        public enum Kind {
            /** The transaction did not take effect; the session goes on after a rollback. */
            ABORTED,
            /** It did not take effect, and the connection is lost. */
            DISCONNECTED,
            /** Nobody knows whether it took effect: the answer to commit was lost. The session is at its end. */
            UNKNOWN,
            /** The run can't go on: a mistake of the call, or of Isolde. */
            FATAL
        }
    }
}
