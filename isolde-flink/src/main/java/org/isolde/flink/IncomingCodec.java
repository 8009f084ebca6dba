package org.isolde.flink;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Writes what a source has read; hardly ever needed, for whoever takes it runs in the same task. */
public final class IncomingCodec extends Codec<Incoming> {
    private final StreamTransactionCodec transactions = new StreamTransactionCodec();
    private final BadLineCodec badLines = new BadLineCodec();

    @Override
    public void serialize(Incoming line, DataOutputView out) throws IOException {
        out.writeLong(line.offered());
        out.writeBoolean(line.bad() == null);
        if (line.bad() == null) {
            transactions.serialize(line.transaction(), out);
        } else {
            badLines.serialize(line.bad(), out);
        }
    }

    @Override
    public Incoming deserialize(DataInputView in) throws IOException {
        long offered = in.readLong();
        return in.readBoolean()
                ? new Incoming(transactions.deserialize(in), null, offered)
                : new Incoming(null, badLines.deserialize(in), offered);
    }

    @Override
    public TypeSerializerSnapshot<Incoming> snapshotConfiguration() {
        return new Snapshot();
    }

    /** The name under which states say how they were written. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<Incoming> {
        public Snapshot() {
            super(IncomingCodec::new);
        }
    }
}
