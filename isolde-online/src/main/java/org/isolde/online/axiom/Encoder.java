package org.isolde.online.axiom;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.isolde.history.Scalars;

/** Writes numbers and scalars as bytes: records, whose numbers are short, and keys, whose order as bytes is their order. */
public final class Encoder {
    private byte[] bytes = new byte[256];
    private int size;

    public Encoder clear() {
        size = 0;
        return this;
    }

    public int size() {
        return size;
    }

    public byte[] toBytes() {
        return Arrays.copyOf(bytes, size);
    }

    /** The bytes themselves, of which the first {@link #size} count, until something else is written. */
    public byte[] bytes() {
        return bytes;
    }

    private void room(int more) {
        if (size + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(size + more, bytes.length * 2));
        }
    }

    public Encoder octet(int value) {
        room(1);
        bytes[size++] = (byte) value;
        return this;
    }

    /** A number in as few bytes as it needs, small negative ones too. */
    public Encoder number(long value) {
        long rest = (value << 1) ^ (value >> 63);
        room(10);
        while ((rest & ~0x7FL) != 0) {
            bytes[size++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[size++] = (byte) rest;
        return this;
    }

    /** Eight bytes whose order is that of the signed numbers. */
    public Encoder ordered(long value) {
        room(8);
        long flipped = value ^ Long.MIN_VALUE;
        for (int shift = 56; shift >= 0; shift -= 8) {
            bytes[size++] = (byte) (flipped >>> shift);
        }
        return this;
    }

    /** A scalar as part of a record. */
    public Encoder scalar(long code, Scalars scalars) {
        if (Scalars.isPlain(code)) {
            return octet(0).number(code);
        }
        if (code == Scalars.NULL) {
            return octet(1);
        }
        byte[] text = scalars.utf8(code);
        octet(2 + scalars.kind(code).ordinal()).number(text.length);
        return raw(text);
    }

    /** A scalar as part of a key: no such part is the beginning of another. */
    public Encoder keyPart(long code, Scalars scalars) {
        if (Scalars.isPlain(code)) {
            return octet(0).ordered(code);
        }
        octet(2 + scalars.kind(code).ordinal());
        for (byte each : scalars.utf8(code)) {
            octet(each);
            if (each == 0) {
                octet(0xFF);
            }
        }
        return octet(0).octet(0);
    }

    /** A scalar as part of a key, with its length before it. */
    public Encoder sizedKeyPart(long code, Scalars scalars) {
        if (Scalars.isPlain(code)) {
            return number(1 + Long.BYTES).keyPart(code, scalars);
        }
        byte[] text = new Encoder().keyPart(code, scalars).toBytes();
        return number(text.length).raw(text);
    }

    /** A scalar as part of a record, from what it is as part of a key. */
    public Encoder scalarOfKeyPart(byte[] part, int from, int end) {
        int tag = part[from];
        if (tag == 0) {
            long value = 0;
            for (int i = from + 1; i < end; i++) {
                value = (value << 8) | (part[i] & 0xFF);
            }
            return octet(0).number(value ^ Long.MIN_VALUE);
        }
        int length = 0;
        for (int i = from + 1; i < end - 2; i++) {
            length++;
            i += part[i] == 0 ? 1 : 0;
        }
        octet(tag).number(length);
        for (int i = from + 1; i < end - 2; i++) {
            octet(part[i]);
            i += part[i] == 0 ? 1 : 0;
        }
        return this;
    }

    public Encoder raw(byte[] more) {
        return raw(more, 0, more.length);
    }

    public Encoder raw(byte[] from, int first, int end) {
        room(end - first);
        System.arraycopy(from, first, bytes, size, end - first);
        size += end - first;
        return this;
    }

    /** A text as part of a record. */
    public Encoder text(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        return number(utf8.length).raw(utf8);
    }
}
