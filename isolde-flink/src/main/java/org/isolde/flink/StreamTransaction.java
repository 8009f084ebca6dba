package org.isolde.flink;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.isolde.history.OpKind;
import org.isolde.history.Scalars;
import org.isolde.history.Status;
import org.isolde.history.TransactionBatch;
import org.isolde.online.axiom.Encoder;

/**
 * What one line of a stream says: a transaction, or that a session has ended. It is packed into bytes when it is parsed, and unpacked where it is
 * looked at, so that it goes through a cluster by copying.
 *
 * <p>The record: {@link #COMMITTED}, {@link #ABORTED}, {@link #UNKNOWN} or {@link #ENDED}; the number in the session; 1 and the name of the transaction, or
 * 0; of a committed one start and commit, each with its logical part; then each operation: its kind, its key as the part of a key with its length before it,
 * and its value, or the length and elements of the list. The initial value stands wherever nothing was read.
 */
public final class StreamTransaction {
    /** How Flink writes it. */
    public static final TypeInformation<StreamTransaction> TYPE =
            new CodecType<>(StreamTransaction.class, false, StreamTransactionCodec::new);

    static final int COMMITTED = 0;
    static final int ABORTED = 1;
    static final int UNKNOWN = 2;
    static final int ENDED = 3;

    private final Name session;
    private final byte[] record;

    StreamTransaction(Name session, byte[] record) {
        this.session = session;
        this.record = record;
    }

    /** A session has ended, as far as its sender knows. */
    static StreamTransaction ended(Name session) {
        return new StreamTransaction(session, new byte[] {ENDED});
    }

    /**
     * A transaction of a batch; it has timestamps if it is committed.
     *
     * @param seq its number in the session
     */
    static StreamTransaction of(Name session, long seq, TransactionBatch batch, int t, Encoder out) {
        Scalars scalars = batch.scalars();
        Status status = batch.status(t);
        out.clear();
        out.octet(status == Status.COMMITTED ? COMMITTED : status == Status.ABORTED ? ABORTED : UNKNOWN);
        out.number(seq);
        long id = batch.idCode(t);
        out.octet(id == TransactionBatch.ABSENT ? 0 : 1);
        if (id != TransactionBatch.ABSENT) {
            out.scalar(id, scalars);
        }
        if (status == Status.COMMITTED) {
            boolean ends = batch.commitPhysical(t) != TransactionBatch.ABSENT;
            out.number(batch.startPhysical(t)).number(batch.startLogical(t));
            out.number(ends ? batch.commitPhysical(t) : batch.startPhysical(t));
            out.number(ends ? batch.commitLogical(t) : batch.startLogical(t));
        }
        int end = status == Status.ABORTED ? batch.firstOp(t) : batch.firstOp(t + 1);
        for (int op = batch.firstOp(t); op < end; op++) {
            operation(batch, op, out);
        }
        return new StreamTransaction(session, out.toBytes());
    }

    private static void operation(TransactionBatch batch, int op, Encoder out) {
        Scalars scalars = batch.scalars();
        out.octet(batch.kind(op)).sizedKeyPart(batch.keyCode(batch.key(op)), scalars);
        if (batch.kind(op) != OpKind.LIST_READ) {
            value(batch, batch.valueCode(op), out);
            return;
        }
        int list = batch.listOf(op);
        int end = batch.listFirst(list + 1);
        out.number(end - batch.listFirst(list));
        for (int i = batch.listFirst(list); i < end; i++) {
            value(batch, batch.listElementCode(i), out);
        }
    }

    private static void value(TransactionBatch batch, long code, Encoder out) {
        out.scalar(code == Scalars.NULL ? batch.initialCode() : code, batch.scalars());
    }

    public Name session() {
        return session;
    }

    byte[] record() {
        return record;
    }
}
