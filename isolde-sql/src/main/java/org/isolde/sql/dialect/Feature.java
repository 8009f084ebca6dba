package org.isolde.sql.dialect;

/** What not every database has. */
public enum Feature {
    /** {@code with .. select ..}. */
    COMMON_TABLES,
    /** Functions with {@code over (..)}. */
    WINDOW_FUNCTIONS,
    /** An insert that updates the row if its key is there. */
    UPSERT,
    /** Comparisons with {@code any} and {@code all}. */
    QUANTIFIED_COMPARISONS,
    /** A statement may look at the table that it writes in its subqueries too. */
    READING_WHAT_IS_WRITTEN,
    SAVEPOINTS,
    /** {@code select .. for update}. */
    LOCKING_FOR_UPDATE,
    /** {@code select .. for share}, or what it is called. */
    LOCKING_FOR_SHARE
}
