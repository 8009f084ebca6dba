package org.isolde.flink;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.isolde.history.BadHistoryException;
import org.isolde.history.TransactionBatch;
import org.isolde.history.format.TransactionReader;
import org.isolde.online.StreamParser;
import org.isolde.online.axiom.Encoder;

/**
 * Makes transactions of lines, by the monitor's own parser. Every transaction needs its number in the session: where several read at once, nothing else
 * says what comes first. Where one reads all lines of a stream in order, it may number them itself. One thread at a time.
 */
public final class TransactionLines {
    private final StreamParser parser = new StreamParser();
    private final Encoder encoder = new Encoder();
    private final String initial;
    /** How many transactions of each session there were; null if they have numbers. */
    private final Map<Name, long[]> counts;

    private byte[] room = new byte[1 << 12];

    /**
     * @param initial the initial value of all keys as JSON, which a header, if there is one, must say too
     */
    public TransactionLines(String initial) {
        this(initial, true);
    }

    /**
     * @param numbered whether transactions have their numbers; else those without are numbered as they come
     */
    public TransactionLines(String initial, boolean numbered) {
        this.initial = initial;
        this.counts = numbered ? null : new HashMap<>();
    }

    /**
     * Parses lines: one without its line feed, or several.
     *
     * @throws BadHistoryException with the line among these
     */
    public void parse(byte[] bytes, int from, int end, Consumer<StreamTransaction> out) throws IOException {
        int length = end - from;
        int wanted = length + 1 + TransactionReader.PADDING;
        if (wanted > room.length) {
            room = new byte[Math.max(wanted, room.length * 2)];
        }
        System.arraycopy(bytes, from, room, 0, length);
        if (length > 0 && room[length - 1] != '\n') {
            room[length++] = '\n';
        }
        Arrays.fill(room, length, length + TransactionReader.PADDING, (byte) 0);
        take(parser.parse(room, length, counts == null, initial), out);
    }

    private void take(TransactionBatch batch, Consumer<StreamTransaction> out) {
        Name[] session = new Name[batch.sessions()];
        int ended = 0;
        for (int t = 0; t <= batch.transactions(); t++) {
            while (ended < batch.ended() && batch.endedBefore(ended) == t) {
                out.accept(StreamTransaction.ended(Name.of(batch.endedCode(ended++), batch.scalars(), encoder)));
            }
            if (t < batch.transactions()) {
                int number = batch.session(t);
                if (session[number] == null) {
                    session[number] = Name.of(batch.sessionCode(number), batch.scalars(), encoder);
                }
                out.accept(
                        StreamTransaction.of(session[number], seq(session[number], batch.seq(t)), batch, t, encoder));
            }
        }
    }

    private long seq(Name session, long told) {
        if (counts == null) {
            return told;
        }
        long[] next = counts.computeIfAbsent(session, name -> new long[1]);
        long seq = told == TransactionBatch.ABSENT ? next[0] : told;
        next[0] = seq + 1;
        return seq;
    }
}
