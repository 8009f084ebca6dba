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
     * InnoDB documents of its level REPEATABLE READ, which for this reason claims no more than prefix consistency, and TiDB of its
     * pessimistic transactions.
     */
    public boolean writesSeeNewest(String database, Isolation isolation) {
        return this == VENDOR && (isolation.claims() == Level.PC || isPessimistic(database, isolation));
    }

    private static boolean isPessimistic(String database, Isolation isolation) {
        return database.equals("tidb") && isolation.name().equals(Isolation.REPEATABLE_READ);
    }

    /**
     * The level that item dependencies are held to. What a vendor itself calls too strong a claim is not held against it: H2's
     * documentation says that transactions at SERIALIZABLE that write may not be serializable.
     */
    public Level level(String database, Isolation isolation) {
        if (this == VENDOR && isPessimistic(database, isolation)) {
            return Level.PC;
        }
        boolean mayWriteSkew = database.equals("h2") && isolation.name().equals(Isolation.SERIALIZABLE);
        return this == VENDOR && mayWriteSkew ? Level.SI : isolation.claims();
    }
}
