package org.isolde.online;

/** How fast a count has grown over the last seconds. */
final class RateMeter {
    private static final int SECONDS = 10;

    private final long[] counts = new long[SECONDS + 1];
    private final long[] times = new long[SECONDS + 1];
    private int samples;

    /** Tells the count as it is now; only the first call of each second counts. */
    synchronized void at(long nanoTime, long count) {
        if (samples > 0 && nanoTime - times[(samples - 1) % times.length] < 1_000_000_000L) {
            return;
        }
        counts[samples % counts.length] = count;
        times[samples % times.length] = nanoTime;
        samples++;
    }

    synchronized double perSecond() {
        if (samples < 2) {
            return 0;
        }
        int last = (samples - 1) % counts.length;
        int first = samples <= counts.length ? 0 : samples % counts.length;
        return (counts[last] - counts[first]) * 1e9 / (times[last] - times[first]);
    }
}
