package org.isolde.history;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * The header of a binary history: counts, and which blocks there are and how long. {@link BinaryHistory} describes its
 * bytes.
 *
 * <p>Invariant after parsing: counts are within the design limit, and every block is as long as the counts say it is, so
 * nothing but a real amount of bytes makes a reader allocate.
 */
final class BinaryDirectory {
    static final long MAGIC = 0x0A45444C4F534989L; // 89 "ISOLDE" 0A, little endian
    static final int VERSION = 3;
    static final int FIXED_BYTES = 80;
    static final int ENTRY_BYTES = 16;
    static final int CHECKSUM_BYTES = 8;

    private static final int INITIAL_VERSIONS = 1;
    private static final long ABSENT = -1;

    boolean initialVersions;
    long initialCode;
    long operations;
    long transactions;
    long sessions;
    long keys;
    long values;
    long scalars;

    private final long[] length = new long[BinaryBlock.values().length];
    private final long[] offset = new long[length.length];
    private int blocks;

    BinaryDirectory() {
        java.util.Arrays.fill(length, ABSENT);
    }

    boolean has(BinaryBlock block) {
        return length[block.ordinal()] != ABSENT;
    }

    /** Bytes of a block; 0 if it is not there. */
    long length(BinaryBlock block) {
        return Math.max(0, length[block.ordinal()]);
    }

    /** Elements of a block; parsing made sure that they can be numbered, but for those of single bytes. */
    int elements(BinaryBlock block) {
        return (int) (length(block) / block.width);
    }

    void put(BinaryBlock block, long bytes) {
        length[block.ordinal()] = bytes;
        blocks++;
    }

    /** Where an element of a block lies in the file. */
    long offset(BinaryBlock block, long element) {
        return offset[block.ordinal()] + element * block.width;
    }

    BadHistoryException bad(BinaryBlock block, long element, String problem) {
        return BadHistoryException.atOffset(offset(block, element), problem);
    }

    /** The length of a whole file with these blocks; also says where each block begins. */
    long layOut() {
        long at = FIXED_BYTES + (long) ENTRY_BYTES * blocks + CHECKSUM_BYTES;
        for (BinaryBlock block : BinaryBlock.values()) {
            if (has(block)) {
                offset[block.ordinal()] = at;
                at += padded(length(block)) + CHECKSUM_BYTES;
            }
        }
        return at;
    }

    static long padded(long bytes) {
        return (bytes + 7) & ~7L;
    }

    // ---- writing

    /** The first version that had all that is in the file. */
    private int version() {
        return has(BinaryBlock.ROWS) ? VERSION : has(BinaryBlock.GAPS) ? 2 : 1;
    }

    /** The header's bytes, checksum included. */
    ByteBuffer bytes() {
        ByteBuffer bytes = ByteBuffer.allocate(FIXED_BYTES + ENTRY_BYTES * blocks + CHECKSUM_BYTES)
                .order(ByteOrder.LITTLE_ENDIAN);
        bytes.putLong(MAGIC).putInt(version()).putInt(initialVersions ? INITIAL_VERSIONS : 0);
        bytes.putLong(operations).putLong(transactions).putLong(sessions);
        bytes.putLong(keys).putLong(values).putLong(scalars).putLong(initialCode);
        bytes.putInt(blocks).putInt(0);
        for (BinaryBlock block : BinaryBlock.values()) {
            if (has(block)) {
                bytes.putInt(block.number()).putInt(0).putLong(length(block));
            }
        }
        CRC32C checksum = new CRC32C();
        checksum.update(bytes.array(), 0, bytes.position());
        bytes.putInt((int) checksum.getValue()).putInt(0);
        return bytes.flip();
    }

    // ---- parsing

    /** The number of blocks, out of the fixed part of a header. */
    static int parseFixed(ByteBuffer fixed) throws BadHistoryException {
        if (fixed.getLong(0) != MAGIC) {
            throw BadHistoryException.atOffset(0, "expected the eight bytes that begin a binary history of Isolde");
        }
        int version = fixed.getInt(8);
        if (Integer.compareUnsigned(version, VERSION) > 0) {
            throw BadHistoryException.atOffset(
                    8,
                    "made by a newer Isolde (version " + Integer.toUnsignedString(version) + " of the format; this one"
                            + " reads up to " + VERSION + "); update Isolde or convert the history there");
        }
        if (version == 0) {
            throw BadHistoryException.atOffset(8, "expected version " + VERSION + " of the format, found 0");
        }
        int blocks = fixed.getInt(72);
        if (blocks < 0 || blocks > BinaryBlock.values().length) {
            throw BadHistoryException.atOffset(
                    72,
                    "expected at most " + BinaryBlock.values().length + " blocks, found "
                            + Integer.toUnsignedString(blocks));
        }
        return blocks;
    }

