package org.isolde.online;

import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** From the arrival of a transaction to its first verdict: percentiles of the last one to two minutes, and the sum of all. */
final class Latencies {
    private static final long HIGHEST = TimeUnit.HOURS.toMicros(1);
    private static final long PERIOD_NANOS = TimeUnit.MINUTES.toNanos(1);

    private Histogram current = new Histogram(HIGHEST, 2);
    private Histogram previous = new Histogram(HIGHEST, 2);
    private long periodStart = System.nanoTime();
    private long count;
    private double seconds;

    synchronized void add(long nanos, int transactions) {
        turn();
        current.recordValueWithCount(Math.min(HIGHEST, Math.max(0, nanos / 1000)), transactions);
        count += transactions;
        seconds += nanos / 1e9 * transactions;
    }

    private void turn() {
        long now = System.nanoTime();
        if (now - periodStart > PERIOD_NANOS) {
            boolean recent = now - periodStart < 2 * PERIOD_NANOS;
            Histogram old = previous;
            previous = current;
            current = old;
            current.reset();
            if (!recent) {
                previous.reset();
            }
            periodStart = now;
        }
    }

    /**
     * Percentiles in seconds, and all that were ever added.
     *
     * @param median of the last one to two minutes, as the other percentiles are
     */
    record Figures(double median, double p95, double p99, double most, long count, double seconds) {}

    synchronized Figures figures() {
        turn();
        Histogram both = current.copy();
        both.add(previous);
        return new Figures(
                both.getValueAtPercentile(50) / 1e6,
                both.getValueAtPercentile(95) / 1e6,
                both.getValueAtPercentile(99) / 1e6,
                both.getMaxValue() / 1e6,
                count,
                seconds);
    }
}
