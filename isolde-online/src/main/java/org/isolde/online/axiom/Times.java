package org.isolde.online.axiom;

/** Looks for a time among such that are in order, and mostly go on evenly: where it should be is looked first, and then around. */
public final class Times {
    /** Fewer are halved at once. */
    private static final int FEW = 16;

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
        int low = from;
        int high = end - 1;
        if (high - low > FEW) {
            long first = times[low * step];
            if (first >= time) {
                return low;
            }
            // as floating-point numbers, for the difference of two times may be greater than any
            double part = ((double) time - first) / ((double) times[high * step] - first);
            int guess = low + (int) (part * (high - low));
            if (times[guess * step] < time) {
                low = guess + 1;
                for (int leap = 1; low + leap < high; leap *= 2) {
                    if (times[(low + leap) * step] >= time) {
                        high = low + leap;
                        break;
                    }
                    low += leap + 1;
                }
            } else {
                high = guess;
                for (int leap = 1; high - leap > low; leap *= 2) {
                    if (times[(high - leap) * step] < time) {
                        low = high - leap + 1;
                        break;
                    }
                    high -= leap;
                }
            }
        }
        // the one at high is not before the time, and all before low are
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (times[middle * step] < time) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
