package org.isolde.generate;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import org.isolde.history.Rows;
import org.isolde.history.Scalars;
import org.isolde.history.Status;
import org.isolde.history.format.TransactionWriter;

/**
 * Transactions that go out at once, as lines of the native format, so that a history of any length takes no memory.
 *
 * <p>Times stand behind the operations on a line, so they wait for its end.
 */
final class LineSink implements RowSink {
    private static final long NONE = Long.MIN_VALUE;

    private final OutputStream out;
    private final Scalars scalars = new Scalars();
    private final TransactionWriter lines;
    private long begin;
    private long end;
    private long start;
    private long commit;
    private long order;
    private long number;
    private long upTo;
    private long[] but;
    private boolean inPredicate;

    LineSink(OutputStream out, long initial, Map<String, String> header) {
        this.out = out;
        lines = new TransactionWriter(scalars);
        lines.header(initial, header);
    }

    @Override
    public void begin(int session, int place, int id, Status status) {
        begin = NONE;
        start = NONE;
        commit = NONE;
        order = NONE;
        number = NONE;
        upTo = NONE;
        lines.begin(session, place == UNNUMBERED ? TransactionWriter.NONE : place, id, status, null);
    }

    @Override
    public void realTime(long from, long to) {
        begin = from;
        end = to;
    }

    @Override
    public void start(long timestamp) {
        start = timestamp;
    }

    @Override
    public void commit(long timestamp) {
        commit = timestamp;
    }

    @Override
    public void order(long place) {
        order = place;
    }

    @Override
    public void operation(byte kind, int key, int value) {
        lines.operation(kind, key, value);
    }

    @Override
    public void listRead(int key, long[] elements, int count) {
        lines.listRead(key, elements, count);
    }

    @Override
    public Scalars scalars() {
        return scalars;
    }

    @Override
    public void number(long itsNumber) {
        number = itsNumber;
    }

    @Override
    public void snapshot(long last, long[] others) {
        upTo = last;
        but = others;
    }

    @Override
    public void row(byte kind, long key, long version) {
        endPredicate();
        lines.operation(kind, key, version);
    }

    @Override
    public void version(long key, long version, long[] names, long[] values) {
        endPredicate();
        lines.write(key, version, names, values, names.length);
    }

    @Override
    public void predicate(long table, long condition, long[] keys, long[] versions, int count) {
        beginPredicate(table, condition);
        lines.items(keys, versions, count);
    }

    @Override
    public void predicate(long table, long condition, Rows.Aggregate aggregate, String column, long value) {
        beginPredicate(table, condition);
        lines.aggregate(aggregate, column, value);
    }

    @Override
    public void sees(long last) {
        lines.sees(last, new long[0]);
    }

    private void beginPredicate(long table, long condition) {
        endPredicate();
        lines.predicate(table, condition);
        inPredicate = true;
    }

    /** What a predicate read saw stands at its end, so that waits for what comes next. */
    private void endPredicate() {
        if (inPredicate) {
            lines.endPredicate();
            inPredicate = false;
        }
    }

    @Override
    public void end(long tick) throws IOException {
        endPredicate();
        lines.endOperations();
        if (begin != NONE) {
            lines.realTime(begin, end);
        }
        if (start != NONE) {
            lines.start(start, 0);
        }
        if (commit != NONE) {
            lines.commit(commit, 0);
        }
        if (order != NONE) {
            lines.order(order);
        }
        if (number != NONE) {
            lines.number(number);
        }
        if (upTo != NONE) {
            lines.snapshot(upTo, but);
        }
        lines.end();
        lines.drainLarge(out);
    }

    @Override
    public void versions(long key, long[] values) throws IOException {
        lines.versions(key, values);
        lines.drainLarge(out);
    }

    @Override
    public void finish() throws IOException {
        lines.drain(out);
    }
}
