package org.isolde.run.record;

import java.io.IOException;
import org.isolde.history.Status;
import org.isolde.run.Session.Timestamps;

/** Where the transactions of a run are recorded, by all its sessions at once. */
public interface TransactionLog extends AutoCloseable {
    /** Records nothing; to measure what recording costs. */
    TransactionLog NOTHING = new TransactionLog() {
        @Override
        public void add(
                long session,
                Status status,
                String reason,
                OperationList operations,
                long begin,
                long end,
                Timestamps timestamps) {}

        @Override
        public IOException failure() {
            return null;
        }

        @Override
        public void finish() {}

        @Override
        public void close() {}
    };

    /**
     * Records a transaction that has ended.
     *
     * @param reason why it was aborted or is unknown; null if it was committed
     * @param end on the clock of {@code begin}; {@link Long#MAX_VALUE} if the answer never came
     * @param timestamps of the database; null if it has none
     */
    void add(
            long session,
            Status status,
            String reason,
            OperationList operations,
            long begin,
            long end,
            Timestamps timestamps);

    /** What went wrong while writing; null if nothing did. After a failure nothing more is recorded. */
    IOException failure();

    /** Says that the recording is whole: nothing that began is missing. */
    void finish() throws IOException;

    /** Writes out what is there. Without {@link #finish} the recording counts as broken off. */
    @Override
    void close() throws IOException;
}
