package org.isolde.online.axiom;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.isolde.history.Scalars;

/** Reads what an {@link Encoder} wrote into a record. */
public final class Decoder {
    private static final VarHandle ORDERED = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final Scalars.Kind[] KINDS = Scalars.Kind.values();

    private final byte[] bytes;
    private final int end;
    private int at;

    public Decoder(byte[] bytes) {
        this(bytes, 0, bytes.length);
    }

    public Decoder(byte[] bytes, int from, int end) {
        this.bytes = bytes;
        this.at = from;
        this.end = end;
    }

    public boolean hasMore() {
        return at < end;
    }

    public int octet() {
        return bytes[at++];
    }

    public long number() {
        long rest = 0;
        int shift = 0;
        while (true) {
            byte next = bytes[at++];
            rest |= (next & 0x7FL) << shift;
            if (next >= 0) {
                return (rest >>> 1) ^ -(rest & 1);
            }
            shift += 7;
        }
    }

    public long scalar(Scalars scalars) {
        int tag = octet();
        if (tag == 0) {
            return number();
        }
        if (tag == 1) {
            return Scalars.NULL;
        }
        int length = (int) number();
        long code = scalars.entry(KINDS[tag - 2], bytes, at, at + length);
        at += length;
        return code;
    }

    /** A scalar that was written as part of a key, of so many bytes; see {@link Encoder#keyPart}. */
    public long keyPart(int length, Scalars scalars) {
        int from = at;
        at += length;
        if (bytes[from] == 0) {
            return (long) ORDERED.get(bytes, from + 1) ^ Long.MIN_VALUE;
        }
        byte[] record =
                new Encoder().scalarOfKeyPart(bytes, from, from + length).toBytes();
        return new Decoder(record).scalar(scalars);
    }

    public void skipScalar() {
        int tag = octet();
        if (tag == 0) {
            number();
        } else if (tag > 1) {
            int length = (int) number();
            at += length;
        }
    }

    /** Where in the bytes it is. */
    public int at() {
        return at;
    }

    public void skip(int length) {
        at += length;
    }

    public byte[] raw(int length) {
        byte[] part = Arrays.copyOfRange(bytes, at, at + length);
        at += length;
        return part;
    }

    public String text() {
        return new String(raw((int) number()), StandardCharsets.UTF_8);
    }
}
