package org.isolde.flink;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Writes messages about keys. */
public final class KeyWorkCodec extends Codec<KeyWork> {
    @Override
    public void serialize(KeyWork work, DataOutputView out) throws IOException {
        out.writeShort(work.target());
        writeBytes(work.firstKey().part(), out);
        writeBytes(work.record(), out);
    }

    @Override
    public KeyWork deserialize(DataInputView in) throws IOException {
        return new KeyWork(in.readShort(), new Name(readBytes(in)), readBytes(in));
    }

    @Override
    public TypeSerializerSnapshot<KeyWork> snapshotConfiguration() {
        return new Snapshot();
    }

    /** The name under which states say how they were written. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<KeyWork> {
        public Snapshot() {
            super(KeyWorkCodec::new);
        }
    }
}
