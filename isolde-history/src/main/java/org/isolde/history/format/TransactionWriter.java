package org.isolde.history.format;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.isolde.history.OpKind;
import org.isolde.history.Rows;
import org.isolde.history.Scalars;
import org.isolde.history.Segment;
import org.isolde.history.Status;

/**
 * Writes lines of the native text format, and is the one place that knows how they are spelled: what a run records, what the
 * generator makes and what is converted all come from here. {@link TransactionReader} and the reader of whole histories are
 * the other direction.
 *
 * <p>The calls follow the line: {@link #header} once, then for each transaction {@link #begin}, its operations,
 * {@link #endOperations}, its evidence, {@link #end}. A compare-and-set is a {@code CAS_READ} and a {@code CAS_WRITE} next
 * to each other, as everywhere. The lines gather here until somebody takes them: as {@link #bytes}, or by {@link #drain}.
 *
 * <p>Invariant: the same calls give the same bytes, and every scalar is a code of the table given. Nothing is allocated
 * once the buffer is large enough, as long as keys and values are numbers: a recording does this for every transaction.
 */
public final class TransactionWriter {
    /** What a transaction that has no id, or no number in its session, is given instead. */
    public static final long NONE = Segment.NO_ID;

    private final ByteSink sink = new ByteSink();
    private final Scalars scalars;
    private boolean first;

    public TransactionWriter(Scalars scalars) {
        this.scalars = scalars;
    }

    /**
     * The header, for a history whose keys all begin with a value.
     *
     * @param initial the code of that value; null for "absent"
     * @param fields further fields, each with its JSON text
     */
    public void header(long initial, Map<String, String> fields) {
        sink.ascii("{\"isolde\":1");
        if (initial != Scalars.NULL) {
            sink.ascii(",\"initial\":");
            sink.json(initial, scalars);
        }
        endHeader(fields);
    }

    /** The header of a history without initial versions. */
    void headerWithoutInitialVersions(Map<String, String> fields) {
        sink.ascii("{\"isolde\":1,\"initialVersions\":false");
        endHeader(fields);
    }

    private void endHeader(Map<String, String> fields) {
        for (Map.Entry<String, String> field : fields.entrySet()) {
            sink.put(',');
            sink.quoted(field.getKey().getBytes(StandardCharsets.UTF_8));
            sink.put(':');
            sink.utf8(field.getValue());
        }
        sink.ascii("}\n");
    }

    /**
     * Begins a transaction.
     *
     * @param seq its number in its session, or {@link #NONE} if lines are in the session's order
     * @param id its name, or {@link #NONE}
     * @param reason why it is not committed, for whoever reads the file; or null
     */
    public void begin(long session, long seq, long id, Status status, String reason) {
        sink.ascii("{\"session\":");
        sink.json(session, scalars);
        if (seq != NONE) {
            sink.ascii(",\"seq\":");
            sink.number(seq);
        }
        if (id != NONE) {
            sink.ascii(",\"id\":");
            sink.json(id, scalars);
        }
        if (status != Status.COMMITTED) {
            sink.ascii(status == Status.ABORTED ? ",\"status\":\"aborted\"" : ",\"status\":\"unknown\"");
            if (reason != null) {
                sink.ascii(",\"reason\":");
                sink.utf8(Json.of(reason));
            }
        }
        sink.ascii(",\"ops\":[");
        first = true;
    }

    /** Any operation but the read of a list. */
    public void operation(byte kind, long key, long value) {
        if (kind != OpKind.CAS_WRITE) {
            separate();
            switch (kind) {
                case OpKind.WRITE -> sink.arrayOf('w');
                case OpKind.APPEND -> sink.ascii("[\"append\",");
                case OpKind.CAS_READ -> sink.ascii("[\"cas\",");
                case OpKind.CAS_FAILED -> sink.ascii("[\"cas-failed\",");
                case OpKind.DELETE -> sink.arrayOf('d');
                default -> sink.arrayOf('r');
            }
            sink.json(key, scalars, ',');
        }
        sink.json(value, scalars, kind == OpKind.CAS_READ ? ',' : ']');
    }

    /** The read of a list: the first elements of an array. */
    public void listRead(long key, long[] elements, int count) {
        separate();
        sink.arrayOf('r');
        sink.json(key, scalars, ',');
        sink.put('[');
        values(elements, count);
        sink.ascii("]]");
    }

    /** A write of a version, with the first {@code count} of some columns. */
    public void write(long key, long value, long[] names, long[] values, int count) {
        separate();
        sink.arrayOf('w');
        sink.json(key, scalars, ',');
        sink.json(value, scalars, ',');
        for (int i = 0; i < count; i++) {
            sink.put(i == 0 ? '{' : ',');
            sink.json(names[i], scalars, ':');
            sink.json(values[i], scalars);
        }
        sink.ascii(count == 0 ? "{}]" : "}]");
    }

    /** Begins a predicate read; what came back follows, then perhaps its version set, then {@link #endPredicate}. */
    public void predicate(long table, long condition) {
        separate();
        sink.ascii("[\"rp\",");
        sink.json(table, scalars, ',');
        sink.json(condition, scalars, ',');
    }

