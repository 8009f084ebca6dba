package org.isolde.flink;

import java.io.IOException;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Writes names. */
public final class NameCodec extends Codec<Name> {
    static final TypeInformation<Name> TYPE = new CodecType<>(Name.class, true, NameCodec::new);

    @Override
    public void serialize(Name name, DataOutputView out) throws IOException {
        writeBytes(name.part(), out);
    }

    @Override
    public Name deserialize(DataInputView in) throws IOException {
        return new Name(readBytes(in));
    }

    @Override
    public TypeSerializerSnapshot<Name> snapshotConfiguration() {
        return new Snapshot();
    }

    /** The name under which states say how they were written. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<Name> {
        public Snapshot() {
            super(NameCodec::new);
        }
    }
}
