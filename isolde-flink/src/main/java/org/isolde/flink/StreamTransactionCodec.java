package org.isolde.flink;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Writes transactions. */
public final class StreamTransactionCodec extends Codec<StreamTransaction> {
    @Override
    public void serialize(StreamTransaction transaction, DataOutputView out) throws IOException {
        writeBytes(transaction.session().part(), out);
        writeBytes(transaction.record(), out);
    }

    @Override
    public StreamTransaction deserialize(DataInputView in) throws IOException {
        return new StreamTransaction(new Name(readBytes(in)), readBytes(in));
    }

    @Override
    public TypeSerializerSnapshot<StreamTransaction> snapshotConfiguration() {
        return new Snapshot();
    }

    /** The name under which states say how they were written. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<StreamTransaction> {
        public Snapshot() {
            super(StreamTransactionCodec::new);
        }
    }
}
