package org.isolde.flink;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Writes bytes that are never changed once they are made, so that nobody has to copy them; Flink's own takes a copy. */
public final class BytesCodec extends Codec<byte[]> {
    @Override
    public void serialize(byte[] bytes, DataOutputView out) throws IOException {
        writeBytes(bytes, out);
    }

    @Override
    public byte[] deserialize(DataInputView in) throws IOException {
        return readBytes(in);
    }

    @Override
    public TypeSerializerSnapshot<byte[]> snapshotConfiguration() {
        return new Snapshot();
    }

    /** The name under which states say how they were written. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<byte[]> {
        public Snapshot() {
            super(BytesCodec::new);
        }
    }
}
