package org.isolde.run.workload;

import org.isolde.run.rows.RowAnswer;
import org.isolde.run.rows.RowStatement;

/**
 * A transaction to run. Which keys it uses was decided when it was made, so that running it again after an abort means
 * the same keys; its values are new each time.
 */
@FunctionalInterface
public interface Transaction {
    void run(Operations operations) throws Exception;

    /**
     * Whether it ends by rollback instead of commit. Most such only read; of those that write, the runner rolls a share back
     * by itself.
     */
    default boolean rollsBack() {
        return false;
    }

    /**
     * Called once its commit has succeeded, and by nothing else: what an attempt saw that was aborted in the end proves
     * nothing.
     */
    default void committed() {}

    /** What a transaction can do. Whatever it does is recorded. */
    interface Operations {
        /** The value of a register, or {@link org.isolde.run.Session#ABSENT}. */
        long read(long key) throws Exception;

        /** Writes a value that nobody has written before, and returns it. */
        long write(long key) throws Exception;

        /** Writes this value, which the workload has made unique by itself: see {@link #freshNumber}. */
        void write(long key, long value) throws Exception;

        /** The elements of a list. */
        long[] readList(long key) throws Exception;

        /** Appends an element that nobody has appended before, and returns it. */
        long append(long key) throws Exception;

        /**
         * Writes a new value if the key has the expected one ({@link org.isolde.run.Session#ABSENT}: if the key is not
         * there), and returns whether it did.
         */
        boolean compareAndSet(long key, long expected) throws Exception;

        /** Executes a statement on rows. */
        default RowAnswer execute(RowStatement statement) throws Exception {
            throw new UnsupportedOperationException("no rows");
        }

        /** Sets a savepoint; returns its number, or -1 if there are none. */
        default int savepoint() throws Exception {
            return -1;
        }

        /** Undoes what was done since a savepoint, which stays. */
        default void rollbackTo(int savepoint) throws Exception {
            throw new UnsupportedOperationException("no savepoints");
        }

        /** A number that no other call gets, from 1 on and small. */
        long freshNumber();
    }
}
