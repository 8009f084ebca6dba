package org.isolde.online.aion;

import org.isolde.history.OpKind;
import org.isolde.history.Status;
import org.isolde.history.TransactionBatch;

/**
 * How much of the engine's memory a transaction needs, told before it is taken: at most, as if all that it names were new.
 *
 * @param largest what the largest transaction of several takes
 * @param line the line of that one
 */
public record Demand(long largest, int line) {
    /** A key with one block of versions, its name, and its place in the table. */
    private static final int KEY = 600;

    /** An operation beside its key: its part of a block of versions, or of the open reads. */
    private static final int OPERATION = 110;

    /** A transaction that is open, and the gap before it. */
    private static final int TRANSACTION = 280;

    private static final int SESSION = 700;
    private static final int LIST_ELEMENT = 8;

    static Demand of(TransactionBatch batch) {
        long largest = 0;
        int line = 0;
        for (int t = 0; t < batch.transactions(); t++) {
            long growth = growth(batch, t);
            if (growth > largest) {
                largest = growth;
                line = batch.line(t);
            }
        }
        return new Demand(largest, line);
    }

    /** What a transaction takes. */
    static long growth(TransactionBatch batch, int t) {
        long bytes = TRANSACTION + SESSION;
        if (batch.status(t) == Status.ABORTED) {
            return bytes;
        }
        int first = batch.firstOp(t);
        int end = batch.firstOp(t + 1);
        bytes += (long) KEY * Math.min(end - first, batch.keys()) + (long) OPERATION * (end - first);
        for (int op = first; batch.listElements() > 0 && op < end; op++) {
            if (batch.kind(op) == OpKind.LIST_READ) {
                int list = batch.listOf(op);
                bytes += (long) LIST_ELEMENT * (batch.listFirst(list + 1) - batch.listFirst(list));
            }
        }
        return bytes;
    }
}
