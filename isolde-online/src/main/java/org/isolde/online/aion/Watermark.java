package org.isolde.online.aion;

import java.util.ArrayDeque;
import org.isolde.online.axiom.Decoder;
import org.isolde.online.axiom.Encoder;

/**
 * Below which timestamp nothing is judged any more: what had come so long ago had all started at or behind it.
 *
 * <p>It follows from the transactions and the monitor's clock alone, never from what happens to be on disk, so that a stream that
 * is read again is judged again in the same way. It never goes back.
 */
final class Watermark {
    private static final int INTERVALS = 16;

    /** The earliest start among those who came in an interval of time. */
    private record Past(long interval, long earliest) {}

    private final long retainNanos;
    private final long intervalNanos;
    private final ArrayDeque<Past> past = new ArrayDeque<>();
    private long interval;
    private long earliest = Long.MAX_VALUE;
    private long mark = Long.MIN_VALUE;

    Watermark(long retainNanos) {
        this.retainNanos = retainNanos;
        this.intervalNanos = Math.max(1, retainNanos / INTERVALS);
    }

    /** Moves the clock on. */
    void advance(long now) {
        long current = now / intervalNanos;
        if (current == interval) {
            return;
        }
        if (earliest != Long.MAX_VALUE) {
            past.add(new Past(interval, earliest));
        }
        interval = current;
        earliest = Long.MAX_VALUE;
        while (!past.isEmpty() && past.peek().interval < (now - retainNanos) / intervalNanos) {
            mark = Math.max(mark, past.poll().earliest);
        }
    }

    /** A transaction has come. */
    void note(long start) {
        earliest = Math.min(earliest, start);
    }

    /** Whether a timestamp is below it. */
    boolean isAbove(long physical) {
        return physical < mark;
    }

    long mark() {
        return mark;
    }

    void write(Encoder out) {
        out.number(interval).number(earliest).number(mark).number(past.size());
        past.forEach(each -> out.number(each.interval).number(each.earliest));
    }

    void read(Decoder in) {
        interval = in.number();
        earliest = in.number();
        mark = in.number();
        for (long left = in.number(); left > 0; left--) {
            past.add(new Past(in.number(), in.number()));
        }
    }
}
