package org.isolde.check;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.isolde.history.Evidence;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.proof.Proof;
import org.isolde.proof.Refutation;
import org.isolde.proof.Witness;

/**
 * The verdicts on one history.
 *
 * @param history the history
 * @param verdicts the verdict on each level asked for, weakest level first
 * @param evidence the evidence under which they were decided
 * @param sessionOrder whether session order counted
 * @param reasons why each level was decided the way it was
 * @param seconds how long each phase took, by name
 * @param timestamps what was found at the levels that the database's timestamps decided
 */
public record CheckResult(
        History history,
        Map<Level, Verdict> verdicts,
        Set<Evidence> evidence,
        boolean sessionOrder,
        Map<Level, String> reasons,
        Map<String, Double> seconds,
        Map<Level, TimestampFindings> timestamps) {

    /** The anomalies of all levels, each once, under the weakest level that it breaks. */
    public List<Anomaly> anomalies() {
        List<Anomaly> distinct = new ArrayList<>();
        for (Verdict verdict : verdicts.values()) {
            if (verdict instanceof Verdict.Violated violated) {
                for (Anomaly anomaly : violated.anomalies()) {
                    if (distinct.stream().noneMatch(known -> sameStory(known, anomaly))) {
                        distinct.add(anomaly);
                    }
                }
            }
        }
        return distinct;
    }

    private static boolean sameStory(Anomaly a, Anomaly b) {
        return a.kind() == b.kind()
                && a.alias().equals(b.alias())
                && a.operation() == b.operation()
                && a.transactions().size() == b.transactions().size()
                && a.transactions().containsAll(b.transactions());
    }

    /** The evidence that the verdict on a level rests on. */
    public Set<Evidence> evidence(Level level) {
        Set<Evidence> used = EnumSet.noneOf(Evidence.class);
        if (timestamps.containsKey(level)) {
            used.add(Evidence.TIMESTAMPS);
            used.add(Evidence.REAL_TIME);
        } else {
            used.addAll(evidence);
            used.remove(Evidence.TIMESTAMPS);
        }
        if (!level.isAboutRealTime()) {
            used.remove(Evidence.REAL_TIME);
        }
        return used;
    }

    /** The levels that hold and that no other one that holds implies. */
    public Set<Level> strongestSatisfied() {
        Set<Level> satisfied = levels(Verdict.Satisfied.class);
        Set<Level> strongest = EnumSet.noneOf(Level.class);
        for (Level level : satisfied) {
            if (satisfied.stream().noneMatch(other -> other != level && other.implies(level))) {
                strongest.add(level);
            }
        }
        return strongest;
    }

    /** The levels that are broken and imply no other one that is. */
    public Set<Level> weakestViolated() {
        Set<Level> violated = levels(Verdict.Violated.class);
        Set<Level> weakest = EnumSet.noneOf(Level.class);
        for (Level level : violated) {
            if (violated.stream().noneMatch(other -> other != level && level.implies(other))) {
                weakest.add(level);
            }
        }
        return weakest;
    }

    private Set<Level> levels(Class<? extends Verdict> kind) {
        Set<Level> levels = EnumSet.noneOf(Level.class);
        verdicts.forEach((level, verdict) -> {
            if (kind.isInstance(verdict)) {
                levels.add(level);
            }
        });
        return levels;
    }

    /**
     * The proof of a verdict.
     *
     * @return null if the level is neither satisfied nor violated, or if it is violated because a search was exhausted
     */
    public Proof proof(Level level) {
        Verdict verdict = verdicts.get(level);
        Proof.Body body = null;
        if (verdict instanceof Verdict.Satisfied satisfied) {
            body = witness(satisfied.commitOrder());
        } else if (verdict instanceof Verdict.Violated violated) {
            Refutation refutation = violated.refutation().get();
            body = refutation;
        }
        return body == null ? null : new Proof(level, sessionOrder, evidence(level), body);
    }

    private static Witness witness(CommitOrder commits) {
        int[] order = new int[commits.size()];
        int[] snapshot = commits.hasSnapshots() ? new int[commits.size()] : null;
        for (int place = 0; place < order.length; place++) {
            order[place] = commits.transaction(place);
            if (snapshot != null) {
                snapshot[place] = commits.snapshot(place);
            }
        }
        return new Witness(order, snapshot);
    }
}
