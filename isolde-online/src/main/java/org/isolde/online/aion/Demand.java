package org.isolde.online.aion;

import org.isolde.history.OpKind;
import org.isolde.history.Status;
import org.isolde.history.TransactionBatch;

/**
 * How much of the engine's memory transactions need, told before they are taken: at most, as if all that they name were
 * new.
 *
 * @param held what stays in memory until their reads have settled; saving does not free it
 * @param passing what one of them takes beside that while it is taken, at most; saving frees it
 * @param largest what the largest of them takes, all in all
 * @param line the line of that one
 */
public record Demand(long held, long passing, long largest, int line) {
    /** A key with one block of versions, its name, and its place in the table. */
    static final int KEY = 600;

    /** An operation beside its key: its part of a block of versions, or of the open reads. */
    private static final int OPERATION = 110;

    /** A transaction that is open, and the gap before it. */
    private static final int TRANSACTION = 280;

    private static final int SESSION = 700;
    private static final int LIST_ELEMENT = 8;

    /** Nothing at all. */
    public static final Demand NONE = new Demand(0, 0, 0, 0);

    /** What is needed to take them, when nothing else is in memory. */
    public long atOnce() {
        return held + passing;
    }

    static Demand of(TransactionBatch batch) {
        long allReads = 0;
        long passing = 0;
        long largest = 0;
        int line = 0;
        for (int t = 0; t < batch.transactions(); t++) {
            long growth = growth(batch, t);
            int reads = 0;
            for (int op = batch.firstOp(t); op < batch.firstOp(t + 1); op++) {
                reads += OpKind.isWrite(batch.kind(op)) ? 0 : 1;
            }
            allReads += reads;
            passing = Math.max(passing, growth - OPERATION * (long) reads - KEY * Math.min((long) reads, batch.keys()));
            if (growth > largest) {
                largest = growth;
                line = batch.line(t);
            }
        }
        long held = (long) TRANSACTION * batch.transactions()
                + (long) LowWater.BYTES_A_MARK * batch.sessions()
                + OPERATION * allReads
                + KEY * Math.min(allReads, batch.keys())
                + (long) LIST_ELEMENT * batch.listElements()
                + (allReads == 0 ? 0 : batch.scalars().bytes());
        return new Demand(held, passing, largest, line);
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
