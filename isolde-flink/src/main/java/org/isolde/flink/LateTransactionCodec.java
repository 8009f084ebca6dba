package org.isolde.flink;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.types.StringValue;

/** Writes late transactions. */
public final class LateTransactionCodec extends Codec<LateTransaction> {
    @Override
    public void serialize(LateTransaction late, DataOutputView out) throws IOException {
        StringValue.writeString(late.session(), out);
        out.writeLong(late.seq());
        out.writeLong(late.commit());
        out.writeLong(late.watermark());
    }

    @Override
    public LateTransaction deserialize(DataInputView in) throws IOException {
        return new LateTransaction(StringValue.readString(in), in.readLong(), in.readLong(), in.readLong());
    }

    @Override
    public TypeSerializerSnapshot<LateTransaction> snapshotConfiguration() {
        return new Snapshot();
    }

    /** The name under which states say how they were written. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<LateTransaction> {
        public Snapshot() {
            super(LateTransactionCodec::new);
        }
    }
}
