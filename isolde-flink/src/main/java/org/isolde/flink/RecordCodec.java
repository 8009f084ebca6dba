package org.isolde.flink;

import java.io.IOException;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.isolde.online.axiom.Decoder;
import org.isolde.online.axiom.Encoder;

/** Writes state that changes, by the axioms' own records. */
abstract class RecordCodec<T> extends Codec<T> {
    protected abstract void write(T value, Encoder out);

    protected abstract T read(Decoder in);

    @Override
    public boolean isImmutableType() {
        return false;
    }

    @Override
    public void serialize(T value, DataOutputView out) throws IOException {
        Encoder encoder = new Encoder();
        write(value, encoder);
        writeBytes(encoder.bytes(), encoder.size(), out);
    }

    @Override
    public T deserialize(DataInputView in) throws IOException {
        return read(new Decoder(readBytes(in)));
    }

    /** A snapshot is being written while the state goes on: what it changes is copied first. */
    @Override
    public T copy(T from) {
        Encoder encoder = new Encoder();
        write(from, encoder);
        return read(new Decoder(encoder.bytes(), 0, encoder.size()));
    }
}
