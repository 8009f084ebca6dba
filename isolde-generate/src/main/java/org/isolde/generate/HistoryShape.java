package org.isolde.generate;

import java.util.Locale;

/** What the operations of a generated history are. */
public enum HistoryShape {
    /** Reads and writes of registers. */
    REGISTERS,
    /** Appends to lists, and reads of whole lists. */
    LIST_APPEND,
    /** One read, write or compare-and-set of a register a transaction. */
    CAS,
    /** Statements on the rows of a table, by primary key and by condition. */
    ROWS;

    /** The name on the command line. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
