package org.isolde.history;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Keys, values, and names as single {@code long}s, so that columns of them are primitive.
 *
 * <p>Invariant: a code of at least {@link #FIRST_PLAIN} is the integer itself. The 2^31 codes below are entries of this
 * table: null, texts, keywords, and the few integers that do not fit the plain range (unsigned ones from 2^63, and those
 * below {@code FIRST_PLAIN}). Equal scalars have equal codes within one table, and a number never equals a text.
 */
public final class Scalars {
    /** What an entry is, which decides how it is written: 1, "1", :x. */
    public enum Kind {
        NULL,
        NUMBER,
        TEXT,
        KEYWORD,
        /** Any other form of a richer format (a vector as a key, say), kept as its text. */
        LITERAL
    }

    /** The code of null (nil, absent). */
    public static final long NULL = Long.MIN_VALUE;

    /** Codes from here on are the integers themselves. */
    public static final long FIRST_PLAIN = Long.MIN_VALUE + (1L << 31);

    /** What an array takes beside its bytes, roughly. */
    private static final int TEXT_HEAD = 20;

    private static final Kind[] KINDS = Kind.values();

    private byte[][] texts = new byte[8][];
    private byte[] kinds = new byte[8];
    /** Where entries are found by their hash; null until somebody looks for one. */
    private int[] slots = new int[16];

    private int size;
    /** What the texts take in memory, each with its head. */
    private long textBytes;

    /** A table with these entries, the first of them null; hashes nothing before it is asked to. */
    Scalars(byte[] kinds, byte[][] texts, int size) {
        this.kinds = kinds;
        this.texts = texts;
        this.size = size;
        this.slots = null;
    }

    public Scalars() {
        add(Kind.NULL, new byte[0], hash(Kind.NULL, new byte[0], 0, 0));
    }

    public static boolean isPlain(long code) {
        return code >= FIRST_PLAIN;
    }

    /** The code of a signed integer. */
    public long number(long value) {
        if (value >= FIRST_PLAIN) {
            return value;
        }
        return entry(Kind.NUMBER, Long.toString(value).getBytes(StandardCharsets.US_ASCII));
    }

    /** The code of 64 bits read as an unsigned integer. */
    public long unsigned(long bits) {
        if (bits >= 0) {
            return bits;
        }
        return entry(Kind.NUMBER, Long.toUnsignedString(bits).getBytes(StandardCharsets.US_ASCII));
    }

    public long text(String text) {
        return entry(Kind.TEXT, text.getBytes(StandardCharsets.UTF_8));
    }

    public long entry(Kind kind, byte[] utf8) {
        return entry(kind, utf8, 0, utf8.length);
    }

    /** The code of an entry given by a part of a buffer; allocates only when the entry is new. */
    public long entry(Kind kind, byte[] bytes, int from, int to) {
        int hash = hash(kind, bytes, from, to);
        long known = find(kind, bytes, from, to, hash);
        return known != NULL || kind == Kind.NULL ? known : add(kind, Arrays.copyOfRange(bytes, from, to), hash);
    }

    /** The code of an entry that is there; that of null, which is always there, if it is not. */
    private long find(Kind kind, byte[] bytes, int from, int to, int hash) {
        if (slots == null) {
            index(Integer.highestOneBit(Math.max(8, Math.min(size, 1 << 28))) * 4);
        }
        int mask = slots.length - 1;
        for (int slot = hash & mask; slots[slot] != 0; slot = (slot + 1) & mask) {
            int index = slots[slot] - 1;
            if (kinds[index] == kind.ordinal()
                    && Arrays.equals(texts[index], 0, texts[index].length, bytes, from, to)) {
                return Long.MIN_VALUE + index;
            }
        }
        return NULL;
    }

    private long add(Kind kind, byte[] text, int hash) {
        if (size == texts.length) {
            texts = Arrays.copyOf(texts, size * 2);
            kinds = Arrays.copyOf(kinds, size * 2);
        }
        if (size * 2 >= slots.length) {
            index(slots.length * 2);
        }
        texts[size] = text;
        textBytes += TEXT_HEAD + text.length;
        kinds[size] = (byte) kind.ordinal();
        place(size, hash);
        return Long.MIN_VALUE + size++;
    }

    private void index(int capacity) {
        slots = new int[capacity];
        for (int i = 0; i < size; i++) {
            place(i, hash(KINDS[kinds[i]], texts[i], 0, texts[i].length));
        }
    }

    private void place(int index, int hash) {
        int mask = slots.length - 1;
        int slot = hash & mask;
        while (slots[slot] != 0) {
            slot = (slot + 1) & mask;
        }
        slots[slot] = index + 1;
    }

    private static int hash(Kind kind, byte[] bytes, int from, int to) {
        int hash = kind.ordinal() + 1;
        for (int i = from; i < to; i++) {
            hash = hash * 31 + bytes[i];
        }
        hash *= 0x9E3779B9;
        return hash ^ (hash >>> 15);
    }

    /** The code in this table of a scalar that another table made. */
    public long adopt(long code, Scalars other) {
        if (isPlain(code)) {
            return code;
        }
        byte[] text = other.texts[index(code)];
        Kind kind = other.kind(code);
        int hash = hash(kind, text, 0, text.length);
        long known = find(kind, text, 0, text.length, hash);
        // texts never change, so two tables may have the same
        return known != NULL || kind == Kind.NULL ? known : add(kind, text, hash);
    }

    /** Compares two scalars of this table: numbers by value and before all others, those by kind and by their bytes. */
    public int compare(long a, long b) {
        if (isPlain(a) && isPlain(b)) {
            return Long.compare(a, b);
        }
        boolean aIsNumber = kind(a) == Kind.NUMBER;
        if (aIsNumber != (kind(b) == Kind.NUMBER)) {
            return aIsNumber ? -1 : 1;
        }
        if (aIsNumber) {
            return new java.math.BigInteger(text(a)).compareTo(new java.math.BigInteger(text(b)));
        }
        int order = kind(a).compareTo(kind(b));
        return order != 0 ? order : Arrays.compareUnsigned(texts[index(a)], texts[index(b)]);
    }

    private static int index(long code) {
        return (int) (code - Long.MIN_VALUE);
    }

    public Kind kind(long code) {
        return isPlain(code) ? Kind.NUMBER : KINDS[kinds[index(code)]];
    }

    /** The scalar's text without quotes or the keyword's colon; {@code null} for null. */
    public String text(long code) {
        if (isPlain(code)) {
            return Long.toString(code);
        }
        return code == NULL ? "null" : new String(texts[index(code)], StandardCharsets.UTF_8);
    }

    /** Entries with codes {@code Long.MIN_VALUE .. Long.MIN_VALUE + size() - 1}. */
    public int size() {
        return size;
    }

    /** What the table takes in memory; not for one that was made of given entries. */
    public long bytes() {
        return textBytes + 5L * texts.length + (slots == null ? 0 : 4L * slots.length);
    }

    /** How many bytes an entry has. */
    int entryLength(int index) {
        return texts[index].length;
    }

    /** The bytes of an entry that is not plain, for writers. */
    public byte[] utf8(long code) {
        return texts[index(code)].clone();
    }
}
