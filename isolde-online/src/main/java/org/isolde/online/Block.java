package org.isolde.online;

import org.isolde.history.TransactionBatch;

/** A step of the monitor on its way from the sender over the journal to the engine. */
final class Block {
    private static final int OVERHEAD = 1000;

    final JournalRecord.Kind kind;
    /** What was parsed; null where there is nothing to parse. */
    final TransactionBatch batch;

    final int length;
    /** What lines and batch take in memory. */
    final long memory;

    final long sourceOffset;
    /** When the sender came with it, of {@code System.nanoTime}. */
    final long arrivalNanos;
    /** The lines, until the journal has them. */
    private byte[] bytes;

    // given by the sequencer, in this order
    long number;
    long uptimeNanos;
    long wallMillis;
    JournalPosition end;

    Block(
            JournalRecord.Kind kind,
            byte[] bytes,
            int length,
            TransactionBatch batch,
            long sourceOffset,
            long arrivalNanos) {
        this.kind = kind;
        this.bytes = bytes;
        this.length = length;
        this.memory = OVERHEAD + bytes.length + (batch == null ? 0 : batch.bytes());
        this.batch = batch;
        this.sourceOffset = sourceOffset;
        this.arrivalNanos = arrivalNanos;
    }

    static Block plain(JournalRecord.Kind kind) {
        return new Block(kind, new byte[0], 0, null, -1, System.nanoTime());
    }

    int transactions() {
        return batch == null ? 0 : batch.transactions();
    }

    /** What goes to the journal; it is let go of once it is there. */
    JournalRecord takeRecord() {
        JournalRecord record = new JournalRecord(kind, uptimeNanos, wallMillis, sourceOffset, bytes, length);
        if (kind != JournalRecord.Kind.SOURCE) {
            bytes = null;
        }
        return record;
    }

    /** The name of the source; of such a block only. */
    String source() {
        return new String(bytes, 0, length, java.nio.charset.StandardCharsets.UTF_8);
    }
}
