package org.isolde.app.monitor;

import org.isolde.history.History;

/**
 * How late transactions are recorded. Others can see what a transaction wrote while it still waits for the answer to its
 * commit, and be recorded before it; but not before it began.
 */
final class Lateness {
    static final long NOT_KNOWN = Long.MAX_VALUE;

    private Lateness() {}

    /** The longest time from the beginning of a transaction to its record, in nanoseconds. */
    static long longest(History history) {
        if (!history.hasRealTime()) {
            return NOT_KNOWN;
        }
        long longest = 0;
        // one whose answer was lost has no end of its own, but was recorded before the next that has
        long recorded = Long.MAX_VALUE;
        for (int place = history.transactions() - 1; place >= 0; place--) {
            int t = history.arrival(place);
            if (history.end(t) != Long.MAX_VALUE) {
                recorded = history.end(t);
            }
            longest = recorded == Long.MAX_VALUE ? NOT_KNOWN : Math.max(longest, recorded - history.begin(t));
        }
        return longest;
    }
}
