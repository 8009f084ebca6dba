package org.isolde.online.axiom;

/** Looks for a time among such that are in order, and mostly go on evenly: where it should be is looked first, and then around. */
public final class Times {
    /** Fewer are halved at once. */
    private static final int FEW = 16;

    /** How far from where it should be a time mostly is. */
    private static final int NEAR = 8;

    /** How many of the last are looked at before all others. */
    private static final int LATEST = 32;

    private Times() {}

    /**
     * The first of several that is not before a time; the end if none is.
     *
     * @param times of which every {@code step}-th is one
     * @param from the first of those that are looked at
     * @param end one more than the last
     */
    public static int search(long[] times, int step, int from, int end, long time) {
        if (from == end || times[(end - 1) * step] < time) {
            return end;
        }
        int last = end - 1;
        if (last - from <= FEW) {
            return halve(times, step, from, last, time);
        }
        long first = times[from * step];
        if (first >= time) {
            return from;
        }
        return around(times, step, from, last, time, guess(from, last, time, first, times[last * step]));
    }

    /** The same where it is mostly one of the last. */
    public static int searchFromEnd(long[] times, int from, int end, long time) {
        int low = from;
        for (int back = LATEST; low == from && end - back > from; back *= 4) {
            low = times[end - back] < time ? end - back + 1 : from;
        }
        return search(times, 1, low, end, time);
    }

    /**
     * The same of all up to the end, where a time is known before which none is, and one behind which none is: so the first and the last need not
     * be fetched from memory.
     */
    public static int searchBetween(long[] times, int step, int end, long time, long first, long last) {
        if (first >= time) {
            return 0;
        }
        if (last < time) {
            return end;
        }
        return end <= FEW
                ? halve(times, step, 0, end, time)
                : around(times, step, 0, end, time, guess(0, end, time, first, last));
    }

    /** Where a time should be, between a first one before it and a last one that is not. */
    private static int guess(int low, int high, long time, long first, long last) {
        // as floating-point numbers, for the difference of two times may be greater than any
        double part = ((double) time - first) / ((double) last - first);
        return low + (int) (part * (high - low));
    }

    /** Looks near a guess, and farther if it is not there. The one at high is not before the time, or is none; all before low are. */
    private static int around(long[] times, int step, int low, int high, long time, int guess) {
        int from = Math.max(low, guess - NEAR);
        int to = Math.min(high, guess + NEAR);
        for (int leap = NEAR; from > low && times[(from - 1) * step] >= time; leap *= 2) {
            to = from - 1;
            from = Math.max(low, to - leap);
        }
        for (int leap = NEAR; to < high && times[to * step] < time; leap *= 2) {
            from = to + 1;
            to = Math.min(high, from + leap);
        }
        return halve(times, step, from, to, time);
    }

    /** The same as long as there are several, without a branch that nobody could foretell. */
    private static int halve(long[] times, int step, int low, int high, long time) {
        int from = low;
        for (int left = high - low; left > 0; ) {
            int half = (left + 1) >>> 1;
            from += times[(from + half - 1) * step] < time ? half : 0;
            left -= half;
        }
        return from;
    }
}
