package org.isolde.run;

import java.util.Locale;

/** What sessions of a database can do; a workload says which it needs. */
public enum Ability {
    /** Transactions of several reads and writes of registers. */
    REGISTERS,
    /** Transactions of several appends to lists and reads of whole lists. */
    LISTS,
    /** A compare-and-set or insert-if-absent of one key, which is a transaction of its own. */
    COMPARE_AND_SET,
    /** Transactions of statements on rows, by conditions: {@link Session#execute} works. */
    ROWS,
    /** Statements in SQL through JDBC: {@link RunningDatabase#connect} works. */
    SQL;

    /** The name in JSON. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
