package org.isolde.flink;

import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.isolde.online.axiom.Decoder;
import org.isolde.online.axiom.Encoder;
import org.isolde.online.axiom.KeyVersions;

/** Writes the state of a key. */
public final class KeyVersionsCodec extends RecordCodec<KeyVersions> {
    @Override
    protected void write(KeyVersions key, Encoder out) {
        key.write(out);
    }

    @Override
    protected KeyVersions read(Decoder in) {
        return KeyVersions.read(in);
    }

    @Override
    public TypeSerializerSnapshot<KeyVersions> snapshotConfiguration() {
        return new Snapshot();
    }

    /** The name under which states say how they were written. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<KeyVersions> {
        public Snapshot() {
            super(KeyVersionsCodec::new);
        }
    }
}
