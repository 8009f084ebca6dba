package org.isolde.history.format;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.isolde.history.BadHistoryException;

/**
 * A place in an input of bytes, which is an array or a stream; the ground of the cursors of JSON and EDN.
 *
 * <p>Invariant: {@code bytes[end]} is 0, so a loop over a token's bytes needs no check of the end: it stops there, and
 * {@code at == end} tells the end from a zero byte of the input. A token lies in one piece: one that the buffer cuts off
 * is begun again after {@link #more}.
 */
abstract class ByteCursor {
    /** How deep lists and maps may be nested. */
    static final int MAX_DEPTH = 200;

    private static final int BUFFER = 1 << 18;
    private static final int LARGEST_TOKEN = 1 << 28;

    byte[] bytes = new byte[1];
    int at;
    int end;
    /** The current line, from 1. */
    int line = 1;

    /** The last text read: {@code textBytes[textFrom .. textTo - 1]} is UTF-8, valid until the next token. */
    byte[] textBytes = bytes;

    int textFrom;
    int textTo;

    /** Where decoded texts go. */
    byte[] scratch = new byte[64];

    /** Bytes from here on are not to be forgotten; -1 if only the current token is needed. */
    private int kept = -1;

    /** Whether no bytes will come behind {@code end}. */
    boolean finished = true;

    private InputStream in;
    /** How many bytes of the stream were before {@code bytes[0]}. */
    private long before;

    /** Reads a part of an array in which {@code buffer[to]} is 0. */
    final void reset(byte[] buffer, int from, int to) {
        bytes = buffer;
        at = from;
        end = to;
        line = 1;
        finished = true;
        in = null;
    }

    /** Reads a stream to its end. */
    final void reset(InputStream stream) {
        bytes = new byte[BUFFER];
        at = 0;
        end = 0;
        line = 1;
        before = 0;
        finished = false;
        in = stream;
    }

    /**
     * Makes room and reads on, unless {@link #finished}; what lies before {@code at} is forgotten, and {@code at} is where
     * the same byte lies now, whatever the result.
     *
     * @return whether there are more bytes than before
     */
    final boolean more() throws IOException {
        if (finished) {
            return false;
        }
        saveText();
        int from = kept < 0 ? at : kept;
        if (from > 0) {
            System.arraycopy(bytes, from, bytes, 0, end - from);
            before += from;
            at -= from;
            end -= from;
            kept = kept < 0 ? -1 : 0;
        } else if (end == bytes.length - 1) {
            if (end >= LARGEST_TOKEN) {
                throw bad("a single value of more than 256 MB");
            }
            bytes = Arrays.copyOf(bytes, bytes.length * 2);
        }
        int room = bytes.length - 1 - end;
        int read = in.readNBytes(bytes, end, room);
        finished = read < room;
        end += read;
        bytes[end] = 0;
        return read > 0;
    }

    /** The last text stays what it is when the bytes under it move. */
    private void saveText() {
        if (textBytes == bytes) {
            int length = textTo - textFrom;
            if (length > scratch.length) {
                scratch = new byte[length * 2];
            }
            System.arraycopy(bytes, textFrom, scratch, 0, length);
            textBytes = scratch;
            textFrom = 0;
            textTo = length;
        }
    }

    /** Whether the cursor is at the end of the input. */
    final boolean atEnd() throws IOException {
        return at == end && !more();
    }

    /** Keeps the bytes from here on until {@link #kept} asks for them. */
    final void keep() {
        kept = at;
    }

    /** Makes the bytes since {@link #keep} the current text. */
    final void kept() {
        textBytes = bytes;
        textFrom = kept;
        textTo = at;
        kept = -1;
    }

    /** The last text, as a string. */
    final String text() {
        return new String(textBytes, textFrom, textTo - textFrom, StandardCharsets.UTF_8);
    }

    final boolean textIs(byte[] ascii) {
        return Arrays.equals(textBytes, textFrom, textTo, ascii, 0, ascii.length);
    }

    /** The last text in one number if it is at most eight bytes long, as {@link #pack} makes it; else 0. */
    final long packedText() {
        if (textTo - textFrom > 8) {
            return 0;
        }
        long packed = 0;
        for (int i = textFrom; i < textTo; i++) {
            packed = packed << 8 | (textBytes[i] & 0xff);
        }
        return packed;
    }

