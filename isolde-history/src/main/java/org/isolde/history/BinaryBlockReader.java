package org.isolde.history;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * Reads blocks of a binary history into arrays; one for each thread.
 *
 * <p>A block goes through a buffer that fits the cache, and on the way through its checksum is computed and its elements are
 * compared with their range. A wrong checksum is reported before a wrong element: it is the likelier story. From a stream,
 * arrays grow with what really arrives.
 */
final class BinaryBlockReader {
    private static final int BUFFER = 1 << 17;
    /** First size of an array that grows. */
    private static final int START = 1 << 20;

    private final BinaryInput input;
    private final BinaryDirectory directory;
    private final boolean sized;
    private final ByteBuffer buffer;
    private final CRC32C checksum = new CRC32C();

    // the block at hand
    private BinaryBlock block;
    private long length;
    private long taken;
    /** The first element out of range, or -1. */
    private long bad;

    BinaryBlockReader(BinaryInput input, BinaryDirectory directory) throws IOException {
        this.input = input;
        this.directory = directory;
        this.sized = input.size() >= 0;
        this.buffer = input.buffer(BUFFER).order(ByteOrder.LITTLE_ENDIAN);
        this.buffer.limit(0);
    }

    void start(BinaryBlock next) {
        block = next;
        length = directory.length(next);
        taken = 0;
        bad = -1;
        checksum.reset();
        buffer.limit(0);
    }

    /** The next stretch of the block, in the buffer; false at its end. */
    private boolean next() throws IOException {
        if (taken == length) {
            return false;
        }
        buffer.clear().limit((int) Math.min(BUFFER, length - taken));
        input.fill(buffer, directory.offset(block, 0) + taken);
        taken += buffer.limit();
        buffer.flip();
        checksum.update(buffer);
        buffer.flip();
        return true;
    }

    /** Compares the checksum that stands behind the block, then complains about what was out of range. */
    void finish(String expected) throws IOException {
        long at = directory.offset(block, 0) + length;
        int padding = (int) (BinaryDirectory.padded(length) - length);
        buffer.clear().limit(padding + BinaryDirectory.CHECKSUM_BYTES);
        input.fill(buffer, at);
        buffer.flip();
        if (buffer.getInt(padding) != (int) checksum.getValue() || buffer.getInt(padding + 4) != block.number()) {
            throw BadHistoryException.atOffset(
                    at + padding,
                    "the checksum of the block \"" + block.text() + "\", which begins at byte "
                            + directory.offset(block, 0) + ", is wrong: the file is damaged");
        }
        buffer.limit(0);
        if (bad >= 0) {
            throw directory.bad(block, bad, "expected " + expected + " in the block \"" + block.text() + "\"");
        }
    }

    private int room(int have, int total) {
        return sized ? total : (int) Math.min(total, Math.max(START, 2L * have));
    }

    /** A column of bytes from 0 to {@code most}. */
    byte[] bytes(BinaryBlock of, int most) throws IOException {
        start(of);
        int total = directory.elements(of);
        byte[] column = new byte[room(0, total)];
        int at = 0;
        while (next()) {
            int count = buffer.remaining();
            if (at + count > column.length) {
                column = Arrays.copyOf(column, room(column.length, total));
            }
            buffer.get(column, at, count);
            int or = 0;
            for (int i = at; i < at + count; i++) {
                or |= column[i] | (most - column[i]);
            }
            for (int i = at; or < 0 && bad < 0 && i < at + count; i++) {
                bad = column[i] < 0 || column[i] > most ? i : -1;
            }
            at += count;
        }
        finish("a number from 0 to " + most);
        return column;
    }

