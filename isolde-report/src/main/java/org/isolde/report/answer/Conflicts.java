package org.isolde.report.answer;

import java.util.Arrays;
import org.isolde.history.History;

/**
 * How often something could have gone wrong in a history: pairs of committed transactions that ran at the same time, by
 * the clients' clock, and met: on a key that one of them wrote, or because one searched by a condition while the other
 * wrote. Two that meet on several keys are one conflict.
 *
 * @param committed how many transactions committed
 * @param pairs how many conflicts there were; negative if the history does not tell when its transactions ran
 */
public record Conflicts(long committed, long pairs) {
    private static final long UNKNOWN = -1;

    public boolean areKnown() {
        return pairs >= 0;
    }

    /** Those of this history and of another one together. */
    public Conflicts and(Conflicts other) {
        return new Conflicts(
                committed + other.committed, areKnown() && other.areKnown() ? pairs + other.pairs : UNKNOWN);
    }

    public static Conflicts of(History history) {
        int[] all = new int[history.transactions()];
        int committed = 0;
        for (int t = 1; t <= history.transactions(); t++) {
            if (history.isCommitted(t)) {
                all[committed++] = t;
            }
        }
        int[] counted = Arrays.copyOf(all, committed);
        return new Conflicts(committed, history.hasRealTime() ? new Meetings(history, counted).pairs() : UNKNOWN);
    }
}
