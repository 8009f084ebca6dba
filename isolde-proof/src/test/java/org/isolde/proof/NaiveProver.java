package org.isolde.proof;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.isolde.history.Evidence;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.history.Status;

/**
 * Finds witnesses by trying: every order of the committed transactions and any of the unknown ones, with every snapshot for
 * as long as there are few, is shown to the checker.
 */
final class NaiveProver {
    private static final int ALL_SNAPSHOTS = 4;

    private final History history;
    private final Readings readings;
    private final Level level;
    private final Predicate<Witness> accepted;

    NaiveProver(ProofChecker checker, History history, Proof question) {
        this.history = history;
        this.readings = new Readings(history, question.evidence().contains(Evidence.VERSIONS));
        this.level = question.level();
        this.accepted = witness -> checker.check(
                        new Proof(question.level(), question.sessionOrder(), question.evidence(), witness))
                .isAccepted();
    }

    /** A question: a proof without a body that means anything. */
    static Proof question(Level level, boolean sessionOrder, List<Evidence> evidence) {
        return new Proof(level, sessionOrder, java.util.Set.copyOf(evidence), new Refutation(List.of()));
    }

    /** A witness that the checker accepts, or null. */
    Witness find() {
        List<Integer> committed = new ArrayList<>();
        List<Integer> unknown = new ArrayList<>();
        for (int t = 1; t <= history.transactions(); t++) {
            if (history.status(t) == Status.COMMITTED) {
                committed.add(t);
            } else if (history.status(t) == Status.UNKNOWN) {
                unknown.add(t);
            }
        }
        for (int subset = 0; subset < 1 << unknown.size(); subset++) {
            List<Integer> members = new ArrayList<>(committed);
            for (int i = 0; i < unknown.size(); i++) {
                if ((subset >> i & 1) != 0) {
                    members.add(unknown.get(i));
                }
            }
            Witness found = permute(members.stream().mapToInt(Integer::intValue).toArray(), 0);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private Witness permute(int[] order, int fixed) {
        if (fixed == order.length) {
            return withSnapshots(order.clone());
        }
        for (int i = fixed; i < order.length; i++) {
            swap(order, fixed, i);
            Witness found = permute(order, fixed + 1);
            swap(order, fixed, i);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private static void swap(int[] order, int i, int j) {
        int kept = order[i];
        order[i] = order[j];
        order[j] = kept;
    }

    private Witness withSnapshots(int[] order) {
        if (level != Level.PC && level != Level.SI && level != Level.STRONG_SI) {
            Witness witness = new Witness(order, null);
            return accepted.test(witness) ? witness : null;
        }
        if (order.length > ALL_SNAPSHOTS) {
            Witness witness = new Witness(order, latestSnapshots(order));
            return accepted.test(witness) ? witness : null;
        }
        int[] snapshot = new int[order.length];
        while (true) {
            Witness witness = new Witness(order, snapshot.clone());
            if (accepted.test(witness)) {
                return witness;
            }
            int p = 0;
            while (p < snapshot.length && snapshot[p] == p) {
                snapshot[p++] = 0;
            }
            if (p == snapshot.length) {
                return null;
            }
            snapshot[p]++;
        }
    }

    /** For each place the latest snapshot that explains what the transaction read. */
    private int[] latestSnapshots(int[] order) {
        int[] snapshot = new int[order.length];
        for (int p = 0; p < order.length; p++) {
            for (int s = p; s > 0 && snapshot[p] == 0; s--) {
                if (explains(Arrays.copyOf(order, s), order[p])) {
                    snapshot[p] = s;
                }
            }
        }
        return snapshot;
    }

    private boolean explains(int[] commits, int reader) {
        int[] current = new int[history.keys()];
        for (int t : commits) {
            for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                current[history.key(op)] = history.isWrite(op) ? t : current[history.key(op)];
            }
        }
        for (int op = history.firstOp(reader); op < history.firstOp(reader + 1); op++) {
            if (readings.source(op) >= 0 && readings.source(op) != current[history.key(op)]) {
                return false;
            }
        }
        return true;
    }
}