    /** A column of ints from {@code least} to {@code most}. */
    int[] ints(BinaryBlock of, int least, int most) throws IOException {
        start(of);
        int total = directory.elements(of);
        int[] column = new int[room(0, total)];
        int at = 0;
        while (next()) {
            int count = buffer.remaining() >> 2;
            if (at + count > column.length) {
                column = Arrays.copyOf(column, room(column.length, total));
            }
            buffer.asIntBuffer().get(column, at, count);
            if (bad < 0 && isOutside(column, at, at + count, least, most)) {
                for (int i = at; bad < 0 && i < at + count; i++) {
                    bad = column[i] < least || column[i] > most ? i : -1;
                }
            }
            at += count;
        }
        finish(least > most ? "no element" : "a number from " + least + " to " + most);
        return column;
    }

    /** Small and called for each stretch, so that it is compiled early. */
    private static boolean isOutside(int[] column, int from, int to, int least, int most) {
        int low = Integer.MAX_VALUE;
        int high = Integer.MIN_VALUE;
        for (int i = from; i < to; i++) {
            low = Math.min(low, column[i]);
            high = Math.max(high, column[i]);
        }
        return low < least || high > most;
    }

    /** A column of any longs. */
    long[] longs(BinaryBlock of) throws IOException {
        return longs(of, Long.MIN_VALUE);
    }

    /** A column of codes of scalars. */
    long[] codes(BinaryBlock of) throws IOException {
        return longs(of, Long.MIN_VALUE + directory.scalars);
    }

    /** A column of longs none of which lies between a first gap (if that is any) and the plain integers. */
    private long[] longs(BinaryBlock of, long gap) throws IOException {
        start(of);
        int total = directory.elements(of);
        long[] column = new long[room(0, total)];
        int at = 0;
        while (next()) {
            int count = buffer.remaining() >> 3;
            if (at + count > column.length) {
                column = Arrays.copyOf(column, room(column.length, total));
            }
            buffer.asLongBuffer().get(column, at, count);
            if (gap != Long.MIN_VALUE) {
                long low = least(column, at, at + count);
                for (int i = at; low < Scalars.FIRST_PLAIN && bad < 0 && i < at + count; i++) {
                    bad = column[i] >= gap && column[i] < Scalars.FIRST_PLAIN ? i : -1;
                }
            }
            at += count;
        }
        finish("a code of one of the file's " + directory.scalars + " scalars");
        return column;
    }

    private static long least(long[] column, int from, int to) {
        long low = Long.MAX_VALUE;
        for (int i = from; i < to; i++) {
            low = Math.min(low, column[i]);
        }
        return low;
    }

    // ---- blocks of texts

    /** Whether the block that {@link #start} named has another item. */
    boolean hasMore() throws IOException {
        return buffer.hasRemaining() || next();
    }

    /** Where the block is read next. */
    long position() {
        return directory.offset(block, 0) + taken - buffer.remaining();
    }

    int oneByte() throws IOException {
        if (!hasMore()) {
            throw BadHistoryException.atOffset(
                    position(), "the block \"" + block.text() + "\" ends within one of its items");
        }
        return buffer.get() & 0xff;
    }

    /** A length of four bytes and as many bytes of UTF-8. */
    byte[] text() throws IOException {
        long at = position();
        long count = 0;
        for (int shift = 0; shift < 32; shift += 8) {
            count |= (long) oneByte() << shift;
        }
        if (count > length - taken + buffer.remaining() || count > HistoryBuilder.MAX_OPERATIONS) {
            throw BadHistoryException.atOffset(
                    at, "a text of " + count + " bytes does not fit in the block \"" + block.text() + "\"");
        }
        byte[] text = new byte[(int) Math.min(count, START)];
        int have = 0;
        while (have < count) {
            if (!hasMore()) {
                throw BadHistoryException.atOffset(position(), "the block \"" + block.text() + "\" ends within a text");
            }
            if (have == text.length) {
                text = Arrays.copyOf(text, (int) Math.min(count, 2L * have));
            }
            int part = (int) Math.min(Math.min(buffer.remaining(), count - have), text.length - have);
            buffer.get(text, have, part);
            have += part;
        }
        return text;
    }
}
