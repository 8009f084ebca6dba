package org.isolde.app.replay;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import org.isolde.history.History;
import org.isolde.history.Status;

/**
 * The transactions of a run around a counterexample. The counterexample has all that proves the violation, but a database
 * may need more than that to go wrong: an attempt in the same session that was rolled back just before, or another client
 * on the same keys at that moment.
 */
final class NearbyTransactions {
    private static final int MOST_OTHERS = 8;
    private static final int MOST_ATTEMPTS = 3;

    private NearbyTransactions() {}

    /** The transactions of the counterexample and those around it. */
    static int[] around(History history, int[] counterexample) {
        BitSet chosen = new BitSet();
        BitSet keys = new BitSet();
        for (int t : counterexample) {
            chosen.set(t);
            for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                keys.set(history.key(op));
            }
        }
        for (int t : counterexample) {
            int first = history.firstTransaction(history.session(t));
            for (int before = t - 1;
                    before >= first && t - before <= MOST_ATTEMPTS && history.status(before) == Status.ABORTED;
                    before--) {
                chosen.set(before);
            }
        }
        if (history.hasRealTime()) {
            overlapping(history, counterexample, keys, chosen).forEach(chosen::set);
        }
        return chosen.stream().toArray();
    }

    private static List<Integer> overlapping(History history, int[] counterexample, BitSet keys, BitSet chosen) {
        List<Integer> found = new ArrayList<>();
        for (int t = 1; t <= history.transactions(); t++) {
            if (!chosen.get(t) && distance(history, counterexample, t) == 0 && uses(history, t, keys)) {
                found.add(t);
            }
        }
        // those that overlap the last of them first: there it went wrong
        long last = 0;
        for (int t : counterexample) {
            last = Math.max(last, history.begin(t));
        }
        long moment = last;
        found.sort(Comparator.comparingLong((Integer t) -> Math.abs(history.begin(t) - moment))
                .thenComparing(t -> t));
        return found.subList(0, Math.min(MOST_OTHERS, found.size()));
    }

    /** How far a transaction is in time from the nearest one of the counterexample; 0 if they overlap. */
    private static long distance(History history, int[] counterexample, int t) {
        long nearest = Long.MAX_VALUE;
        for (int other : counterexample) {
            long gap = Math.max(history.begin(t) - history.end(other), history.begin(other) - history.end(t));
            nearest = Math.min(nearest, Math.max(0, gap));
        }
        return nearest;
    }

    private static boolean uses(History history, int t, BitSet keys) {
        for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
            if (keys.get(history.key(op))) {
                return true;
            }
        }
        return false;
    }
}
