package org.isolde.history.format;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.isolde.history.BadHistoryException;
import org.isolde.history.HistoryBuilder;
import org.isolde.history.Segment;
import org.isolde.history.Workers;

/**
 * Parses an input of independent lines on all cores: blocks of whole lines are cut off one after the other and parsed
 * side by side, each thread into its own segment.
 */
final class Lines {
    /** Zero bytes behind each block, so that a parser may look a few bytes ahead without asking. */
    static final int PADDING = 32;

    /** Where forms that begin as the first one did are further apart, they are not cut at all. */
    private static final int LONGEST_FORM = 1 << 26;

    /** Parses one block of whole lines. */
    @FunctionalInterface
    interface Parser {
        /**
         * @param bytes the block, from 0 to {@code end}; the last byte is a line feed
         * @param first whether the block is the first of the input
         * @return how many lines there were
         * @throws BadHistoryException with the line within the block
         */
        long parse(byte[] bytes, int end, boolean first, Segment segment) throws IOException;
    }

    /** One thread's work on the blocks it gets. */
    @FunctionalInterface
    interface BlockParser {
        /**
         * @param bytes the block, from 0 to {@code end}; the last byte is a line feed
         * @param block the block's number in the input, from 0
         * @return how many lines there were
         * @throws BadHistoryException with the line within the block
         */
        long parse(byte[] bytes, int end, int block) throws IOException;
    }

    /** Where blocks end. */
    @FunctionalInterface
    interface Cut {
        /** Behind the last whole line. */
        Cut LINES = (bytes, searched, length) -> {
            for (int i = length - 1; i >= searched; i--) {
                if (bytes[i] == '\n') {
                    return i + 1;
                }
            }
            return -1;
        };

        /**
         * @param bytes what follows the last block, from 0 to {@code length}
         * @param searched up to here no end was found before
         * @return where the block ends; -1 if it must be longer
         */
        int last(byte[] bytes, int searched, int length);
    }

    private final InputStream in;
    private final boolean dropUnfinished;
    private final Cut cut;
    /** Whether the input is one of lines, each of which ends with a line feed. */
    private final boolean ofLines;
    /** What was read behind the last line feed of the previous block. */
    private byte[] rest = {};

    private int restLength;
    private int blocks;
    private boolean done;
    private final AtomicReference<Failure> failure = new AtomicReference<>();

    private Lines(InputStream in, boolean dropUnfinished, Cut cut, boolean ofLines) {
        this.in = in;
        this.dropUnfinished = dropUnfinished;
        this.cut = cut;
        this.ofLines = ofLines;
    }

    /** Reads all of a source; large ones with several threads, each into a segment of its own. */
    static void parse(Source source, HistoryBuilder builder, Parser parser) throws IOException {
        parse(source, builder, parser, Cut.LINES);
    }

    /** The same, where blocks should end behind some lines rather than behind others. */
    static void parse(Source source, HistoryBuilder builder, Parser parser, Cut cut) throws IOException {
        each(source, thread -> intoSegment(builder, parser), threads(source), false, cut, true);
    }

    /**
     * The same by parsers that remember what they have read, one for each segment.
     *
     * @param dropUnfinished whether a last line that has no end is left out: whoever wrote it was stopped in the middle
     */
    static void parse(
            Source source, HistoryBuilder builder, boolean dropUnfinished, Function<Segment, BlockParser> parsers)
            throws IOException {
        each(source, thread -> intoSegment(builder, parsers), threads(source), dropUnfinished, Cut.LINES, true);
    }

    /** Reads all of a source from front to back with one thread, for a parser that remembers what came before. */
    static void parseInOrder(Source source, HistoryBuilder builder, Parser parser) throws IOException {
        each(source, thread -> intoSegment(builder, parser), 1, false, Cut.LINES, true);
    }

    private static BlockParser intoSegment(HistoryBuilder builder, Parser parser) {
        return intoSegment(builder, segment -> (bytes, end, block) -> parser.parse(bytes, end, block == 0, segment));
    }

    private static BlockParser intoSegment(HistoryBuilder builder, Function<Segment, BlockParser> parsers) {
        Segment segment = builder.segment();
        BlockParser parser = parsers.apply(segment);
        return (bytes, end, block) -> {
            segment.chunk(block);
            long count = parser.parse(bytes, end, block);
            segment.chunkLines(count);
            return count;
        };
    }

    /** Reads all of a source; large ones with several threads, for each of which a parser is made beforehand. */
    static void each(Source source, IntFunction<BlockParser> parsers) throws IOException {
        each(source, parsers, threads(source), false, Cut.LINES, true);
    }

