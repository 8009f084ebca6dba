package org.isolde.check.plan;

import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.isolde.check.Algorithm;
import org.isolde.check.Anomaly;
import org.isolde.check.CheckOptions;
import org.isolde.check.CommitOrder;
import org.isolde.check.TimestampFindings;
import org.isolde.check.Verdict;
import org.isolde.check.ViolationLimit;
import org.isolde.check.budget.Budget;
import org.isolde.check.facts.Counted;
import org.isolde.check.facts.Facts;
import org.isolde.check.facts.Lazy;
import org.isolde.check.known.KnownCycles;
import org.isolde.check.known.Updates;
import org.isolde.check.lin.Linearizability;
import org.isolde.check.refute.Contradiction;
import org.isolde.check.refute.Outcome;
import org.isolde.check.replay.FailurePlaces;
import org.isolde.check.replay.SerialReplay;
import org.isolde.check.tell.Teller;
import org.isolde.check.weak.WeakLevels;
import org.isolde.history.Evidence;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.history.OpKind;
import org.isolde.proof.Refutation;

/**
 * What was asked of a history, and what has been found out so far to answer it, each once: which transactions count, the facts,
 * known cycles, causal consistency. The ways to decide levels rest on it.
 */
final class Question {
    final History history;
    final CheckOptions options;
    final Algorithm algorithm;
    final ViolationLimit limit;
    final Budget budget;
    /** Whether version orders that the history gives count. */
    final boolean versions;
    /** Whether the history has real time, it counts, and a level that was asked for is about it. */
    final boolean realTime;

    final PlanLog log = new PlanLog();
    final Map<Level, TimestampFindings> timestamps = new EnumMap<>(Level.class);
    /** Orders that explain all reads of a level, but not all compare-and-sets that failed. */
    final Map<Level, Verdict.Satisfied> readsExplained = new EnumMap<>(Level.class);

    private final Lazy<Counted> counted = new Lazy<>(this::count);
    private final Lazy<Counted> countedBySets = new Lazy<>(this::countBySets);
    final Lazy<Integer> failures = new Lazy<>(this::countFailures);
    /** How many predicate reads the transactions that count have. */
    final Lazy<Integer> predicates = new Lazy<>(this::countPredicates);
    /** An order of single operations that respects real time; null if there is none, or none is known. */
    private final Lazy<CommitOrder> strictOrder = new Lazy<>(this::findStrictOrder);

    private final Lazy<Updates> updates = new Lazy<>(() -> new Updates(facts()));
    final Lazy<KnownCycles> cycles = new Lazy<>(() -> new KnownCycles(facts(), updates()));
    final Lazy<Causal> causal = new Lazy<>(() -> causal(facts()));
    final Lazy<Causal> causalWithoutSessions = new Lazy<>(this::causalWithoutSessions);
    private Facts facts;
    Teller teller;

    Question(History history, CheckOptions options) {
        this.history = history;
        this.options = options;
        this.algorithm = options.algorithm();
        this.limit = options.violations();
        this.budget = Budget.of(options.timeout(), options.memory());
        this.versions = options.evidence().contains(Evidence.VERSIONS);
        this.realTime = history.hasRealTime()
                && options.evidence().contains(Evidence.REAL_TIME)
                && options.levels().stream().anyMatch(Level::isAboutRealTime);
    }

    private Counted count() {
        return Counted.of(history, versions);
    }

    Counted counted() {
        return counted.get();
    }

    private Counted countBySets() {
        boolean hasSets = versions && history.rows() != null && history.rows().hasVersionSets();
        return hasSets && !counted().allCount() ? Counted.withVersionSets(history) : counted();
    }

    /** Of levels that are about predicates: an unknown transaction counts also if a version set has a version of it. */
    Counted countedBySets() {
        return countedBySets.get();
    }

    Facts facts() {
        if (facts == null) {
            facts = Facts.of(counted(), options.sessionOrder(), realTime);
            teller = new Teller(facts);
        }
        return facts;
    }

    Updates updates() {
        return updates.get();
    }

    WeakLevels weakLevels(Facts of) {
        return new WeakLevels(of, limit, budget, Runtime.getRuntime().maxMemory() / 3);
    }