    /** Rows and their versions that came back: the first {@code count} of some. */
    public void items(long[] keys, long[] versions, int count) {
        sink.put('[');
        for (int i = 0; i < count; i++) {
            sink.put(i == 0 ? '[' : ',');
            if (i > 0) {
                sink.put('[');
            }
            sink.json(keys[i], scalars, ',');
            sink.json(versions[i], scalars, ']');
        }
        sink.put(']');
    }

    /** What came back in place of rows. */
    public void aggregate(Rows.Aggregate aggregate, String column, long value) {
        sink.ascii("{\"" + aggregate.text() + (column == null ? "" : "(" + column + ")") + "\":");
        sink.json(value, scalars, '}');
    }

    /** The version set, row by row. */
    public void sees(long[] keys, long[] versions, int count) {
        sink.ascii(",{\"sees\":");
        items(keys, versions, count);
        sink.put('}');
    }

    /** The version set as a snapshot: all transactions up to a number but some. */
    public void sees(long upTo, long[] but) {
        sink.ascii(",{\"snapshot\":");
        snapshotOf(upTo, but);
        sink.put('}');
    }

    /** The same, but for some rows: of these it has the versions named. */
    public void sees(long upTo, long[] but, long[] keys, long[] versions, int count) {
        sink.ascii(",{\"snapshot\":");
        snapshotOf(upTo, but);
        sink.ascii(",\"sees\":");
        items(keys, versions, count);
        sink.put('}');
    }

    public void endPredicate() {
        sink.put(']');
    }

    /** The number by which snapshots name the transaction. */
    public void number(long number) {
        sink.ascii(",\"number\":");
        sink.number(number);
    }

    /** The snapshot of the whole transaction. */
    public void snapshot(long upTo, long[] but) {
        sink.ascii(",\"snapshot\":");
        snapshotOf(upTo, but);
    }

    private void snapshotOf(long upTo, long[] but) {
        sink.ascii("{\"upto\":");
        sink.number(upTo);
        for (int i = 0; i < but.length; i++) {
            sink.ascii(i == 0 ? ",\"but\":[" : ",");
            sink.number(but[i]);
        }
        sink.ascii(but.length == 0 ? "}" : "]}");
    }

    private void separate() {
        if (!first) {
            sink.put(',');
        }
        first = false;
    }

    private void values(long[] codes, int count) {
        for (int i = 0; i < count; i++) {
            if (i > 0) {
                sink.put(',');
            }
            sink.json(codes[i], scalars);
        }
    }

    public void endOperations() {
        sink.put(']');
    }

    /** When the client began and ended it; an end at {@link Long#MAX_VALUE} is not known. */
    public void realTime(long begin, long end) {
        sink.ascii(",\"begin\":");
        sink.number(begin);
        if (end != Long.MAX_VALUE) {
            sink.ascii(",\"end\":");
            sink.number(end);
        }
    }

    /** Times that are for display only; {@link Long#MIN_VALUE} is not known. */
    void clock(long begin, long end) {
        sink.ascii(",\"clock\":[");
        clock(begin);
        sink.put(',');
        clock(end);
        sink.put(']');
    }

    private void clock(long time) {
        if (time == Long.MIN_VALUE) {
            sink.ascii("null");
        } else {
            sink.number(time);
        }
    }

    /** The database's start timestamp. */
    public void start(long physical, long logical) {
        timestamp(",\"start\":", physical, logical);
    }

    /** The database's commit timestamp. */
    public void commit(long physical, long logical) {
        timestamp(",\"commit\":", physical, logical);
    }

    private void timestamp(String field, long physical, long logical) {
        sink.ascii(field);
        if (logical == 0) {
            sink.number(physical);
        } else {
            sink.put('[');
            sink.number(physical);
            sink.put(',');
            sink.number(logical);
            sink.put(']');
        }
    }

    /** The place in an expected order. */
    public void order(double order) {
        sink.ascii(",\"order\":");
        if (order == Math.rint(order) && Math.abs(order) < 1L << 53) {
            sink.number((long) order);
        } else {
            sink.ascii(Double.toString(order));
        }
    }

    /** Ends a transaction. */
    public void end() {
        sink.ascii("}\n");
    }

    /** A version order of a key. */
    public void versions(long key, long[] order) {
        sink.ascii("{\"versions\":{\"key\":");
        sink.json(key, scalars);
        sink.ascii(",\"order\":[");
        values(order, order.length);
        sink.ascii("]}}\n");
    }

    /** The line that closes a live recording: nothing that began is missing. */
    public void closed(long transactions) {
        sink.ascii("{\"closed\":{\"transactions\":");
        sink.number(transactions);
        sink.ascii("}}\n");
    }

    /** The lines so far are the first {@link #length} of these, until the next call of any other method. */
    public byte[] bytes() {
        return sink.bytes();
    }

    public int length() {
        return sink.length();
    }

    /** Forgets the lines so far. */
    public void clear() {
        sink.clear();
    }

    /** Passes on the lines so far, and forgets them. */
    public void drain(OutputStream out) throws IOException {
        sink.drain(out);
    }

    /** The same, as soon as they are enough to be worth it. */
    public void drainLarge(OutputStream out) throws IOException {
        sink.drainLarge(out);
    }
}
