package org.isolde.sql.depend;

/** What became of a statement that was answered. */
public enum Fate {
    COMMITTED,
    /** Its transaction was rolled back, as planned or by an error. */
    ABORTED,
    /** Its transaction went back to a savepoint before it. */
    ROLLED_BACK
}
