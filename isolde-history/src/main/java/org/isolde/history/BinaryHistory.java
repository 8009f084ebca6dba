package org.isolde.history;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A history as its own columns in a file: reading it hashes and resolves nothing.
 *
 * <p>All numbers are little endian. The file is a header, a directory, and then the blocks of the directory one behind the
 * other, each beginning at a multiple of 8:
 *
 * <pre>
 *  0  8  magic: 89 49 53 4F 4C 44 45 0A (89 "ISOLDE" LF)
 *  8  4  version of the format: 1
 * 12  4  flags: bit 0 = there are initial versions; the others are 0
 * 16  8  operations
 * 24  8  transactions, without the initial one
 * 32  8  sessions
 * 40  8  keys
 * 48  8  values, the initial one included
 * 56  8  scalars, null included
 * 64  8  code of the initial value
 * 72  4  blocks
 * 76  4  0
 * 80     directory, 16 bytes a block, in ascending order of numbers:
 *         0  4  number of the block (see {@link BinaryBlock}, from 1)
 *         4  4  0
 *         8  8  length in bytes
 *  .  4  CRC-32C of all bytes before it
 *  .  4  0
 *  .     the blocks; each:
 *         .     as many bytes as the directory says
 *         .     0 to 7 bytes, up to a multiple of 8
 *         .  4  CRC-32C of the block's bytes, without the padding
 *         .  4  number of the block
 * </pre>
 *
 * <p>A block is an array of {@link HistoryColumns}, its elements one behind the other; {@code docs/formats-binary.md} says what
 * each holds. Columns that are null in memory are not in the file, nor are those that follow from others: the session of each
 * transaction, and statuses if all are committed.
 *
 * <p>Invariant: whatever the bytes, {@code read} gives a history that keeps the promises of {@link History}, or a
 * {@link BadHistoryException} with the offset.
 */
public final class BinaryHistory {
    /** Files from this size on are read by several threads. */
    private static final long LARGE = 1 << 22;

    private final BinaryInput input;
    private final BinaryDirectory directory;
    private final HistoryColumns columns = new HistoryColumns();
    private int[] chainFirst;
    private int[] chainValue;
    private Rows.Columns rows;

    private BinaryHistory(BinaryInput input, BinaryDirectory directory) {
        this.input = input;
        this.directory = directory;
    }

