package org.isolde.sql.oracle;

/** What an execution is held to. */
public enum OracleKind {
    /** The same statements, in an order that follows their dependencies and without transactions, do the same (TxCheck). */
    REORDERED("reordered"),
    /** Nobody sees rows that the isolation level hides, or misses rows that it shows. */
    ISOLATION("isolation"),
    /** The transactions one behind the other, in an order of their dependencies, do the same (WriteCheck). */
    STATE("state"),
    /** The database goes on, and finds nothing wrong inside itself. */
    CRASH("crash"),
    /** What was rolled back leaves nothing behind, and what was committed stays. */
    ATOMICITY("atomicity");

    private final String text;

    OracleKind(String text) {
        this.text = text;
    }

    /** The name on the command line. */
    public String text() {
        return text;
    }
}
