package org.isolde.sql.instrument;

import org.isolde.history.Level;
import org.isolde.run.Isolation;

/** What a database is held to. */
public enum Semantics {
    /** What its vendor documents. */
    VENDOR,
    /** A statement sees the same rows whether it reads or writes. */
    STRICT;

    /**
     * Whether writes and locking reads are taken to see what is committed right now, while other reads see a snapshot. That is what
     * InnoDB documents of its level REPEATABLE READ, which for this reason claims no more than prefix consistency.
     */
    public boolean writesSeeNewest(Isolation isolation) {
        return this == VENDOR && isolation.claims() == Level.PC;
    }
}
