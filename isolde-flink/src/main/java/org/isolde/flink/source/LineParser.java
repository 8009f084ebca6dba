package org.isolde.flink.source;

import java.io.IOException;
import java.util.List;
import org.isolde.flink.BadLine;
import org.isolde.flink.Incoming;
import org.isolde.flink.TransactionLines;
import org.isolde.history.BadHistoryException;

/** Parses whole lines at a time; if one of them is bad, line by line, so that the others count. One thread at a time. */
final class LineParser {
    /** Says where a line of a block stands. */
    @FunctionalInterface
    interface Places {
        /** @param line in the block, from 1 */
        String at(long line);
    }

    private final TransactionLines lines;

    /**
     * @param initial the initial value of all keys, as JSON
     * @param numbered whether transactions have numbers
     */
    LineParser(String initial, boolean numbered) {
        lines = new TransactionLines(initial, numbered);
    }

    /**
     * @param bytes the lines from 0 to the end
     * @param offered by when they were there to be read
     */
    void parse(byte[] bytes, int end, long offered, Places places, List<Incoming> out) throws IOException {
        int before = out.size();
        try {
            // a block is taken whole or not at all
            lines.parse(bytes, 0, end, transaction -> out.add(new Incoming(transaction, null, offered)));
        } catch (BadHistoryException e) {
            out.subList(before, out.size()).clear();
            lineByLine(bytes, end, offered, places, out);
        }
    }

    private void lineByLine(byte[] bytes, int end, long offered, Places places, List<Incoming> out) throws IOException {
        int from = 0;
        for (long line = 1; from < end; line++) {
            int to = from;
            while (to < end && bytes[to] != '\n') {
                to++;
            }
            try {
                lines.parse(bytes, from, to, transaction -> out.add(new Incoming(transaction, null, offered)));
            } catch (BadHistoryException e) {
                out.add(new Incoming(null, new BadLine(places.at(line), e.problem()), offered));
            }
            from = to + 1;
        }
    }
}
