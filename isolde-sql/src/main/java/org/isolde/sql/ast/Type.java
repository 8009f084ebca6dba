package org.isolde.sql.ast;

/** The type of a value. */
public enum Type {
    /** A 64-bit integer. */
    INTEGER,
    /** A double. */
    REAL,
    /** A text of a limited length. */
    TEXT
}