    /** Whether bytes are the beginning of a binary history. */
    public static boolean isBeginning(byte[] head) {
        return head.length >= 8
                && ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN).getLong() == BinaryDirectory.MAGIC;
    }

    /** Writes a history; does not close the stream. */
    public static void write(History history, OutputStream out) throws IOException {
        new BinaryHistoryWriter(history.columns(), out).write();
    }

    /** Reads a file, a large one with several threads. */
    public static History read(FileChannel channel) throws IOException {
        return read(BinaryInput.of(channel));
    }

    /** Reads a stream up to its end. */
    public static History read(InputStream stream) throws IOException {
        return read(BinaryInput.of(stream));
    }

    private static History read(BinaryInput input) throws IOException {
        ByteBuffer fixed = ByteBuffer.allocate(BinaryDirectory.FIXED_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        input.fill(fixed, 0);
        int rest = BinaryDirectory.parseFixed(fixed) * BinaryDirectory.ENTRY_BYTES + BinaryDirectory.CHECKSUM_BYTES;
        ByteBuffer header =
                ByteBuffer.allocate(BinaryDirectory.FIXED_BYTES + rest).order(ByteOrder.LITTLE_ENDIAN);
        header.put(fixed.flip());
        input.fill(header, BinaryDirectory.FIXED_BYTES);
        BinaryDirectory directory = BinaryDirectory.parse(header.flip());
        long end = directory.layOut();
        if (input.size() >= 0 && input.size() < end) {
            throw BadHistoryException.atOffset(
                    input.size(), "the file ends here, but its directory announces " + end + " bytes: it is truncated");
        }
        History history = new BinaryHistory(input, directory).readBlocks();
        if (input.goesOn(end)) {
            throw BadHistoryException.atOffset(end, "expected the end of the file behind its last block");
        }
        return history;
    }

    private History readBlocks() throws IOException {
        List<BinaryBlock> blocks = new ArrayList<>();
        long bytes = 0;
        for (BinaryBlock block : BinaryBlock.values()) {
            if (directory.has(block)) {
                blocks.add(block);
                bytes += directory.length(block);
            }
        }
        int threads = input.size() >= LARGE && bytes >= LARGE ? Math.min(4, Workers.available()) : 1;
        if (threads > 1) {
            blocks.sort((a, b) -> Long.compare(directory.length(b), directory.length(a)));
        }
        AtomicInteger next = new AtomicInteger();
        Workers.run(threads, worker -> {
            BinaryBlockReader reader = new BinaryBlockReader(input, directory);
            for (int b = next.getAndIncrement(); b < blocks.size(); b = next.getAndIncrement()) {
                readBlock(blocks.get(b), reader);
            }
        });
        columns.initialVersions = directory.initialVersions;
        columns.initialCode = directory.initialCode;
        new BinaryCheck(columns, directory).check(chainFirst, threads);
        columns.versionChains = new int[columns.versionChainKey.length][];
        for (int chain = 0; chain < columns.versionChains.length; chain++) {
            columns.versionChains[chain] = Arrays.copyOfRange(chainValue, chainFirst[chain], chainFirst[chain + 1]);
        }
        columns.rows = rows == null ? null : RowsBlock.check(rows, columns, directory);
        List<String> warnings = new ArrayList<>(columns.warnings);
        try {
            new EvidenceCheck(columns).check(warnings);
        } catch (BadHistoryException e) {
            BinaryBlock times = directory.has(BinaryBlock.BEGIN) ? BinaryBlock.BEGIN : BinaryBlock.START_PHYSICAL;
            throw directory.bad(times, 0, e.problem());
        }
        columns.warnings = List.copyOf(warnings);
        return new History(columns);
    }

    private void readBlock(BinaryBlock block, BinaryBlockReader reader) throws IOException {
        int operations = (int) directory.operations;
        int transactions = (int) directory.transactions;
        int keys = (int) directory.keys;
        int values = (int) directory.values;
        switch (block) {
            case KIND -> columns.kind = reader.bytes(block, OpKind.COUNT - 1);
            case KEY -> columns.key = reader.ints(block, 0, keys - 1);
            case VALUE -> columns.value = reader.ints(block, directory.initialVersions ? 0 : 1, values - 1);
            case FIRST_OP -> columns.firstOp = reader.ints(block, 0, operations);
            case STATUS -> columns.status = reader.bytes(block, Status.values().length - 1);
            case SESSION_FIRST -> columns.sessionFirst = reader.ints(block, 1, transactions + 1);
            case SESSION_CODE -> columns.sessionCode = reader.codes(block);
            case ARRIVAL -> columns.arrival = reader.ints(block, 1, transactions);
            case ID -> columns.id = reader.codes(block);
            case KEY_CODE -> columns.keyCode = reader.codes(block);
            case VALUE_CODE -> columns.valueCodes(reader.codes(block));
            case WRITER -> columns.writer = reader.ints(block, History.NOBODY, transactions);
            case WRITE_OP -> columns.writeOp = reader.ints(block, -1, operations - 1);
            case REPEATED_WRITES -> columns.repeatedWrites = reader.ints(block, 0, operations - 1);
            case LIST_OP -> columns.listOp = reader.ints(block, 0, operations - 1);
            case LIST_FIRST -> columns.listFirst = reader.ints(block, 0, directory.elements(BinaryBlock.LIST_ELEMENT));
            case LIST_ELEMENT -> columns.listElement = reader.ints(block, 0, values - 1);
            case BEGIN -> columns.begin = reader.longs(block);
            case END -> columns.end = reader.longs(block);
            case CLOCK_BEGIN -> columns.clockBegin = reader.longs(block);
            case CLOCK_END -> columns.clockEnd = reader.longs(block);
            case START_PHYSICAL -> columns.startPhysical = reader.longs(block);
            case START_LOGICAL -> columns.startLogical = reader.longs(block);
            case COMMIT_PHYSICAL -> columns.commitPhysical = reader.longs(block);
            case COMMIT_LOGICAL -> columns.commitLogical = reader.longs(block);
            case ORDER -> columns.order = doubles(reader.longs(block));
            case CHAIN_KEY -> columns.versionChainKey = reader.ints(block, 0, keys - 1);
            case CHAIN_FIRST -> chainFirst = reader.ints(block, 0, directory.elements(BinaryBlock.CHAIN_VALUE));
            case CHAIN_VALUE -> chainValue = reader.ints(block, 0, values - 1);
            case SCALARS -> readScalars(reader);
            case HEADER -> readHeader(reader);
            case WARNINGS -> readWarnings(reader);
            case GAPS -> columns.gaps = reader.ints(block, 1, transactions);
            case ROWS -> rows = RowsBlock.read(reader);
        }
    }

    private static double[] doubles(long[] bits) {
        double[] doubles = new double[bits.length];
        for (int i = 0; i < bits.length; i++) {
            doubles[i] = Double.longBitsToDouble(bits[i]);
        }
        return doubles;
    }

    private void readScalars(BinaryBlockReader reader) throws IOException {
        reader.start(BinaryBlock.SCALARS);
        int count = (int) directory.scalars;
        // an entry has at least five bytes, so a file of known size cannot make these large
        int capacity = (int) Math.min(count, Math.max(16, directory.length(BinaryBlock.SCALARS) / 5));
        if (input.size() < 0) {
            capacity = Math.min(capacity, 1 << 16);
        }
        byte[] kinds = new byte[capacity];
        byte[][] texts = new byte[capacity][];
        int size = 0;
        while (reader.hasMore()) {
            long at = reader.position();
            int kind = reader.oneByte();
            byte[] text = reader.text();
            if (size == count) {
                throw BadHistoryException.atOffset(at, "expected " + count + " scalars, found more");
            }
            String wrong = wrongScalar(kind, text, size == 0);
            if (wrong != null) {
                throw BadHistoryException.atOffset(at, wrong);
            }
            if (size == kinds.length) {
                int larger = (int) Math.min(count, 2L * size);
                kinds = Arrays.copyOf(kinds, larger);
                texts = Arrays.copyOf(texts, larger);
            }
            kinds[size] = (byte) kind;
            texts[size++] = text;
        }
        if (size < count) {
            throw BadHistoryException.atOffset(reader.position(), "expected " + count + " scalars, found " + size);
        }
        reader.finish("");
        columns.scalars = new Scalars(kinds, texts, size);
    }

    /** What is wrong with a scalar, or null. */
    private static String wrongScalar(int kind, byte[] text, boolean first) {
        if ((kind == Scalars.Kind.NULL.ordinal()) != first || (first && text.length > 0)) {
            return "expected null as the first scalar and nowhere else";
        }
        if (kind >= Scalars.Kind.values().length) {
            return "expected a kind of scalar below " + Scalars.Kind.values().length + ", found " + kind;
        }
        if (kind == Scalars.Kind.NUMBER.ordinal() && !isNumber(text)) {
            return "expected a decimal number that is too large or too small to be its own code";
        }
        return isUtf8(text) ? null : "expected a text in UTF-8";
    }

    private static boolean isNumber(byte[] text) {
        String digits = new String(text, StandardCharsets.US_ASCII);
        try {
            return digits.startsWith("-")
                    ? Long.parseLong(digits) < Scalars.FIRST_PLAIN
                    : Long.parseUnsignedLong(digits) < 0 && digits.charAt(0) != '+';
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private static boolean isUtf8(byte[] text) {
        int or = 0;
        for (byte b : text) {
            or |= b;
        }
        return or >= 0
                || Arrays.equals(new String(text, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8), text);
    }

    private void readHeader(BinaryBlockReader reader) throws IOException {
        reader.start(BinaryBlock.HEADER);
        Map<String, String> header = new LinkedHashMap<>();
        while (reader.hasMore()) {
            String name = string(reader);
            header.put(name, string(reader));
        }
        reader.finish("");
        columns.header = Collections.unmodifiableMap(header);
    }

    private void readWarnings(BinaryBlockReader reader) throws IOException {
        reader.start(BinaryBlock.WARNINGS);
        List<String> warnings = new ArrayList<>();
        while (reader.hasMore()) {
            warnings.add(string(reader));
        }
        reader.finish("");
        columns.warnings = warnings;
    }

    private static String string(BinaryBlockReader reader) throws IOException {
        return new String(reader.text(), StandardCharsets.UTF_8);
    }
}
