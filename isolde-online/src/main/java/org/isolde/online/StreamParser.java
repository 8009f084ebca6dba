package org.isolde.online;

import java.io.IOException;
import java.util.SortedSet;
import org.isolde.history.BadHistoryException;
import org.isolde.history.OpKind;
import org.isolde.history.Status;
import org.isolde.history.TransactionBatch;
import org.isolde.history.format.TransactionLines;

/** Makes batches of lines, and refuses what can't be checked by timestamps. One thread at a time. */
final class StreamParser {
    private final TransactionLines lines = new TransactionLines();

    /**
     * Parses whole lines.
     *
     * @param numbered whether every transaction must have its number: whoever may send a block again needs them
     * @param initial the initial value that the stream has had so far, as JSON; null if that is still open
     * @throws BadHistoryException with the line within the block
     */
    TransactionBatch parse(byte[] bytes, int length, boolean numbered, String initial) throws IOException {
        TransactionBatch batch = lines.parse(bytes, length, initial == null ? "null" : initial);
        String told = TransactionLines.initial(batch);
        if (initial != null && !told.equals(initial)) {
            throw BadHistoryException.atLine(
                    1,
                    "the header says that keys are " + told + " initially, but this stream began with " + initial
                            + "; start the monitor with a state of its own for each stream, or name the value by"
                            + " --initial");
        }
        for (int t = 0; t < batch.transactions(); t++) {
            check(batch, t, numbered);
        }
        return batch;
    }

    private static void check(TransactionBatch batch, int t, boolean numbered) throws BadHistoryException {
        if (numbered && batch.seq(t) == TransactionBatch.ABSENT) {
            throw BadHistoryException.atLine(
                    batch.line(t),
                    "a transaction without \"seq\"; number each session's transactions from 0, so that one which is sent"
                            + " again is not counted again");
        }
        if (batch.status(t) != Status.COMMITTED) {
            return;
        }
        if (batch.startPhysical(t) == TransactionBatch.ABSENT) {
            throw BadHistoryException.atLine(
                    batch.line(t),
                    "a committed transaction without \"start\"; a stream is checked by the database's timestamps: give"
                            + " \"start\" and \"commit\"");
        }
        if (batch.commitPhysical(t) == TransactionBatch.ABSENT && writes(batch, t)) {
            throw BadHistoryException.atLine(
                    batch.line(t),
                    "a committed transaction that writes, without \"commit\"; give the database's timestamp of its"
                            + " commit");
        }
    }

    private static boolean writes(TransactionBatch batch, int t) {
        for (int op = batch.firstOp(t); op < batch.firstOp(t + 1); op++) {
            if (OpKind.isWrite(batch.kind(op))) {
                return true;
            }
        }
        return false;
    }

    /** Names of fields that no line has; they are passed over. */
    SortedSet<String> unknownFields() {
        return lines.unknownFields();
    }
}
