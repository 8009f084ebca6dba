package org.isolde.report.overview;

import org.isolde.check.Names;
import org.isolde.history.History;
import org.isolde.history.Status;

/**
 * How many transactions ended in which way, over time in a hundred parts.
 *
 * <p>Invariant: two walks over the columns, and no object for a transaction. Where the history has no times, the parts are
 * of the input.
 */
public final class Overview {
    /** The number of parts. */
    public static final int PARTS = 100;

    private final History history;
    private final int[][] counts = new int[Status.values().length][PARTS];
    private final boolean hasTimes;
    private long first = Long.MAX_VALUE;
    private long last = Long.MIN_VALUE;
    /** For each transaction its place in the input; null if there are times. */
    private final int[] places;

    public Overview(History history) {
        this.history = history;
        this.hasTimes = history.hasRealTime();
        this.places = hasTimes ? null : new int[history.transactions() + 1];
        for (int place = 0; !hasTimes && place < history.transactions(); place++) {
            places[history.arrival(place)] = place;
        }
        for (int t = 1; t <= history.transactions(); t++) {
            long time = time(t);
            first = Math.min(first, hasTimes ? history.begin(t) : time);
            last = Math.max(last, time);
        }
        for (int t = 1; t <= history.transactions(); t++) {
            counts[history.status(t).ordinal()][part(t)]++;
        }
    }

    /** When a transaction ended; when it began, if it never did. */
    private long time(int transaction) {
        if (!hasTimes) {
            return places[transaction];
        }
        long end = history.end(transaction);
        return end == Long.MAX_VALUE ? history.begin(transaction) : end;
    }

    /** The part that a transaction ended in. */
    public int part(int transaction) {
        double share = (time(transaction) - (double) first) / Math.max(1, last - (double) first);
        return Math.min(PARTS - 1, (int) (share * PARTS));
    }

    public int count(Status status, int part) {
        return counts[status.ordinal()][part];
    }

    public long total(Status status) {
        long total = 0;
        for (int count : counts[status.ordinal()]) {
            total += count;
        }
        return total;
    }

    public boolean hasTimes() {
        return hasTimes;
    }

    /** How long it all took, in seconds; NaN if the history does not say. */
    public double seconds() {
        return hasTimes && new Names(history).isNanoseconds() && last > first ? (last - first) / 1e9 : Double.NaN;
    }
}
