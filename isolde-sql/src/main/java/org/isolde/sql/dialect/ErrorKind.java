package org.isolde.sql.dialect;

/** What an error of a database means to a test case. */
public enum ErrorKind {
    /** The transaction is gone: a victim of a deadlock, or what could not be serialized. */
    ROLLED_BACK,
    /** The statement did nothing: it waited too long, or found what somebody else is writing. What went before is still there. */
    REFUSED,
    /** A constraint was broken; the statement did nothing. */
    CONSTRAINT,
    /** The server is gone, or says itself that something is wrong inside it. */
    CRASH,
    /** Nothing that a generated statement should meet. */
    UNEXPECTED
}
