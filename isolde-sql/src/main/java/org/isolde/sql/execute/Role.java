package org.isolde.sql.execute;

/** What a step of an instrumented transaction is there for; the reads are those of TxCheck's section 3.2. */
public enum Role {
    /** All rows of a table that the statement looks at, right before it. */
    VERSION_SET_READ,
    /** What the statement's own condition finds, right before it. */
    BEFORE_WRITE_READ,
    /** The statement itself. */
    STATEMENT,
    /** The rows that the statement wrote, right after it; behind a deletion all rows that are left. */
    AFTER_WRITE_READ,
    /** A savepoint, or the way back to one, which may release locks. */
    SAVEPOINT,
    COMMIT,
    ROLLBACK;

    public boolean isEnd() {
        return this == COMMIT || this == ROLLBACK;
    }
}
