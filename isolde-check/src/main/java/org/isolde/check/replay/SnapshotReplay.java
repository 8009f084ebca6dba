package org.isolde.check.replay;

import org.isolde.check.facts.Facts;
import org.isolde.check.facts.RealTime;
import org.isolde.check.facts.TransactionOrder;
import org.isolde.check.facts.VersionOrder;
import org.isolde.history.History;
import org.isolde.history.Level;

/**
 * Takes the order of the input for the order of commits, and asks whether every transaction can have a snapshot: late enough
 * for what it read, for its session and (snapshot isolation) for the last write of every key that it writes, and early
 * enough not to have what replaced the versions that it read. Linear, and for histories that were recorded as transactions
 * committed it is mostly all that is needed.
 */
public final class SnapshotReplay {
    private final Facts facts;
    private final History history;
    private final int[] order;
    private final int[] snapshot;
    private boolean prefix = true;
    private boolean conflictFree = true;
    private boolean inTime;

    public SnapshotReplay(Facts facts) {
        this.facts = facts;
        this.history = facts.history;
        this.order = facts.arrivals();
        int[] place = new int[history.transactions() + 1];
        for (int p = 0; p < order.length; p++) {
            place[order[p]] = p;
        }
        snapshot = new int[order.length];
        VersionOrder given = facts.given();
        for (int i = 0; i < given.size() && prefix; i++) {
            prefix = place[given.before(i)] < place[given.after(i)];
        }
        walk(place);
        inTime = prefix && conflictFree && facts.realTime() != null && isInTime(facts.realTime(), place);
    }

    private void walk(int[] place) {
        int[] current = new int[history.keys()];
        int[] replacedAt = new int[facts.versions()];
        for (int p = 0; p < order.length && prefix; p++) {
            int t = order[p];
            int least = 0;
            int before = facts.predecessor(t);
            if (before != 0) {
                prefix = place[before] < p;
                least = place[before] + 1;
            }
            int most = p;
            int end = history.firstOp(t + 1);
            for (int op = history.firstOp(t); op < end; op++) {
                int source = facts.source(op, t);
                if (source >= 0) {
                    int replaced = replacedAt[facts.version(op)];
                    most = replaced == 0 ? most : Math.min(most, replaced - 1);
                    if (source > 0) {
                        prefix &= place[source] < p;
                        least = Math.max(least, place[source] + 1);
                    }
                }
            }
            prefix &= least <= most;
            least = Math.max(least, write(t, p, place, current, replacedAt));
            conflictFree &= least <= most;
            snapshot[p] = most;
        }
    }

    /** Installs what a transaction wrote; where its snapshot must be so that nobody wrote the keys in between. */
    private int write(int t, int p, int[] place, int[] current, int[] replacedAt) {
        int least = 0;
        for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
            if (history.isWrite(op)) {
                int key = history.key(op);
                int old = current[key];
                if (old == 0) {
                    replacedAt[history.values() + key] = p + 1;
                } else if (history.writer(old) != t) {
                    replacedAt[old] = p + 1;
                    least = Math.max(least, place[history.writer(old)] + 1);
                }
                current[key] = history.value(op);
            }
        }
        return least;
    }

    /** Whether each snapshot contains the commits that had ended before its transaction began. */
    private boolean isInTime(RealTime realTime, int[] place) {
        int[] byEnd = realTime.byEnd();
        int ended = 0;
        int required = 0;
        for (int t : realTime.byBegin()) {
            for (; ended < byEnd.length && history.end(byEnd[ended]) < history.begin(t); ended++) {
                required = Math.max(required, place[byEnd[ended]] + 1);
            }
            if (snapshot[place[t]] < required) {
                return false;
            }
        }
        return true;
    }

    /** Whether the order of the input with these snapshots explains a level. */
    public boolean explains(Level level) {
        return switch (level) {
            case PC -> prefix;
            case SI -> prefix && conflictFree;
            case STRONG_SI -> prefix && conflictFree && inTime;
            default -> false;
        };
    }

    public TransactionOrder commitOrder() {
        return TransactionOrder.of(history, order, snapshot);
    }
}
