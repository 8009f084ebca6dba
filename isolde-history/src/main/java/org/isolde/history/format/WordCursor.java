package org.isolde.history.format;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.isolde.history.BadHistoryException;

/** Reads bytes and words of 64 bits from a stream, one after the other, and knows how far it is. */
final class WordCursor {
    private static final VarHandle BIG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LITTLE = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final InputStream in;
    private final VarHandle words;
    private final byte[] bytes = new byte[1 << 16];
    private int at;
    private int end;
    /** Bytes of the stream before {@code bytes[0]}. */
    private long before;

    WordCursor(InputStream in, ByteOrder order) {
        this.in = in;
        this.words = order == ByteOrder.BIG_ENDIAN ? BIG : LITTLE;
    }

    /** The offset of the next byte. */
    long offset() {
        return before + at;
    }

    boolean atEnd() throws IOException {
        return !has(1);
    }

    /** Whether at least some bytes are left; {@code count} is far smaller than the buffer. */
    private boolean has(int count) throws IOException {
        if (end - at < count) {
            System.arraycopy(bytes, at, bytes, 0, end - at);
            before += at;
            end -= at;
            at = 0;
            end += in.readNBytes(bytes, end, bytes.length - end);
        }
        return end - at >= count;
    }

    /** A byte further on, not taken; -1 behind the end. */
    int peek(int ahead) throws IOException {
        return has(ahead + 1) ? bytes[at + ahead] & 0xff : -1;
    }

    int oneByte(String expected) throws IOException {
        if (!has(1)) {
            throw ended(expected);
        }
        return bytes[at++] & 0xff;
    }

    long word(String expected) throws IOException {
        if (!has(8)) {
            throw ended(expected);
        }
        long word = (long) words.get(bytes, at);
        at += 8;
        return word;
    }

    private BadHistoryException ended(String expected) {
        return BadHistoryException.atOffset(
                before + end, "the file ends here, but " + expected + " is expected: it is truncated");
    }
}
