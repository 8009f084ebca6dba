package org.isolde.flink;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.base.TypeSerializerSingleton;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * How something that is never changed once it is made is written to bytes: by hand, for what Flink would do by reflection takes several times
 * as long.
 */
abstract class Codec<T> extends TypeSerializerSingleton<T> {
    @Override
    public abstract void serialize(T value, DataOutputView out) throws IOException;

    @Override
    public abstract T deserialize(DataInputView in) throws IOException;

    @Override
    public boolean isImmutableType() {
        return true;
    }

    @Override
    public T createInstance() {
        return null;
    }

    @Override
    public T copy(T from) {
        return from;
    }

    @Override
    public T copy(T from, T reuse) {
        return copy(from);
    }

    @Override
    public int getLength() {
        return -1;
    }

    @Override
    public T deserialize(T reuse, DataInputView in) throws IOException {
        return deserialize(in);
    }

    @Override
    public void copy(DataInputView in, DataOutputView out) throws IOException {
        serialize(deserialize(in), out);
    }

    static void writeBytes(byte[] bytes, DataOutputView out) throws IOException {
        writeBytes(bytes, bytes.length, out);
    }

    /** A count and so many bytes; a count below 128 is one byte. */
    static void writeBytes(byte[] bytes, int length, DataOutputView out) throws IOException {
        if (length < 128) {
            out.writeByte(length);
        } else {
            out.writeByte(-1);
            out.writeInt(length);
        }
        out.write(bytes, 0, length);
    }

    static byte[] readBytes(DataInputView in) throws IOException {
        int length = in.readByte();
        byte[] bytes = new byte[length >= 0 ? length : in.readInt()];
        in.readFully(bytes);
        return bytes;
    }
}
