package org.isolde.history.format;

import java.io.IOException;
import java.util.SortedSet;
import java.util.TreeSet;
import org.isolde.history.BadHistoryException;
import org.isolde.history.Scalars;
import org.isolde.history.TransactionBatch;

/**
 * Parses lines of the native format as they come, block by block, for whoever does not wait for a whole history.
 *
 * <p>Invariant: a block is taken whole or not at all; a bad line anywhere in it is an error with its line in the block, and
 * nothing of the block has been taken then.
 */
public final class TransactionReader {
    /** How many zero bytes must lie behind the lines of a block. */
    public static final int PADDING = Lines.PADDING;

    private static final byte[] MARK = "\"isolde\"".getBytes(java.nio.charset.StandardCharsets.US_ASCII);

    private final SortedSet<String> unknownFields = new TreeSet<>();

    /**
     * Parses whole lines. The first may be a header; of a block whose header does not tell it, the initial value is null.
     *
     * @param bytes the lines, followed by {@link #PADDING} zero bytes
     * @param length how many bytes the lines are; the last of them is a line feed
     * @throws BadHistoryException with the line within the block
     */
    public TransactionBatch parse(byte[] bytes, int length) throws IOException {
        return parse(bytes, length, null);
    }

    /**
     * The same, of a stream whose header has told the initial value before.
     *
     * @param initial the initial value where no header of the block tells it, as JSON (see {@link #initial}); null for null
     */
    public TransactionBatch parse(byte[] bytes, int length, String initial) throws IOException {
        JsonCursor json = new JsonCursor(false);
        json.reset(bytes, 0, length);
        TransactionBatch.Builder batch = TransactionBatch.builder();
        Scalars scalars = batch.segment().scalars();
        if (initial != null) {
            batch.initial(InitialValue.code(initial, scalars), true);
        }
        IsoldeLineParser line = new IsoldeLineParser(json, batch.segment(), unknownFields, new ConditionSpellings());
        while (json.nextLine()) {
            if (isHeader(bytes, json.at)) {
                IsoldeHeader header = IsoldeHeader.read(json, scalars);
                if (header.tellsInitial()) {
                    batch.initial(header.initial(), header.initialVersions());
                }
                batch.announcedSessions(header.sessions());
            } else {
                line.read();
                json.endLine();
                if (line.ended()) {
                    batch.ended(line.endedSession());
                }
            }
        }
        if (line.closed()) {
            batch.closed();
        }
        return batch.build();
    }

    /** The initial value of a batch's keys as JSON: an integer, a text, or null. */
    public static String initial(TransactionBatch batch) {
        return InitialValue.json(batch.initialCode(), batch.scalars());
    }

    /** Names of fields that no line of this format has, seen so far; they are ignored. */
    public SortedSet<String> unknownFields() {
        return unknownFields;
    }

    private static boolean isHeader(byte[] bytes, int brace) {
        int at = brace + 1;
        while (bytes[at] == ' ' || bytes[at] == '\t') {
            at++;
        }
        return java.util.Arrays.equals(bytes, at, Math.min(bytes.length, at + MARK.length), MARK, 0, MARK.length);
    }
}