    /** Causal consistency, which several levels ask for; its vectors are not kept. */
    record Causal(Outcome outcome, String algorithm) {}

    Causal causal(Facts of) {
        WeakLevels engine = weakLevels(of);
        return new Causal(engine.decide(Level.CC), engine.algorithm(Level.CC));
    }

    Causal causalWithoutSessions() {
        return options.sessionOrder() ? causal(facts().withoutSessions()) : causal.get();
    }

    /** Whether the order of the input may be tried as a commit order before anything is computed. */
    boolean guesses() {
        return algorithm == Algorithm.AUTO || algorithm == Algorithm.REPLAY || algorithm == Algorithm.GRAPH;
    }

    /** Times may be looked at even if they don't count: an order that explains the history does, however it was found. */
    private CommitOrder findStrictOrder() {
        return history.hasRealTime() && !givesVersions()
                ? new Linearizability(history, counted(), budget, ViolationLimit.FIRST).strictOrder()
                : null;
    }

    private boolean givesVersions() {
        return versions && history.versionChains() > 0;
    }

    private int countFailures() {
        int count = 0;
        for (int op = 0; op < history.operations(); op++) {
            count += history.kind(op) == OpKind.CAS_FAILED && counted().counts(history.transactionOf(op)) ? 1 : 0;
        }
        return count;
    }

    private int countPredicates() {
        int count = 0;
        for (int p = 0; p < history.predicates(); p++) {
            count += counted().counts(history.rows().transaction(p)) ? 1 : 0;
        }
        return count;
    }

    // ---- verdicts

    /** An order explains all reads; for ser and sser it must explain the compare-and-sets that failed as well. */
    Verdict satisfied(Level level, String by, CommitOrder order) {
        CommitOrder explaining = explainingFailures(level, order);
        if (explaining != null) {
            return new Verdict.Satisfied(by, explaining);
        }
        readsExplained.put(level, new Verdict.Satisfied(by, order));
        int unexplained = SerialReplay.unexplainedFailures(facts().history, order);
        return new Verdict.Undecided(
                by,
                "in an order that explains all reads, " + unexplained
                        + (unexplained == 1 ? " compare-and-set" : " compare-and-sets")
                        + " failed although the value was the expected one; another order may explain that, too");
    }

    /**
     * An order that explains what a level asks of compare-and-sets that failed: as it is, with these elsewhere, or, for single
     * operations, that of their linearizations; null if none of them does.
     */
    CommitOrder explainingFailures(Level level, CommitOrder order) {
        if (!explainsFailures(level) || failures.get() == 0) {
            return order;
        }
        History settled = facts().history;
        if (SerialReplay.unexplainedFailures(settled, order) == 0) {
            return order;
        }
        CommitOrder moved = FailurePlaces.find(facts(), order, level == Level.SSER);
        if (moved != null && SerialReplay.unexplainedFailures(settled, moved) == 0) {
            return moved;
        }
        CommitOrder strict = strictOrder.get();
        return strict != null && SerialReplay.explains(settled, strict) ? strict : null;
    }

    /** Whether an order must explain compare-and-sets that failed, too: it says which value was there at each place. */
    static boolean explainsFailures(Level level) {
        return level == Level.SER || level == Level.SSER;
    }

    List<Anomaly> tell(List<Contradiction> contradictions, Level level) {
        return contradictions.stream()
                .map(contradiction -> teller.tell(contradiction, level))
                .toList();
    }

    /** One of each kind, if no more are wanted. */
    List<Anomaly> distinct(List<Anomaly> anomalies, Function<Anomaly, Object> kind) {
        if (limit == ViolationLimit.ALL) {
            return anomalies;
        }
        Set<Object> seen = new HashSet<>();
        return anomalies.stream()
                .filter(anomaly -> seen.add(kind.apply(anomaly)))
                .limit(limit == ViolationLimit.FIRST ? 1 : Long.MAX_VALUE)
                .toList();
    }

    /** The first proof that there is. */
    static Refutation proof(List<Contradiction> contradictions) {
        for (Contradiction contradiction : contradictions) {
            if (contradiction.refutation() != null) {
                return contradiction.refutation();
            }
        }
        return null;
    }
}
