package org.isolde.check;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.isolde.check.facts.Lazy;
import org.isolde.check.plan.Planner;
import org.isolde.history.Evidence;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.proof.Proof;
import org.isolde.proof.Witness;

/** The verdicts on one history. */
public final class CheckResult {
    private final History history;
    private final Planner.Decisions decisions;
    private final Set<Evidence> evidence;
    private final boolean sessionOrder;
    private final Lazy<Optional<PredicateVersions>> predicateVersions;

    CheckResult(History history, Planner.Decisions decisions, Set<Evidence> evidence, boolean sessionOrder) {
        this.history = history;
        this.decisions = decisions;
        this.evidence = Collections.unmodifiableSet(evidence);
        this.sessionOrder = sessionOrder;
        this.predicateVersions = new Lazy<>(() -> Optional.ofNullable(PredicateVersions.of(history)));
    }

    public History history() {
        return history;
    }

    /** The verdict on each level asked for, weakest level first. */
    public Map<Level, Verdict> verdicts() {
        return Collections.unmodifiableMap(decisions.verdicts());
    }

    /** The evidence under which they were decided. */
    public Set<Evidence> evidence() {
        return evidence;
    }

    /** Whether session order counted. */
    public boolean sessionOrder() {
        return sessionOrder;
    }

    /** Why each level was decided the way it was. */
    public Map<Level, String> reasons() {
        return Collections.unmodifiableMap(decisions.reasons());
    }

    /** What predicate reads were put to; empty if the history does not say. It is found once, for all anomalies. */
    public Optional<PredicateVersions> predicateVersions() {
        return predicateVersions.get();
    }

    /** How long each phase took, by name. */
    public Map<String, Double> seconds() {
        return Collections.unmodifiableMap(decisions.seconds());
    }

    /** What was found at the levels that the database's timestamps decided. */
    public Map<Level, TimestampFindings> timestamps() {
        return Collections.unmodifiableMap(decisions.timestamps());
    }

    /**
     * The same result but for some levels, on which another check of the same history has the say.
     *
     * @param why what is said before the other's own reason
     */
    public CheckResult deferring(Set<Level> levels, CheckResult other, String why) {
        Map<Level, Verdict> verdicts = new EnumMap<>(verdicts());
        Map<Level, String> reasons = new EnumMap<>(Level.class);
        reasons.putAll(reasons());
        Map<Level, TimestampFindings> timestamps = new EnumMap<>(Level.class);
        timestamps.putAll(timestamps());
        for (Level level : levels) {
            verdicts.put(level, other.verdicts().get(level));
            timestamps.remove(level);
            reasons.put(level, why + other.reasons().getOrDefault(level, ""));
        }
        Set<Evidence> used = EnumSet.noneOf(Evidence.class);
        used.addAll(evidence);
        used.addAll(other.evidence);
        if (timestamps.isEmpty()) {
            used.remove(Evidence.TIMESTAMPS);
        }
        return new CheckResult(
                history, new Planner.Decisions(verdicts, reasons, seconds(), timestamps), used, sessionOrder);
    }

    /**
     * The anomalies of all levels, each event once, under the weakest level that it breaks. Whoever sees half of an update
     * (FracturedRead at ra, an ordering that the level forces) has a cycle of dependencies as well (ReadSkew at cv): on the
     * same key, and with no other transactions, that is the same event, and needs telling once.
     */
    public List<Anomaly> anomalies() {
        List<Anomaly> distinct = new ArrayList<>();
        Events events = new Events();
        for (Verdict verdict : verdicts().values()) {
            if (verdict instanceof Verdict.Violated violated) {
                for (Anomaly anomaly : violated.anomalies()) {
                    if (events.add(anomaly)) {
                        distinct.add(anomaly);
                    }
                }
                events.endLevel();
            }
        }
        return distinct;
    }

    /** What was told already. */
    private static final class Events {
        private final Set<Object> told = new HashSet<>();
        /** The transactions of cycles with forced orderings, by their keys and each of the transactions. */
        private final Map<Long, List<Set<Integer>>> forced = new HashMap<>();

        /** Forced orderings of the present level. */
        private final List<Anomaly> ofThisLevel = new ArrayList<>();

        /** Whether an anomaly tells something new. */
        boolean add(Anomaly anomaly) {
            Set<Integer> transactions = new HashSet<>(anomaly.transactions());
            if (!told.add(List.of(anomaly.kind(), anomaly.alias(), anomaly.operation(), transactions))) {
                return false;
            }
            if (has(anomaly, EdgeKind.CO)) {
                ofThisLevel.add(anomaly);
                return true;
            }
            boolean sameAsForced = anomaly.kind() == AnomalyKind.READ_SKEW
                    && forced
                            .getOrDefault(
                                    place(anomaly.key(), anomaly.transactions().get(0)), List.of())
                            .stream()
                            .anyMatch(other -> other.containsAll(transactions));
            return !sameAsForced;
        }

        private static boolean has(Anomaly anomaly, EdgeKind kind) {
            return anomaly.cycle().stream().anyMatch(edge -> edge.kind() == kind);
        }

        /** What comes now is of another level. */
        void endLevel() {
            for (Anomaly anomaly : ofThisLevel) {
                Set<Integer> transactions = new HashSet<>(anomaly.transactions());
                for (int t : transactions) {
                    forced.computeIfAbsent(place(anomaly.key(), t), unused -> new ArrayList<>())
                            .add(transactions);
                }
            }
            ofThisLevel.clear();
        }

        private static long place(int key, int transaction) {
            return ((long) key << 32) | transaction;
        }
    }

    /** The evidence that the verdict on a level rests on. */
    public Set<Evidence> evidence(Level level) {
        Set<Evidence> used = EnumSet.noneOf(Evidence.class);
        if (timestamps().containsKey(level) && !decisions.isByExpectedOrder(level)) {
            used.add(Evidence.TIMESTAMPS);
            used.add(Evidence.REAL_TIME);
        } else {
            used.addAll(evidence);
            used.remove(Evidence.TIMESTAMPS);
        }
        if (!decisions.isByExpectedOrder(level)) {
            used.remove(Evidence.ORDER);
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
        verdicts().forEach((level, verdict) -> {
            if (kind.isInstance(verdict)) {
                levels.add(level);
            }
        });
        return levels;
    }

    /**
     * The proof of a verdict.
     *
     * @return null if the level is neither satisfied nor violated, or if it is violated and proofs have no words for why: a
     *     search was exhausted, or a value was written twice
     */
    public Proof proof(Level level) {
        Verdict verdict = verdicts().get(level);
        Proof.Body body = null;
        if (verdict instanceof Verdict.Satisfied satisfied) {
            body = witness(satisfied.commitOrder());
        } else if (verdict instanceof Verdict.Violated violated) {
            body = violated.refutation();
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
