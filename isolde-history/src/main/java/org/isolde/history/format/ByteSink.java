package org.isolde.history.format;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.isolde.history.Scalars;

/** Collects the bytes of text formats and passes them on in large pieces; {@link #flush} at the end. */
final class ByteSink {
    private static final int LONGEST_NUMBER = 20;
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    private final OutputStream out;
    private final byte[] bytes = new byte[1 << 16];
    private int length;

    ByteSink(OutputStream out) {
        this.out = out;
    }

    void put(char ascii) throws IOException {
        room(1);
        bytes[length++] = (byte) ascii;
    }

    /** A short text of ASCII characters alone. */
    void ascii(String text) throws IOException {
        int count = text.length();
        room(count);
        for (int i = 0; i < count; i++) {
            bytes[length + i] = (byte) text.charAt(i);
        }
        length += count;
    }

    void utf8(String text) throws IOException {
        raw(text.getBytes(StandardCharsets.UTF_8));
    }

    void raw(byte[] utf8) throws IOException {
        for (byte b : utf8) {
            room(1);
            bytes[length++] = b;
        }
    }

    /** The first bytes of an array that is shorter than the buffer. */
    void raw(byte[] from, int count) throws IOException {
        room(count);
        System.arraycopy(from, 0, bytes, length, count);
        length += count;
    }

    void number(long number) throws IOException {
        room(LONGEST_NUMBER);
        if (number < 0) {
            if (number == Long.MIN_VALUE) {
                ascii("-9223372036854775808");
                return;
            }
            bytes[length++] = '-';
            number = -number;
        }
        length = Digits.put(number, bytes, length);
    }

    /** A text in quotes with the escapes that JSON and EDN share. */
    void quoted(byte[] utf8) throws IOException {
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
    void json(long code, Scalars scalars) throws IOException {
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

    private void room(int wanted) throws IOException {
        if (length + wanted > bytes.length) {
            flush();
        }
    }

    void flush() throws IOException {
        out.write(bytes, 0, length);
        length = 0;
    }
}
