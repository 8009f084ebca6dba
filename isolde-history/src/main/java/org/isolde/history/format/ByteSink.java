package org.isolde.history.format;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.isolde.history.Scalars;

/**
 * Collects the bytes of text formats. It grows as needed and is used again and again, so that once it is large enough
 * nothing is allocated; {@link #drain} passes on what is there.
 */
final class ByteSink {
    private static final int LONGEST_NUMBER = 20;
    /** Less is not worth the way to the disk. */
    private static final int LARGE = 1 << 16;

    private static final byte[] LEAST = Long.toString(Long.MIN_VALUE).getBytes(StandardCharsets.US_ASCII);
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    private byte[] bytes = new byte[512];
    private int length;

    /** What has been collected is the first {@link #length} of these. */
    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }

    void clear() {
        length = 0;
    }

    void put(char ascii) {
        room(1);
        bytes[length++] = (byte) ascii;
    }

    /** A text of ASCII characters alone. */
    @SuppressWarnings("deprecation") // the one way to get ASCII into an array without an object in between
    void ascii(String text) {
        int count = text.length();
        room(count);
        text.getBytes(0, count, bytes, length);
        length += count;
    }

    /** An array that opens with a letter, {@code ["w",}: byte by byte, because most of a history are these. */
    void arrayOf(char letter) {
        room(5);
        byte[] to = bytes;
        int at = length;
        to[at] = '[';
        to[at + 1] = '"';
        to[at + 2] = (byte) letter;
        to[at + 3] = '"';
        to[at + 4] = ',';
        length = at + 5;
    }

    void utf8(String text) {
        raw(text.getBytes(StandardCharsets.UTF_8));
    }

    void raw(byte[] utf8) {
        raw(utf8, utf8.length);
    }

    /** The first bytes of an array. */
    void raw(byte[] from, int count) {
        room(count);
        System.arraycopy(from, 0, bytes, length, count);
        length += count;
    }

    void number(long number) {
        room(LONGEST_NUMBER + 1);
        if (number >= 0) {
            length = Digits.put(number, bytes, length);
        } else {
            negative(number);
        }
    }

    private void negative(long number) {
        if (number == Long.MIN_VALUE) {
            raw(LEAST);
        } else {
            bytes[length++] = '-';
            length = Digits.put(-number, bytes, length);
        }
    }

    /** A text in quotes with the escapes that JSON and EDN share. */
    void quoted(byte[] utf8) {
        put('"');
        for (byte b : utf8) {
            room(6);
            if (b == '"' || b == '\\') {
                bytes[length++] = '\\';
                bytes[length++] = b;
            } else if (b >= 0 && b < ' ') {
                bytes[length++] = '\\';
                bytes[length++] = 'u';
                bytes[length++] = '0';
                bytes[length++] = '0';
                bytes[length++] = HEX[b >> 4];
                bytes[length++] = HEX[b & 15];
            } else {
                bytes[length++] = b;
            }
        }
        put('"');
    }

    /** An integer, null, or a text; a keyword or other literal, which JSON does not have, as a text. */
    void json(long code, Scalars scalars) {
        if (Scalars.isPlain(code)) {
            number(code);
        } else if (code == Scalars.NULL) {
            ascii("null");
        } else {
            byte[] text = scalars.utf8(code);
            if (scalars.kind(code) == Scalars.Kind.NUMBER && text[0] == '-') {
                raw(text);
            } else {
                quoted(text);
            }
        }
    }

    /** The same, and a character behind it. */
    void json(long code, Scalars scalars, char behind) {
        if (Scalars.isPlain(code)) {
            number(code);
            // a number leaves room for one more
            bytes[length++] = (byte) behind;
        } else {
            json(code, scalars);
            put(behind);
        }
    }

    private void room(int wanted) {
        if (length + wanted > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + wanted));
        }
    }

    /** Passes on what is there, and is empty again. */
    void drain(OutputStream out) throws IOException {
        out.write(bytes, 0, length);
        length = 0;
    }

    /** The same, as soon as it is worth it: to be called between lines. */
    void drainLarge(OutputStream out) throws IOException {
        if (length >= LARGE) {
            drain(out);
        }
    }
}
