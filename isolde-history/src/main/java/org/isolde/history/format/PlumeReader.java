package org.isolde.history.format;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
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
final class PlumeReader implements FormatReader {
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
        Lines.parse(source, builder, PlumeReader::parse);
    }

    private static long parse(byte[] bytes, int end, boolean first, Segment segment) throws BadHistoryException {
        Scalars scalars = segment.scalars();
        long currentTransaction = -1;
        long currentSession = -1;
        boolean inTransaction = false;
        int line = 0;
        int i = 0;
        while (i < end) {
            line++;
            int start = i;
            byte kind;
            if (bytes[i] == 'r') {
                kind = OpKind.READ;
            } else if (bytes[i] == 'w') {
                kind = OpKind.WRITE;
            } else {
                throw bad(bytes, start, line);
            }
            if (bytes[i + 1] != '(') {
                throw bad(bytes, start, line);
            }
            i += 2;
            // key
            long key = 0;
            int from = i;
            int digit;
            while ((digit = bytes[i] - '0') >= 0 && digit <= 9) {
                key = key * 10 + digit;
                i++;
            }
            if (i - from > 18 || i == from) {
                key = large(bytes, from, i, scalars, start, line);
            }
            if (bytes[i++] != ',') {
                throw bad(bytes, start, line);
            }
            // value
            long value = 0;
            from = i;
            while ((digit = bytes[i] - '0') >= 0 && digit <= 9) {
                value = value * 10 + digit;
                i++;
            }
            if (i - from > 18 || i == from) {
                value = large(bytes, from, i, scalars, start, line);
            }
            if (bytes[i++] != ',') {
                throw bad(bytes, start, line);
            }
            // session
            long session = 0;
            from = i;
            while ((digit = bytes[i] - '0') >= 0 && digit <= 9) {
                session = session * 10 + digit;
                i++;
            }
            if (i - from > 18 || i == from) {
                session = large(bytes, from, i, scalars, start, line);
            }
            if (bytes[i++] != ',') {
                throw bad(bytes, start, line);
            }
            // transaction
            boolean aborted = bytes[i] == '-' && bytes[i + 1] == '1';
            long transaction = 0;
            if (aborted) {
                i += 2;
            } else {
                from = i;
                while ((digit = bytes[i] - '0') >= 0 && digit <= 9) {
                    transaction = transaction * 10 + digit;
                    i++;
                }
                if (i - from > 18 || i == from) {
                    transaction = large(bytes, from, i, scalars, start, line);
                }
            }
            if (bytes[i] != ')') {
                throw bad(bytes, start, line);
            }
            i++;
            if (bytes[i] == '\r') {
                i++;
            }
            if (bytes[i] != '\n') {
                throw bad(bytes, start, line);
            }
            i++;

            if (aborted) {
                if (kind == OpKind.WRITE) {
                    segment.begin(scalars.text(ABORTED_SESSION), Segment.NO_ID, line);
                    segment.status(Status.ABORTED);
                    segment.op(kind, key, value);
                    inTransaction = false;
                }
                continue;
            }
            if (transaction != currentTransaction || session != currentSession || !inTransaction) {
                currentTransaction = transaction;
                currentSession = session;
                inTransaction = true;
                segment.begin(session, transaction, line);
            }
            if (kind == OpKind.READ || value != 0) {
                segment.op(kind, key, value);
            }
        }
        return line;
    }

    /** A number of more than 18 digits, or none at all. */
    private static long large(byte[] bytes, int from, int to, Scalars scalars, int start, int line)
            throws BadHistoryException {
        if (from == to) {
            throw bad(bytes, start, line);
        }
        String digits = new String(bytes, from, to - from, StandardCharsets.US_ASCII);
        try {
            return scalars.unsigned(Long.parseUnsignedLong(digits));
        } catch (NumberFormatException e) {
            throw BadHistoryException.atLine(
                    line, Text.quote(digits) + " is larger than 2^64-1, the largest number of this" + " format");
        }
    }

    private static BadHistoryException bad(byte[] bytes, int start, int line) {
        return BadHistoryException.atLine(
                line,
                "expected r(key,value,session,transaction) or w(key,value,session,transaction) with decimal numbers,"
                        + " found " + Text.quoteLine(bytes, start));
    }
}
