package org.isolde.check;

/** What timestamps ask of a transaction: the axioms of Chronos and Aion, and the order of the timestamps themselves. */
public enum TimestampAxiom {
    /** A transaction sees what came before it in its session; counted once a transaction. */
    SESSION,
    /** A read behind an own read or write of the key sees that; counted once a read. */
    INT,
    /** The first read of a key sees the snapshot; counted once a transaction and key. */
    EXT,
    /** Transactions that write the same key don't overlap; counted once a pair and key. */
    NOCONFLICT,
    /** A transaction starts before it commits; counted once a transaction. */
    START_AFTER_COMMIT,
    /** Writers of one key have different commit timestamps; counted once a pair and key. */
    SAME_COMMIT,
    /** What ended before another began, on the clients' clock, committed before it; counted once a transaction. */
    REAL_TIME
}
