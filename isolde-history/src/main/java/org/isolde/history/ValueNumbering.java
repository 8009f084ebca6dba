package org.isolde.history;

/**
 * How pairs of key and value get their numbers, and who wrote each. Every pair belongs to one part; different parts may
 * be used by different threads at the same time.
 */
interface ValueNumbering {
    /** The part that a pair belongs to. */
    int part(int key, long code);

    /** The number of a pair of this part; it may still be provisional, until {@link #finish}. */
    int number(int part, int key, long code);

    /** The operation that wrote a value of this part, or -1. */
    int writeOp(int part, int value);

    /** The transaction that wrote a value of this part. */
    int writer(int part, int value);

    /** Says who wrote a value of this part. */
    void written(int part, int value, int operation, int transaction);

    /** Whether this way of numbering does not fit the history after all. */
    boolean hasFailed();

    /** Fills the columns of values, and makes all provisional numbers final. */
    void finish(HistoryColumns columns);
}
