package org.isolde.flink;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.types.StringValue;

/** Writes lines that can't be read. */
public final class BadLineCodec extends Codec<BadLine> {
    @Override
    public void serialize(BadLine line, DataOutputView out) throws IOException {
        StringValue.writeString(line.place(), out);
        StringValue.writeString(line.problem(), out);
    }

    @Override
    public BadLine deserialize(DataInputView in) throws IOException {
        return new BadLine(StringValue.readString(in), StringValue.readString(in));
    }

    @Override
    public TypeSerializerSnapshot<BadLine> snapshotConfiguration() {
        return new Snapshot();
    }

    /** The name under which states say how they were written. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<BadLine> {
        public Snapshot() {
            super(BadLineCodec::new);
        }
    }
}
