package org.isolde.app.replay;

import org.isolde.history.Status;
import org.isolde.run.Session.Timestamps;
import org.isolde.run.record.OperationList;

/** Where the transactions of one try are taken down, by all its sessions at once. */
interface Recording {
    /** Nanoseconds since the start of the try. */
    long now();

    /**
     * Takes down a transaction that has ended.
     *
     * @param name of the transaction; null if it has none
     * @param end {@code Long.MAX_VALUE} if nobody knows
     * @param timestamps the database's; null if it has none
     * @param steps when each operation, and at last the end, took place
     */
    void add(
            long session,
            String name,
            Status status,
            OperationList operations,
            long begin,
            long end,
            Timestamps timestamps,
            long[] steps);
}