    /** A name of at most eight ASCII characters in one number, so that names are compared at a blow. */
    static long pack(String name) {
        long packed = 0;
        for (int i = 0; i < name.length(); i++) {
            packed = packed << 8 | name.charAt(i);
        }
        return packed;
    }

    /** Room for one more character (and a bit) behind {@code length} decoded bytes. */
    final void scratchRoom(int length) {
        if (length + 8 > scratch.length) {
            scratch = Arrays.copyOf(scratch, scratch.length * 2);
        }
    }

    /** Reads the text in quotes at the cursor; whether it may have line feeds and the like as they are. */
    final void quoted(boolean controls) throws IOException {
        int i = at + 1;
        byte next;
        while ((next = bytes[i]) >= ' ' && next != '"' && next != '\\') {
            i++;
        }
        if (next == '"') {
            textBytes = bytes;
            textFrom = at + 1;
            textTo = i;
            at = i + 1;
        } else {
            decode(controls);
        }
    }

    /** A text with escapes, other characters than ASCII, or cut off by the buffer. */
    private void decode(boolean controls) throws IOException {
        int firstLine = line;
        int length = 0;
        int i = at + 1;
        while (bytes[i] != '"') {
            scratchRoom(length);
            byte next = bytes[i];
            // six bytes of an escape, or twelve of a pair of them
            if (end - i < 12 && !finished) {
                more();
                line = firstLine;
                i = at + 1;
                length = 0;
                continue;
            }
            if (next == '\\') {
                int character = escape(i);
                i += bytes[i + 1] != 'u' ? 2 : character > 0xffff ? 12 : 6;
                length = Utf8.put(character, scratch, length);
            } else if (i == end) {
                throw bad("a text with a closing quote");
            } else if (next >= 0 && next < ' ' && !controls) {
                throw bad("a text in quotes, with control characters written as escapes");
            } else {
                line += next == '\n' ? 1 : 0;
                int width = Utf8.length(bytes, i, end);
                if (width == 0) {
                    throw bad("a text in UTF-8");
                }
                System.arraycopy(bytes, i, scratch, length, width);
                length += width;
                i += width;
            }
        }
        textBytes = scratch;
        textFrom = 0;
        textTo = length;
        at = i + 1;
    }

    private int escape(int i) throws BadHistoryException {
        switch (bytes[i + 1]) {
            case '"', '\\', '/':
                return bytes[i + 1];
            case 'b':
                return '\b';
            case 'f':
                return '\f';
            case 'n':
                return '\n';
            case 'r':
                return '\r';
            case 't':
                return '\t';
            case 'u':
                int unit = hex(i + 2);
                if (unit >= 0xd800 && unit < 0xdc00 && i + 7 < end && bytes[i + 6] == '\\' && bytes[i + 7] == 'u') {
                    int low = hex(i + 8);
                    if (low >= 0xdc00 && low < 0xe000) {
                        return Character.toCodePoint((char) unit, (char) low);
                    }
                }
                if (unit >= 0 && (unit < 0xd800 || unit >= 0xe000)) {
                    return unit;
                }
                throw bad("a text whose \\u escapes are four hexadecimal digits and no half characters");
            default:
                throw bad("a text with the escapes of JSON");
        }
    }

    /** Four hexadecimal digits from {@code from} on, or -1; the caller has seen to it that they are all there. */
    final int hex(int from) {
        int value = 0;
        for (int i = from; i < from + 4; i++) {
            int digit = i < end ? Character.digit(bytes[i], 16) : -1;
            if (digit < 0) {
                return -1;
            }
            value = value << 4 | digit;
        }
        return value;
    }

    /** A complaint about what is at the cursor: the line, or in a stream of one line the byte. */
    final BadHistoryException bad(String expected) {
        return complaint("expected " + expected + ", found "
                + (at >= end ? "the end of the input" : bytes[at] == '\n' ? "the end of the line" : shown()));
    }

    /** A complaint in other words, at the cursor's place. */
    final BadHistoryException complaint(String problem) {
        return in != null && line == 1
                ? BadHistoryException.atOffset(before + at, problem)
                : BadHistoryException.atLine(line, problem);
    }

    private String shown() {
        int to = at;
        while (to < end && bytes[to] != '\n' && to - at <= 60) {
            to++;
        }
        return Text.quote(new String(bytes, at, to - at, StandardCharsets.UTF_8));
    }
}
