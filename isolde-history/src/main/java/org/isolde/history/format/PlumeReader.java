package org.isolde.history.format;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.isolde.history.BadHistoryException;
import org.isolde.history.HistoryBuilder;
import org.isolde.history.OpKind;
import org.isolde.history.Scalars;
import org.isolde.history.Segment;
import org.isolde.history.Status;

/**
 * The text format of Plume and PolySI: an operation a line, {@code w(key,value,session,transaction)}.
 *
 * <p>A transaction is made of all lines with its id, in the order of the file; the operations of a transaction mostly
 * stand together, and then they are one row of the segment. Value 0 is the initial value, and transaction -1 an operation
 * of some aborted transaction.
 */
final class PlumeReader implements BuildingReader {
    private static final long[] POWER = {1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000};

    /** The session of aborted writes, which belong to no session that the file names. */
    static final String ABORTED_SESSION = "aborted";

    @Override
    public boolean recognises(Source source) {
        byte[] head = source.head();
        if (source.isDirectory() || head.length < 10 || (head[0] != 'r' && head[0] != 'w') || head[1] != '(') {
            return false;
        }
        int commas = 0;
        for (int i = 2; i < head.length && head[i] != '\n'; i++) {
            commas += head[i] == ',' ? 1 : 0;
        }
        return commas == 3;
    }

    @Override
    public void read(Source source, HistoryBuilder builder) throws IOException {
        builder.mergePartsById().initialValue(0, new Scalars());
        Lines.parse(source, builder, PlumeReader::parse, PlumeReader::lastTransaction);
    }

    /** Leaves the last lines to the next block that are of one transaction, which may go on; unless all are. */
    private static int lastTransaction(byte[] bytes, int searched, int length) {
        int end = Lines.Cut.LINES.last(bytes, searched, length);
        int comma = end - 1;
        while (comma > 0 && bytes[comma] != ',') {
            comma--;
        }
        int line = end;
        while (line >= end - comma && Arrays.equals(bytes, line - (end - comma), line, bytes, comma, end)) {
            line--;
            while (line > 0 && bytes[line - 1] != '\n') {
                line--;
            }
        }
        return line == 0 ? end : line;
    }

    private static long parse(byte[] bytes, int end, boolean first, Segment segment) throws BadHistoryException {
        return new PlumeReader.Block(bytes, segment).parse(end);
    }

    /**
     * One block of lines. A number of up to seven digits, and almost all are, is read in one go: eight bytes as a long, its
     * first byte that is no digit by arithmetic, and the digits combined by three multiplications.
     *
     * <p>A line is a call: the virtual machine compiles a method that is called often sooner and better than a long loop
     * that is entered once a block.
     */
    private static final class Block {
        private final byte[] bytes;
        private final Segment segment;
        private final Scalars scalars;
        private long currentTransaction;
        private long currentSession;
        private boolean inTransaction;
        private int line;

        // the end of the last line, ",session,transaction)" and the line feed, if that is no more than 16 bytes: mostly
        // the
        // next one ends alike, and then needs no parsing
        private long tail;
        private long tailMask;
        private long tailRest;
        private long tailRestMask;
        private int tailLength;

        Block(byte[] bytes, Segment segment) {
            this.bytes = bytes;
            this.segment = segment;
            this.scalars = segment.scalars();
            forgetTail();
        }

        long parse(int end) throws BadHistoryException {
            for (int i = 0; i < end; ) {
                i = line(i);
            }
            return line;
        }

        /** Parses the line that begins at {@code start}, and returns where the next one does. */
        private int line(int start) throws BadHistoryException {
            line++;
            byte[] text = bytes;
            int i = start;
            byte kind = text[i] == 'r' ? OpKind.READ : OpKind.WRITE;
            if ((text[i] != 'r' && text[i] != 'w') || text[i + 1] != '(') {
                throw bad(text, start, line);
            }
            i += 2;
            long word = Words.at(text, i);
            int digits = Words.digits(word);
            long key = digits < 8 ? Words.value(word, digits) : large(text, i, scalars, line);
            i += digits < 8 ? digits : longDigits(text, i);
            boolean wellFormed = digits > 0 & text[i] == ',';

            word = Words.at(text, ++i);
            digits = Words.digits(word);
            long value = digits < 8 ? Words.value(word, digits) : large(text, i, scalars, line);
            i += digits < 8 ? digits : longDigits(text, i);
            if (!wellFormed | digits == 0) {
                throw bad(text, start, line);
            }
            boolean same = ((Words.at(text, i) ^ tail) & tailMask) == 0
                    & ((Words.at(text, i + 8) ^ tailRest) & tailRestMask) == 0;
            i = same ? i + tailLength : tail(i, start);
            if (!inTransaction) {
                aborted(kind, key, value);
            } else if (kind == OpKind.READ | value != 0) {
                segment.op(kind, key, value);
            }
            return i;
        }

