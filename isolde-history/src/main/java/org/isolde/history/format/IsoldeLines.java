package org.isolde.history.format;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.isolde.history.OpKind;
import org.isolde.history.Scalars;
import org.isolde.history.Segment;
import org.isolde.history.Status;

/**
 * The lines of the native text format, one transaction after the other, as they come: nothing is kept but a buffer.
 *
 * <p>The calls follow the line: {@link #header} once, then for each transaction {@link #begin}, its operations,
 * {@link #endOperations}, its evidence, {@link #end}; {@link #flush} when all is said. A compare-and-set is a
 * {@code CAS_READ} and a {@code CAS_WRITE} next to each other, as everywhere.
 *
 * <p>Invariant: the same calls give the same bytes, and every scalar is a code of the table given.
 */
public final class IsoldeLines {
    /** What a transaction that has no id, or no number in its session, is given instead. */
    public static final long NONE = Segment.NO_ID;

    private final ByteSink sink;
    private final Scalars scalars;
    private boolean first;

    public IsoldeLines(OutputStream out, Scalars scalars) {
        this.sink = new ByteSink(out);
        this.scalars = scalars;
    }

    /**
     * The header, for a history whose keys all begin with a value.
     *
     * @param initial the code of that value; null for "absent"
     * @param fields further fields, each with its JSON text
     */
    public void header(long initial, Map<String, String> fields) throws IOException {
        sink.ascii("{\"isolde\":1");
        if (initial != Scalars.NULL) {
            sink.ascii(",\"initial\":");
            sink.json(initial, scalars);
        }
        endHeader(fields);
    }

    /** The header of a history without initial versions. */
    void headerWithoutInitialVersions(Map<String, String> fields) throws IOException {
        sink.ascii("{\"isolde\":1,\"initialVersions\":false");
        endHeader(fields);
    }

    private void endHeader(Map<String, String> fields) throws IOException {
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
     */
    public void begin(long session, long seq, long id, Status status) throws IOException {
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
            sink.ascii(",\"status\":\"");
            sink.ascii(status.text());
            sink.put('"');
        }
        sink.ascii(",\"ops\":[");
        first = true;
    }

    /** Any operation but the read of a list. */
    public void operation(byte kind, long key, long value) throws IOException {
        if (kind == OpKind.CAS_WRITE) {
            sink.put(',');
        } else {
            beginOperation(
                    switch (kind) {
                        case OpKind.WRITE -> "[\"w\",";
                        case OpKind.APPEND -> "[\"append\",";
                        case OpKind.CAS_READ -> "[\"cas\",";
                        case OpKind.CAS_FAILED -> "[\"cas-failed\",";
                        default -> "[\"r\",";
                    },
                    key);
        }
        sink.json(value, scalars);
        if (kind != OpKind.CAS_READ) {
            sink.put(']');
        }
    }

    private void beginOperation(String opening, long key) throws IOException {
        if (!first) {
            sink.put(',');
        }
        first = false;
        sink.ascii(opening);
        sink.json(key, scalars);
        sink.put(',');
    }

    /** The read of a list: its key, then {@link #element} for each element, then {@link #endList}. */
    public void beginList(long key) throws IOException {
        beginOperation("[\"r\",", key);
        sink.put('[');
        first = true;
    }

    public void element(long value) throws IOException {
        if (!first) {
            sink.put(',');
        }
        first = false;
        sink.json(value, scalars);
    }

    public void endList() throws IOException {
        sink.ascii("]]");
        first = false;
    }

    public void endOperations() throws IOException {
        sink.put(']');
    }

    /** When the client began and ended it; an end at {@link Long#MAX_VALUE} is not known. */
    public void realTime(long begin, long end) throws IOException {
        sink.ascii(",\"begin\":");
        sink.number(begin);
        if (end != Long.MAX_VALUE) {
            sink.ascii(",\"end\":");
            sink.number(end);
        }
    }

    /** Times that are for display only; {@link Long#MIN_VALUE} is not known. */
    void clock(long begin, long end) throws IOException {
        sink.ascii(",\"clock\":[");
        clock(begin);
        sink.put(',');
        clock(end);
        sink.put(']');
    }

    private void clock(long time) throws IOException {
        if (time == Long.MIN_VALUE) {
            sink.ascii("null");
        } else {
            sink.number(time);
        }
    }

    /** The start timestamp. */
    public void start(long physical, long logical) throws IOException {
        timestamp(",\"start\":", physical, logical);
    }

    /** The commit timestamp. */
    public void commit(long physical, long logical) throws IOException {
        timestamp(",\"commit\":", physical, logical);
    }

    private void timestamp(String field, long physical, long logical) throws IOException {
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
    void order(double order) throws IOException {
        sink.ascii(",\"order\":");
        if (order == Math.rint(order) && Math.abs(order) < 1L << 53) {
            sink.number((long) order);
        } else {
            sink.ascii(Double.toString(order));
        }
    }

    /** Ends a transaction. */
    public void end() throws IOException {
        sink.ascii("}\n");
    }

    /** A version order of a key. */
    void versions(long key, long[] order) throws IOException {
        sink.ascii("{\"versions\":{\"key\":");
        sink.json(key, scalars);
        sink.ascii(",\"order\":[");
        first = true;
        for (long value : order) {
            element(value);
        }
        sink.ascii("]}}\n");
    }

    /** Passes on what is still in the buffer. */
    public void flush() throws IOException {
        sink.flush();
    }
}
