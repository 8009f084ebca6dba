package org.isolde.history.format;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.isolde.history.BadHistoryException;
import org.isolde.history.HistoryBuilder;
import org.isolde.history.OpKind;
import org.isolde.history.Scalars;
import org.isolde.history.Segment;

/**
 * The format of AWDIT's hand-written tests: {@code w key value} a line, a line of {@code -} behind a transaction and one of
 * {@code =} behind a session.
 *
 * <p>There are no initial versions, and 0 is a value like any other. Sessions are numbered from 0; parts without operations
 * are skipped.
 */
final class AwditTestReader implements BuildingReader {
    /** The first line that is no rule decides. */
    @Override
    public boolean recognises(Source source) {
        byte[] head = source.head();
        int i = 0;
        while (i < head.length && (isRule(head[i]) || head[i] == '\n' || head[i] == '\r')) {
            i++;
        }
        if (i + 4 >= head.length || (head[i] != 'r' && head[i] != 'w') || head[i + 1] != ' ') {
            return false;
        }
        i += 2;
        int key = i;
        while (i < head.length && isDigit(head[i])) {
            i++;
        }
        if (i == key || i + 1 >= head.length || head[i] != ' ') {
            return false;
        }
        int value = ++i;
        while (i < head.length && isDigit(head[i])) {
            i++;
        }
        return i > value && (i == head.length || head[i] == '\n' || head[i] == '\r' || head[i] == ' ');
    }

    private static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }

    private static boolean isRule(byte b) {
        return b == '-' || b == '=';
    }

    @Override
    public void read(Source source, HistoryBuilder builder) throws IOException {
        builder.withoutInitialVersions();
        Lines.parseInOrder(source, builder, new Parser()::parse);
    }

    /** What is remembered from one block of lines to the next. */
    private static final class Parser {
        private long session;
        private boolean inSession;
        private boolean inTransaction;
        private byte[] bytes;
        private int at;

        long parse(byte[] block, int end, boolean first, Segment segment) throws BadHistoryException {
            bytes = block;
            at = 0;
            int line = 0;
            // a transaction that a block boundary cuts goes on: the segment's last one is still open
            while (at < end) {
                line++;
                int start = at;
                byte begin = bytes[at];
                if (isRule(begin)) {
                    while (bytes[at] == begin) {
                        at++;
                    }
                    endLine(start, line);
                    inTransaction = false;
                    if (begin == '=' && inSession) {
                        session++;
                        inSession = false;
                    }
                    continue;
                }
                if (begin == '\n' || begin == '\r') {
                    endLine(start, line);
                    continue;
                }
                if ((begin != 'r' && begin != 'w') || bytes[at + 1] != ' ') {
                    throw bad(start, line);
                }
                at++;
                long key = number(segment.scalars(), start, line);
                long value = number(segment.scalars(), start, line);
                endLine(start, line);
                if (!inTransaction) {
                    inTransaction = true;
                    inSession = true;
                    segment.begin(session, Segment.NO_ID, line);
                }
                segment.op(begin == 'r' ? OpKind.READ : OpKind.WRITE, key, value);
            }
            return line;
        }

        private void endLine(int start, int line) throws BadHistoryException {
            while (bytes[at] == ' ') {
                at++;
            }
            if (bytes[at] == '\r') {
                at++;
            }
            if (bytes[at++] != '\n') {
                throw bad(start, line);
            }
        }

        private long number(Scalars scalars, int start, int line) throws BadHistoryException {
            if (bytes[at] != ' ') {
                throw bad(start, line);
            }
            while (bytes[at] == ' ') {
                at++;
            }
            int from = at;
            long number = 0;
            while (isDigit(bytes[at])) {
                number = number * 10 + bytes[at++] - '0';
            }
            if (at == from) {
                throw bad(start, line);
            }
            if (at - from <= 18) {
                return number;
            }
            String digits = new String(bytes, from, at - from, StandardCharsets.US_ASCII);
            try {
                return scalars.unsigned(Long.parseUnsignedLong(digits));
            } catch (NumberFormatException e) {
                throw BadHistoryException.atLine(
                        line, Text.quote(digits) + " is larger than 2^64-1, the largest number of this format");
            }
        }

        private BadHistoryException bad(int start, int line) {
            return BadHistoryException.atLine(
                    line,
                    "expected r KEY VALUE or w KEY VALUE with decimal numbers, or a line of - or =, found "
                            + Text.quoteLine(bytes, start));
        }
    }
}