    private static int threads(Source source) {
        return source.isLarge() ? source.threads() : 1;
    }

    /** The same for an input of forms that are no lines; any trouble may come of where it was cut. */
    static void eachForms(Source source, Cut cut, IntFunction<BlockParser> parsers) throws IOException {
        each(source, parsers, threads(source), false, cut, false);
    }

    private static void each(
            Source source,
            IntFunction<BlockParser> parsers,
            int threads,
            boolean dropUnfinished,
            Cut cut,
            boolean ofLines)
            throws IOException {
        Lines lines = new Lines(source.stream(), dropUnfinished, cut, ofLines);
        BlockParser[] ofThread = new BlockParser[threads];
        for (int i = 0; i < threads; i++) {
            ofThread[i] = parsers.apply(i);
        }
        long[][] lineCounts = new long[threads][];
        // one more than there is, so that the end is seen
        int size = source.blockSize() + 1;
        Workers.run(threads, worker -> lineCounts[worker] = lines.work(ofThread[worker], size));
        Failure failed = lines.failure.get();
        if (failed != null) {
            long before = 0;
            for (long[] counts : lineCounts) {
                for (int i = 0; i + 1 < counts.length; i += 2) {
                    before += counts[i] < failed.block ? counts[i + 1] : 0;
                }
            }
            throw BadHistoryException.atLine(before + failed.line, failed.problem)
                    .in(source.name());
        }
    }

    /** One thread's work; returns pairs of block number and line count. */
    private long[] work(BlockParser parser, int size) throws IOException {
        Block block = new Block(size);
        long[] counts = new long[16];
        int used = 0;
        while (next(block)) {
            Failure known = failure.get();
            if (known != null && known.block < block.number) {
                break;
            }
            try {
                long count = parser.parse(block.bytes, block.length, block.number);
                if (used == counts.length) {
                    counts = Arrays.copyOf(counts, used * 2);
                }
                counts[used++] = block.number;
                counts[used++] = count;
            } catch (BadHistoryException e) {
                Failure mine = new Failure(block.number, Math.max(1, e.line()), e.problem());
                failure.accumulateAndGet(mine, (a, b) -> a == null || b.block < a.block ? b : a);
                break;
            }
        }
        return Arrays.copyOf(counts, used);
    }

    private record Failure(int block, long line, String problem) {}

    /** A stretch of whole lines. */
    private static final class Block {
        byte[] bytes;
        int length;
        int number;

        Block(int size) {
            bytes = new byte[size + PADDING];
        }
    }

    /** Fills a block with the next whole lines; false at the end of the input. */
    private synchronized boolean next(Block block) throws IOException {
        if (done && restLength == 0) {
            return false;
        }
        int length = restLength;
        block.bytes = room(block.bytes, length);
        System.arraycopy(rest, 0, block.bytes, 0, restLength);
        restLength = 0;
        int searched = 0;
        int lineEnd = -1;
        while (true) {
            while (!done && length < block.bytes.length - PADDING) {
                int read = in.read(block.bytes, length, block.bytes.length - PADDING - length);
                if (read < 0) {
                    done = true;
                } else {
                    length += read;
                }
            }
            if (done) {
                while (dropUnfinished && length > 0 && block.bytes[length - 1] != '\n') {
                    length--;
                }
                if (length == 0) {
                    return false;
                }
                if (ofLines && block.bytes[length - 1] != '\n') {
                    block.bytes = room(block.bytes, length + 1);
                    block.bytes[length++] = '\n';
                }
                lineEnd = length;
                break;
            }
            lineEnd = cut.last(block.bytes, searched, length);
            if (lineEnd > 0) {
                break;
            }
            // a line or form longer than the block
            searched = length;
            if (length > (ofLines ? Integer.MAX_VALUE / 2 - 1024 : LONGEST_FORM)) {
                throw BadHistoryException.of(
                        ofLines
                                ? "a line of more than a gigabyte; this format has short lines"
                                : "no form begins as the first one did");
            }
            block.bytes = room(block.bytes, length * 2);
        }
        restLength = length - lineEnd;
        rest = room(rest, restLength);
        System.arraycopy(block.bytes, lineEnd, rest, 0, restLength);
        Arrays.fill(block.bytes, lineEnd, lineEnd + PADDING, (byte) 0);
        block.length = lineEnd;
        block.number = blocks++;
        return true;
    }

    private static byte[] room(byte[] bytes, int length) {
        return bytes.length >= length + PADDING ? bytes : Arrays.copyOf(bytes, length + PADDING);
    }
}
