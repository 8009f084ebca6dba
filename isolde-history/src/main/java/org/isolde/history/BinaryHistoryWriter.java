package org.isolde.history;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;

/** Writes columns as {@link BinaryHistory} describes, in one pass: a block's checksum stands behind it. */
final class BinaryHistoryWriter {
    private static final int BUFFER = 1 << 17;

    private final HistoryColumns columns;
    private final OutputStream out;
    private final BinaryDirectory directory = new BinaryDirectory();
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER).order(ByteOrder.LITTLE_ENDIAN);
    private final CRC32C checksum = new CRC32C();
    /** Null if the codes of values are their numbers. */
    private final long[] valueCode;

    /** The arrays of rows; null if there are none. */
    private final List<byte[]> rows;

    private int[] chainFirst;
    private int[] chainValue;

    BinaryHistoryWriter(HistoryColumns columns, OutputStream out) {
        this.columns = columns;
        this.out = out;
        this.valueCode = columns.codesAreNumbers() ? null : columns.valueCodes();
        this.rows = columns.rows == null ? null : RowsBlock.items(columns.rows);
    }

    void write() throws IOException {
        flattenChains();
        fillDirectory();
        out.write(directory.bytes().array());
        for (BinaryBlock block : BinaryBlock.values()) {
            if (directory.has(block)) {
                checksum.reset();
                writeBlock(block);
                flush();
                int padding = (int) (BinaryDirectory.padded(directory.length(block)) - directory.length(block));
                buffer.put(new byte[padding]).putInt((int) checksum.getValue()).putInt(block.number());
                out.write(buffer.array(), 0, buffer.position());
                buffer.clear();
            }
        }
    }

    private void flattenChains() throws BadHistoryException {
        chainFirst = new int[columns.versionChains.length + 1];
        long total = 0;
        for (int chain = 0; chain < columns.versionChains.length; chain++) {
            total += columns.versionChains[chain].length;
            if (total > HistoryBuilder.MAX_OPERATIONS) {
                throw BadHistoryException.of(HistoryBuilder.TOO_MANY_OPERATIONS);
            }
            chainFirst[chain + 1] = (int) total;
        }
        chainValue = new int[(int) total];
        for (int chain = 0; chain < columns.versionChains.length; chain++) {
            System.arraycopy(
                    columns.versionChains[chain],
                    0,
                    chainValue,
                    chainFirst[chain],
                    columns.versionChains[chain].length);
        }
    }

    private void fillDirectory() {
        directory.initialVersions = columns.initialVersions;
        directory.initialCode = columns.initialCode;
        directory.operations = columns.kind.length;
        directory.transactions = columns.firstOp.length - 2;
        directory.sessions = columns.sessionCode.length;
        directory.keys = columns.keyCode.length;
        directory.values = columns.writer.length;
        directory.scalars = columns.scalars.size();
        for (BinaryBlock block : BinaryBlock.values()) {
            long elements = elements(block);
            if (elements >= 0) {
                directory.put(block, elements * block.width);
            }
        }
        directory.layOut();
    }

    /** The array of a block, or null. */
    private Object array(BinaryBlock block) {
        return switch (block) {
            case KIND -> columns.kind;
            case KEY -> columns.key;
            case VALUE -> columns.value;
            case FIRST_OP -> columns.firstOp;
            case STATUS -> columns.allCommitted ? null : columns.status;
            case SESSION_FIRST -> columns.sessionFirst;
            case SESSION_CODE -> columns.sessionCode;
            case ARRIVAL -> isIdentity(columns.arrival) ? null : columns.arrival;
            case ID -> columns.id;
            case KEY_CODE -> columns.keyCode;
            case VALUE_CODE -> valueCode;
            case WRITER -> columns.writer;
            case WRITE_OP -> columns.writeOp;
            case REPEATED_WRITES -> columns.repeatedWrites;
            case LIST_OP -> columns.listOp;
            case LIST_FIRST -> columns.listFirst;
            case LIST_ELEMENT -> columns.listElement;
            case BEGIN -> columns.begin;
            case END -> columns.end;
            case CLOCK_BEGIN -> columns.clockBegin;
            case CLOCK_END -> columns.clockEnd;
            case START_PHYSICAL -> columns.startPhysical;
            case START_LOGICAL -> columns.startLogical;
            case COMMIT_PHYSICAL -> columns.commitPhysical;
            case COMMIT_LOGICAL -> columns.commitLogical;
            case ORDER -> columns.order;
            case CHAIN_KEY -> columns.versionChainKey;
            case CHAIN_FIRST -> chainFirst;
            case CHAIN_VALUE -> chainValue;
            case GAPS -> columns.gaps;
            case SCALARS, HEADER, WARNINGS, ROWS -> throw new IllegalArgumentException("a block of texts");
        };
    }

    private static boolean isIdentity(int[] arrival) {
        for (int place = 0; arrival != null && place < arrival.length; place++) {
            if (arrival[place] != place + 1) {
                return false;
            }
        }
        return true;
    }

    /** Elements of a block, or -1 if it is left out. */
    private long elements(BinaryBlock block) {
        switch (block) {
            case SCALARS -> {
                long bytes = 0;
                for (int i = 0; i < columns.scalars.size(); i++) {
                    bytes += 5L + columns.scalars.entryLength(i);
                }
                return bytes;
            }
            case HEADER -> {
                long bytes = 0;
                for (Map.Entry<String, String> field : columns.header.entrySet()) {
                    bytes += 8L + utf8(field.getKey()).length + utf8(field.getValue()).length;
                }
                return bytes;
            }
            case WARNINGS -> {
                long bytes = 0;
                for (String warning : columns.warnings) {
                    bytes += 4L + utf8(warning).length;
                }
                return bytes;
            }
            case ROWS -> {
                return rows == null
                        ? -1
                        : rows.stream().mapToLong(item -> 4L + item.length).sum();
            }
            default -> {
                Object array = array(block);
                return array == null ? -1 : java.lang.reflect.Array.getLength(array);
            }
        }
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private void writeBlock(BinaryBlock block) throws IOException {
        switch (block) {
            case SCALARS -> {
                for (int i = 0; i < columns.scalars.size(); i++) {
                    long code = Long.MIN_VALUE + i;
                    room(1);
                    buffer.put((byte) columns.scalars.kind(code).ordinal());
                    text(columns.scalars.utf8(code));
                }
            }
            case HEADER -> {
                for (Map.Entry<String, String> field : columns.header.entrySet()) {
                    text(utf8(field.getKey()));
                    text(utf8(field.getValue()));
                }
            }
            case WARNINGS -> {
                for (String warning : columns.warnings) {
                    text(utf8(warning));
                }
            }
            case ROWS -> {
                for (byte[] item : rows) {
                    text(item);
                }
            }
            default -> {
                Object array = array(block);
                if (array instanceof byte[] bytes) {
                    bytes(bytes);
                } else if (array instanceof int[] ints) {
                    ints(ints);
                } else if (array instanceof long[] longs) {
                    longs(longs);
                } else {
                    doubles((double[]) array);
                }
            }
        }
    }

    private void text(byte[] text) throws IOException {
        room(4);
        buffer.putInt(text.length);
        bytes(text);
    }

    private void bytes(byte[] column) throws IOException {
        for (int at = 0; at < column.length; ) {
            room(1);
            int count = Math.min(buffer.remaining(), column.length - at);
            buffer.put(column, at, count);
            at += count;
        }
    }

    private void ints(int[] column) throws IOException {
        for (int at = 0; at < column.length; ) {
            flush();
            int count = Math.min(BUFFER / 4, column.length - at);
            buffer.asIntBuffer().put(column, at, count);
            buffer.position(count * 4);
            at += count;
        }
    }

    private void longs(long[] column) throws IOException {
        for (int at = 0; at < column.length; ) {
            flush();
            int count = Math.min(BUFFER / 8, column.length - at);
            buffer.asLongBuffer().put(column, at, count);
            buffer.position(count * 8);
            at += count;
        }
    }

    private void doubles(double[] column) throws IOException {
        for (int at = 0; at < column.length; ) {
            flush();
            int count = Math.min(BUFFER / 8, column.length - at);
            buffer.asDoubleBuffer().put(column, at, count);
            buffer.position(count * 8);
            at += count;
        }
    }

    private void room(int bytes) throws IOException {
        if (buffer.remaining() < bytes) {
            flush();
        }
    }

    private void flush() throws IOException {
        checksum.update(buffer.array(), 0, buffer.position());
        out.write(buffer.array(), 0, buffer.position());
        buffer.clear();
    }
}
