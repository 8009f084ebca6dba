package org.isolde.flink;

import java.util.function.Supplier;
import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/** Tells Flink that a type has a {@link Codec} of its own. */
final class CodecType<T> extends TypeInformation<T> {
    /** Which codec; serializable, as the whole job is. */
    interface Maker<T> extends Supplier<Codec<T>>, java.io.Serializable {}

    private final Class<T> type;
    private final boolean key;
    private final Maker<T> codec;

    /**
     * @param key whether streams may be keyed by it
     */
    CodecType(Class<T> type, boolean key, Maker<T> codec) {
        this.type = type;
        this.key = key;
        this.codec = codec;
    }

    @Override
    public TypeSerializer<T> createSerializer(SerializerConfig config) {
        return codec.get();
    }

    @Override
    public boolean isBasicType() {
        return false;
    }

    @Override
    public boolean isTupleType() {
        return false;
    }

    @Override
    public int getArity() {
        return 1;
    }

    @Override
    public int getTotalFields() {
        return 1;
    }

    @Override
    public Class<T> getTypeClass() {
        return type;
    }

    @Override
    public boolean isKeyType() {
        return key;
    }

    @Override
    public String toString() {
        return type.getSimpleName();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CodecType<?> same && type == same.type;
    }

    @Override
    public int hashCode() {
        return type.hashCode();
    }

    @Override
    public boolean canEqual(Object other) {
        return other instanceof CodecType;
    }
}
