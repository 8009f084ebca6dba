package org.isolde.broken;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** What goes wrong. Each is decided anew whenever it could happen. */
public enum Fault {
    /** The first row of a query's result is missing. Aggregates and locking reads are left alone. */
    DROPPED_ROW,
    /** An UPDATE is executed twice; the client gets the first answer. */
    DOUBLED_UPDATE,
    /** ROLLBACK of a transaction that wrote commits it. */
    FORGOTTEN_ROLLBACK,
    /** ROLLBACK TO a savepoint does nothing. */
    FORGOTTEN_SAVEPOINT,
    /** A query is answered out of another transaction that has written and is still open. */
    DIRTY_READ,
    /** A query of a transaction that has not written yet is answered out of an older snapshot. */
    STALE_READ,
    /** A statement ignores the condition of its last subquery; a query without subqueries its own. */
    IGNORED_PREDICATE,
    /** COMMIT of a transaction that wrote rolls it back, and says that all is well. */
    LOST_COMMIT,
    /** A transaction runs at READ COMMITTED, whatever was asked for. */
    WEAKER_LEVEL,
    /** Between two statements of a transaction it is committed, and another one goes on. */
    SPLIT_TRANSACTION;

    /** The name in options: {@code forgotten-rollback}. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** @throws IllegalArgumentException if there is none of that name; it says which there are */
    public static Fault of(String text) {
        for (Fault fault : values()) {
            if (fault.text().equals(text)) {
                return fault;
            }
        }
        throw new IllegalArgumentException("'" + text + "' is no fault; there are "
                + Arrays.stream(values()).map(Fault::text).collect(Collectors.joining(", ")));
    }
}
