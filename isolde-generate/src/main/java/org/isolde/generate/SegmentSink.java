package org.isolde.generate;

import org.isolde.history.OpKind;
import org.isolde.history.Rows;
import org.isolde.history.Scalars;
import org.isolde.history.Segment;
import org.isolde.history.Status;

/** Transactions that go into a history; numbers are their own codes. */
final class SegmentSink implements RowSink {
    private static final int NO_SNAPSHOT = -1;

    private final Segment segment;
    /** How many operations the current transaction has, and its snapshot, if any. */
    private int operations;

    private int snapshot;

    SegmentSink(Segment segment) {
        this.segment = segment;
    }

    @Override
    public void begin(int session, int place, int id, Status status) {
        segment.begin(session, id, 0);
        operations = 0;
        snapshot = NO_SNAPSHOT;
        if (place != UNNUMBERED) {
            segment.seq(place);
        }
        if (status != Status.COMMITTED) {
            segment.status(status);
        }
    }

    @Override
    public void realTime(long begin, long end) {
        segment.realTime(begin, end);
    }

    @Override
    public void start(long timestamp) {
        segment.start(timestamp, 0);
    }

    @Override
    public void commit(long timestamp) {
        segment.commit(timestamp, 0);
    }

    @Override
    public void order(long place) {
        segment.order(place);
    }

    @Override
    public void operation(byte kind, int key, int value) {
        segment.op(kind, key, value);
    }

    @Override
    public void listRead(int key, long[] elements, int count) {
        segment.listRead(key, elements, count);
    }

    @Override
    public Scalars scalars() {
        return segment.scalars();
    }

    @Override
    public void number(long number) {
        segment.number(number);
    }

    @Override
    public void snapshot(long upTo, long[] but) {
        snapshot = segment.snapshot(upTo, but, but.length);
        segment.snapshotOfTransaction(snapshot);
    }

    @Override
    public void row(byte kind, long key, long version) {
        segment.op(kind, key, version);
        operations++;
        if (kind == OpKind.DELETE) {
            segment.hasRows();
        }
    }

    @Override
    public void version(long key, long version, long[] names, long[] values) {
        segment.op(OpKind.WRITE, key, version);
        segment.image(operations++, names, values, names.length);
    }

    @Override
    public void predicate(long table, long condition, long[] keys, long[] versions, int count) {
        for (int i = 0; i < count; i++) {
            segment.op(OpKind.READ, keys[i], versions[i]);
        }
        predicate(table, condition, count);
    }

    @Override
    public void predicate(long table, long condition, Rows.Aggregate aggregate, String column, long value) {
        predicate(table, condition, 0);
        segment.aggregate(
                aggregate, column == null ? Scalars.NULL : segment.scalars().text(column), value);
    }

    private void predicate(long table, long condition, int items) {
        segment.predicate(operations, items, table, condition);
        operations += items;
        if (snapshot != NO_SNAPSHOT) {
            segment.sees(snapshot);
        }
    }

    @Override
    public void sees(long upTo) {
        segment.sees(segment.snapshot(upTo, new long[0], 0));
    }

    @Override
    public void end(long tick) {
        // a segment's transaction ends where the next one begins
    }

    @Override
    public void versions(long key, long[] values) {
        segment.versions(key, values);
    }

    @Override
    public void finish() {
        // the builder does what is left
    }
}
