package org.isolde.flink;

import java.util.Arrays;
import org.isolde.history.Scalars;
import org.isolde.online.axiom.Decoder;
import org.isolde.online.axiom.Encoder;
import org.isolde.online.axiom.JsonText;

/**
 * A session or a key, as what state is kept by: the bytes of a scalar, whose order is that of the scalars (numbers by value, then texts by their bytes).
 * Its hash is the same in every process, for it says who keeps the state.
 */
public final class Name implements Comparable<Name> {
    private final byte[] part;
    private final int hash;

    /**
     * @param part the scalar as the part of a key, see {@link Encoder#keyPart}; not to be changed any more
     */
    public Name(byte[] part) {
        this.part = part;
        this.hash = hash(part, 0, part.length);
    }

    /** The hash of a name that stands in a record. Neighbouring numbers differ in a byte or two, and must not collide for that: FNV-1a. */
    static int hash(byte[] bytes, int from, int end) {
        int hash = 0x811C9DC5;
        for (int i = from; i < end; i++) {
            hash = (hash ^ (bytes[i] & 0xFF)) * 0x01000193;
        }
        return hash;
    }

    /** Whether it is the name that stands in a record and has this hash. */
    boolean is(int otherHash, byte[] record, int from, int end) {
        return hash == otherHash && Arrays.equals(part, 0, part.length, record, from, end);
    }

    static Name of(long code, Scalars scalars, Encoder encoder) {
        return new Name(encoder.clear().keyPart(code, scalars).toBytes());
    }

    byte[] part() {
        return part;
    }

    /** As a code of a table. */
    long code(Scalars scalars, Encoder encoder) {
        byte[] record = encoder.clear().scalarOfKeyPart(part, 0, part.length).toBytes();
        return new Decoder(record).scalar(scalars);
    }

    /** As JSON: a number, or a text in quotes. */
    String json() {
        Scalars scalars = new Scalars();
        return JsonText.of(code(scalars, new Encoder()), scalars);
    }

    @Override
    public int compareTo(Name other) {
        return Arrays.compareUnsigned(part, other.part);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Name name && hash == name.hash && Arrays.equals(part, name.part);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        return json();
    }
}