    /** The directory out of a whole header, whose fixed part has been looked at. */
    static BinaryDirectory parse(ByteBuffer header) throws BadHistoryException {
        int end = header.limit() - CHECKSUM_BYTES;
        CRC32C checksum = new CRC32C();
        checksum.update(header.duplicate().position(0).limit(end));
        if (header.getInt(end) != (int) checksum.getValue()) {
            throw BadHistoryException.atOffset(end, "the header's checksum is wrong: the file is damaged");
        }
        if ((header.getInt(12) & ~INITIAL_VERSIONS) != 0 || header.getInt(76) != 0 || header.getInt(end + 4) != 0) {
            throw BadHistoryException.atOffset(12, "expected no flags but the first, found others");
        }
        BinaryDirectory directory = new BinaryDirectory();
        directory.initialVersions = (header.getInt(12) & INITIAL_VERSIONS) != 0;
        directory.operations = count(header, 16, 0);
        directory.transactions = count(header, 24, 0);
        directory.sessions = count(header, 32, 0);
        directory.keys = count(header, 40, 0);
        directory.values = count(header, 48, 1);
        directory.scalars = count(header, 56, 1);
        directory.initialCode = header.getLong(64);
        int last = 0;
        for (int at = FIXED_BYTES; at < end; at += ENTRY_BYTES) {
            BinaryBlock block = BinaryBlock.ofNumber(header.getInt(at));
            if (block == null || block.number() <= last || header.getInt(at + 4) != 0) {
                throw BadHistoryException.atOffset(
                        at, "expected a block number from " + (last + 1) + " to " + BinaryBlock.values().length);
            }
            last = block.number();
            directory.put(block, header.getLong(at + 8));
            directory.checkLength(block, at + 8);
        }
        directory.checkPresence();
        directory.layOut();
        return directory;
    }

    private static long count(ByteBuffer header, int at, long least) throws BadHistoryException {
        long count = header.getLong(at);
        if (count < 0 || count > HistoryBuilder.MAX_OPERATIONS) {
            throw BadHistoryException.atOffset(at, HistoryBuilder.TOO_MANY_OPERATIONS);
        }
        if (count < least) {
            throw BadHistoryException.atOffset(at, "expected a count of at least " + least + ", found " + count);
        }
        return count;
    }

    private void checkLength(BinaryBlock block, int at) throws BadHistoryException {
        long bytes = length[block.ordinal()];
        long expected = expectedElements(block);
        boolean right = expected >= 0
                ? bytes == expected * block.width
                : bytes >= 0 && bytes % block.width == 0 && bytes / block.width <= limit(block);
        if (!right) {
            throw BadHistoryException.atOffset(
                    at,
                    "expected " + (expected >= 0 ? expected * block.width + " bytes" : "a whole number of elements")
                            + " in the block \"" + block.text() + "\", found " + Long.toUnsignedString(bytes));
        }
    }

    private static long limit(BinaryBlock block) {
        return block.width > 1 ? HistoryBuilder.MAX_OPERATIONS : 1L << 40;
    }

    /** How many elements a block has by the counts, or -1 if they do not say. */
    private long expectedElements(BinaryBlock block) {
        return switch (block) {
            case KIND, KEY, VALUE -> operations;
            case FIRST_OP -> transactions + 2;
            case ARRIVAL -> transactions;
            case SESSION_FIRST -> sessions + 1;
            case SESSION_CODE -> sessions;
            case KEY_CODE -> keys;
            case VALUE_CODE, WRITER, WRITE_OP -> values;
            case STATUS, ID, BEGIN, END, CLOCK_BEGIN, CLOCK_END -> transactions + 1;
            case START_PHYSICAL, START_LOGICAL, COMMIT_PHYSICAL, COMMIT_LOGICAL, ORDER -> transactions + 1;
            case LIST_FIRST -> length(BinaryBlock.LIST_OP) / BinaryBlock.LIST_OP.width + 1;
            case CHAIN_FIRST -> length(BinaryBlock.CHAIN_KEY) / BinaryBlock.CHAIN_KEY.width + 1;
            case REPEATED_WRITES,
                    LIST_OP,
                    LIST_ELEMENT,
                    CHAIN_KEY,
                    CHAIN_VALUE,
                    SCALARS,
                    HEADER,
                    WARNINGS,
                    GAPS,
                    ROWS -> -1;
        };
    }

    private void checkPresence() throws BadHistoryException {
        for (BinaryBlock block : BinaryBlock.values()) {
            boolean needed = switch (block) {
                case KIND, KEY, VALUE, FIRST_OP, SESSION_FIRST, SESSION_CODE, KEY_CODE -> true;
                case WRITER, WRITE_OP, REPEATED_WRITES -> true;
                case CHAIN_KEY, CHAIN_FIRST, CHAIN_VALUE, SCALARS, HEADER, WARNINGS -> true;
                case LIST_FIRST, LIST_ELEMENT -> has(BinaryBlock.LIST_OP);
                case LIST_OP -> has(BinaryBlock.LIST_FIRST) || has(BinaryBlock.LIST_ELEMENT);
                case BEGIN -> has(BinaryBlock.END);
                case END -> has(BinaryBlock.BEGIN);
                case CLOCK_BEGIN -> has(BinaryBlock.CLOCK_END);
                case CLOCK_END -> has(BinaryBlock.CLOCK_BEGIN);
                case START_PHYSICAL -> has(BinaryBlock.START_LOGICAL) || has(BinaryBlock.COMMIT_PHYSICAL);
                case COMMIT_PHYSICAL -> has(BinaryBlock.START_PHYSICAL);
                case START_LOGICAL -> has(BinaryBlock.COMMIT_LOGICAL);
                case STATUS, ARRIVAL, ID, VALUE_CODE, COMMIT_LOGICAL, ORDER, GAPS, ROWS -> false;
            };
            if (needed && !has(block)) {
                throw BadHistoryException.atOffset(
                        FIXED_BYTES, "the block \"" + block.text() + "\" is missing from the directory");
            }
        }
    }
}
