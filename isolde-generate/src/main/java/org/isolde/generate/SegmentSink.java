package org.isolde.generate;

import org.isolde.history.Segment;
import org.isolde.history.Status;

/** Transactions that go into a history; numbers are their own codes. */
final class SegmentSink implements TransactionSink {
    private final Segment segment;

    SegmentSink(Segment segment) {
        this.segment = segment;
    }

    @Override
    public void begin(int session, int place, int id, Status status) {
        segment.begin(session, id, 0);
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
