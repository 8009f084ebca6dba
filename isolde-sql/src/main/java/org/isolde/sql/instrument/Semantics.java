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

    /**
     * The level that item dependencies are held to. What a vendor itself calls too strong a claim is not held against it: H2's
     * documentation says that transactions at SERIALIZABLE that write may not be serializable.
     */
    public Level level(String database, Isolation isolation) {
        return this == VENDOR && database.equals("h2") && isolation.claims() == Level.SER
                ? Level.SI
                : isolation.claims();
    }
}
