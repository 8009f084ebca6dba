package org.isolde.online;

import java.io.IOException;
import java.util.SortedSet;
import org.isolde.history.BadHistoryException;
import org.isolde.history.TransactionBatch;
import org.isolde.history.format.TransactionReader;
import org.isolde.online.aion.Aion;

/** Makes batches of lines, and refuses what can't be checked by timestamps. One thread at a time. */
public final class StreamParser {
    private final TransactionReader lines = new TransactionReader();

    /**
     * Parses whole lines.
     *
     * @param numbered whether every transaction must have its number: whoever may send a block again needs them
     * @param initial the initial value that the stream has had so far, as JSON; null if that is still open
     * @throws BadHistoryException with the line within the block
     */
    public TransactionBatch parse(byte[] bytes, int length, boolean numbered, String initial) throws IOException {
        TransactionBatch batch = lines.parse(bytes, length, initial == null ? "null" : initial);
        String told = TransactionReader.initial(batch);
        if (initial != null && !told.equals(initial)) {
            throw BadHistoryException.atLine(
                    1,
                    "the header says that keys are " + told + " initially, but this stream began with " + initial
                            + "; start the monitor with a state of its own for each stream, or name the value by"
                            + " --initial");
        }
        for (int t = 0; numbered && t < batch.transactions(); t++) {
            if (batch.seq(t) == TransactionBatch.ABSENT) {
                throw BadHistoryException.atLine(
                        batch.line(t),
                        "a transaction without \"seq\"; number each session's transactions from 0, so that one which is sent"
                                + " again is not counted again");
            }
        }
        Aion.requireTimestamps(batch);
        return batch;
    }

    /** Names of fields that no line has; they are passed over. */
    public SortedSet<String> unknownFields() {
        return lines.unknownFields();
    }
}
