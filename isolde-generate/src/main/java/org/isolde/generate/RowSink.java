package org.isolde.generate;

import java.io.IOException;
import org.isolde.history.Rows;
import org.isolde.history.Scalars;

/** Where transactions on rows go: what they have beside those on plain keys. Names and values are codes. */
interface RowSink extends TransactionSink {
    /** What makes the codes. */
    Scalars scalars();

    /** The number by which snapshots name the transaction; like {@link #snapshot}, it comes before the operations. */
    void number(long number);

    /** What all predicate reads of the transaction see: all transactions up to a number but some. */
    void snapshot(long upTo, long[] but);

    /** An item read or a deletion. */
    void row(byte kind, long key, long version) throws IOException;

    /** A write of a version with its columns. The arrays belong to the caller. */
    void version(long key, long version, long[] names, long[] values) throws IOException;

    /** A predicate read, and the first {@code count} of some rows, which came back. The arrays belong to the caller. */
    void predicate(long table, long condition, long[] keys, long[] versions, int count) throws IOException;

    /**
     * A predicate read that gave back a figure.
     *
     * @param column null for a count
     */
    void predicate(long table, long condition, Rows.Aggregate aggregate, String column, long value) throws IOException;

    /** The predicate read before this saw something of its own: all transactions up to a number. */
    void sees(long upTo) throws IOException;
}