        /**
         * The end of a line that begins at {@code start}, from the comma before the session on, and whose transaction may be
         * another than the last line's.
         */
        private int tail(int from, int start) throws BadHistoryException {
            byte[] text = bytes;
            int i = from;
            boolean wellFormed = text[i] == ',';
            long word = Words.at(text, ++i);
            int digits = Words.digits(word);
            long session = digits < 8 ? Words.value(word, digits) : large(text, i, scalars, line);
            i += digits < 8 ? digits : longDigits(text, i);
            wellFormed &= digits > 0 & text[i] == ',';

            boolean aborted = text[++i] == '-';
            i += aborted ? 1 : 0;
            word = Words.at(text, i);
            digits = Words.digits(word);
            long transaction = digits < 8 ? Words.value(word, digits) : large(text, i, scalars, line);
            i += digits < 8 ? digits : longDigits(text, i);
            wellFormed &= digits > 0 & text[i] == ')' & (!aborted | transaction == 1);
            i++;
            i += text[i] == '\r' ? 1 : 0;
            if (!wellFormed | text[i] != '\n') {
                throw bad(text, start, line);
            }
            i++;
            if (aborted) {
                inTransaction = false;
                forgetTail();
            } else {
                if (transaction != currentTransaction || session != currentSession || !inTransaction) {
                    currentTransaction = transaction;
                    currentSession = session;
                    inTransaction = true;
                    segment.begin(session, transaction, line);
                }
                rememberTail(from, i - from);
            }
            return i;
        }

        private void rememberTail(int from, int length) {
            if (length > 16) {
                forgetTail();
                return;
            }
            tail = Words.at(bytes, from);
            tailRest = Words.at(bytes, from + 8);
            tailMask = length >= 8 ? -1 : (1L << (length << 3)) - 1;
            tailRestMask = length == 16 ? -1 : length <= 8 ? 0 : (1L << ((length - 8) << 3)) - 1;
            tailLength = length;
        }

        /** No tail is taken for that of the last line: none begins with a digit. */
        private void forgetTail() {
            tail = '0';
            tailMask = 0xff;
            tailRestMask = 0;
        }

        private void aborted(byte kind, long key, long value) {
            if (kind == OpKind.WRITE) {
                segment.begin(scalars.text("aborted"), Segment.NO_ID, line);
                segment.status(Status.ABORTED);
                segment.op(kind, key, value);
            }
        }
    }

    /** How many digits there are, which are eight at least. */
    private static int longDigits(byte[] bytes, int from) {
        int i = from + 8;
        int digits;
        while ((digits = Words.digits(Words.at(bytes, i))) == 8) {
            i += 8;
        }
        return i + digits - from;
    }

    /** A number of eight digits or more. */
    private static long large(byte[] bytes, int from, Scalars scalars, int line) throws BadHistoryException {
        int count = longDigits(bytes, from);
        if (count <= 18) {
            long v = Words.value(Words.at(bytes, from), 8);
            int next = Math.min(8, count - 8);
            v = next == 0 ? v : v * POWER[next] + Words.value(Words.at(bytes, from + 8), next);
            for (int i = from + 16; i < from + count; i++) {
                v = v * 10 + bytes[i] - '0';
            }
            return v;
        }
        String digits = new String(bytes, from, count, StandardCharsets.US_ASCII);
        try {
            return scalars.unsigned(Long.parseUnsignedLong(digits));
        } catch (NumberFormatException e) {
            throw BadHistoryException.atLine(
                    line, Text.quote(digits) + " is larger than 2^64-1, the largest number of this format");
        }
    }

    private static BadHistoryException bad(byte[] bytes, int start, int line) {
        return BadHistoryException.atLine(
                line,
                "expected r(key,value,session,transaction) or w(key,value,session,transaction) with decimal numbers,"
                        + " found " + Text.quoteLine(bytes, start));
    }
}
