package org.isolde.check.plan;

import org.isolde.check.Algorithm;
import org.isolde.check.Anomaly;
import org.isolde.check.CheckOptions;
import org.isolde.check.CommitOrder;
import org.isolde.check.Isolde;
import org.isolde.check.Verdict;
import org.isolde.check.budget.Budget;
import org.isolde.check.budget.BudgetExceededException;
import org.isolde.check.facts.ReadFindings;
import org.isolde.check.facts.RealTime;
import org.isolde.check.facts.SeenEdges;
import org.isolde.check.facts.Subject;
import org.isolde.check.facts.VersionOrder;
import org.isolde.check.known.AnomalyNames;
import org.isolde.check.known.KnownRefutation;
import org.isolde.check.known.MiniGraph;
import org.isolde.check.known.MiniTransactions;
import org.isolde.check.polygraph.LevelRules;
import org.isolde.check.polygraph.Polygraph;
import org.isolde.check.polygraph.PolygraphChecker;
import org.isolde.check.replay.SnapshotReplay;
import org.isolde.check.tell.CaseStory;
import org.isolde.check.weak.WeakLevels;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.isolde.history.Evidence;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.proof.Refutation;

/**
 * The planner of the levels above causal consistency (but lin): for each the cheapest way that decides it.
 *
 * <p>First the order of the input is tried as the order of commits. If version orders are determined, as they are for
 * mini-transactions, the dependency graph is unique, and whether it has a cycle decides (MTC, algorithm 1). Else
 * dependencies that are known without search may have a cycle already; and what is then still open is decided by a
 * {@link Polygraph}: saturation, and search for the rest. Stronger levels come first, for a satisfied one satisfies all
 * below it.
 */
public final class StrongLevels {
    static final String MINI = "MTC, algorithm 1";
    static final String KNOWN = "known dependencies";
    static final String POLYGRAPH = "polygraph: saturation and search";
    private static final Level[] STRONGEST_FIRST = {
        Level.SSER, Level.STRONG_SI, Level.SER, Level.SI, Level.RR, Level.PC, Level.PSI, Level.CV, Level.CS
    };

    private final Subject subject;
    private final History history;
    private final ReadFindings findings;
    private final CheckOptions options;
    private final RealTime realTime;
    private final Budget budget;
    private final PlanLog plan;
    private final Map<Level, Verdict> verdicts = new EnumMap<>(Level.class);

    private MiniTransactions mini;
    private AnomalyNames names;

    public StrongLevels(
            Subject subject,
            ReadFindings findings,
            CheckOptions options,
            Set<Evidence> evidence,
            Budget budget,
            PlanLog plan) {
        this.subject = subject;
        this.history = subject.history;
        this.findings = findings;
        this.options = options;
        this.realTime = evidence.contains(Evidence.REAL_TIME) ? new RealTime(subject) : null;
        this.budget = budget;
        this.plan = plan;
    }

    public Map<Level, Verdict> check(Set<Level> levels) {
        Set<Level> open = EnumSet.copyOf(levels);
        if (realTime == null) {
            for (Level level : levels) {
                if (level.isAboutRealTime() && open.remove(level)) {
                    verdicts.put(level, new Verdict.Inapplicable(Isolde.noRealTime(level)));
                }
            }
        }
        if (!findings.isEmpty()) {
            for (Level level : open) {
                verdicts.put(level, findings.violated(options.violations()));
                plan.because(level, "a bad read breaks every level but ru");
            }
            return verdicts;
        }
        if (options.algorithm().guesses()) {
            bySnapshots(open);
        }
        if (options.algorithm() == Algorithm.REPLAY) {
            for (Level level : open) {
                verdicts.put(level, notReplayed());
            }
            return verdicts;
        }
        for (Level level : STRONGEST_FIRST) {
            if (open.contains(level) && !follows(level)) {
                decide(level);
            }
        }
        return verdicts;
    }

    public static Verdict notReplayed() {
        return new Verdict.Undecided("replay", "the order of the input does not explain the history; another may");
    }

    /** Whether the order of the input, with a snapshot for each transaction, explains some levels. */
    private void bySnapshots(Set<Level> open) {
        boolean any = open.stream().anyMatch(Level.STRONG_SI::implies);
        if (!any) {
            return;
        }
        SnapshotReplay replay = new SnapshotReplay(subject, findings.versionOrder(), realTime);
        for (Level found : new Level[] {Level.STRONG_SI, Level.SI, Level.PC}) {
            if (replay.explains(found)) {
                for (Level level : EnumSet.copyOf(open)) {
                    if (found.implies(level)) {
                        open.remove(level);
                        satisfied(level, SnapshotReplay.ALGORITHM, replay.commitOrder());
                        plan.because(level, "the order of the input explains it, and was tried first");
                    }
                }
                return;
            }
        }
    }

    /** Whether a level follows from the verdict on another one. */
    private boolean follows(Level level) {
        for (Level known : verdicts.keySet()) {
            Verdict verdict = verdicts.get(known);
            if ((verdict instanceof Verdict.Satisfied && known.implies(level))
                    || (verdict instanceof Verdict.Violated && level.implies(known))) {
                verdicts.put(level, verdict);
                plan.because(level, "it follows from " + known.text());
                return true;
            }
        }
        return false;
    }

    private MiniTransactions mini() {
        if (mini == null) {
            mini = new MiniTransactions(subject);
        }
        return mini;
    }

    private void decide(Level level) {
        boolean determined = options.algorithm() != Algorithm.POLYGRAPH
                && mini().isComplete()
                && mini().divergences() == 0
                && findings.versionOrder().size() == 0;
        if (determined) {
            plan.because(level, "every write is preceded by a read of its key, so version orders are determined");
            byDependencies(level);
            return;
        }
        if (options.algorithm() != Algorithm.GRAPH && findings.versionOrder().size() > 0 && atOnce(level)) {
            return;
        }
        if (options.algorithm() != Algorithm.POLYGRAPH) {
            List<Anomaly> known = names().byDependencies(level);
            if (!known.isEmpty()) {
                plan.because(level, "dependencies that are known without search have a cycle");
                violated(level, KNOWN, known, () -> KnownRefutation.of(subject, known.get(0), level));
                return;
            }
        }
        if (options.algorithm() == Algorithm.GRAPH) {
            verdicts.put(level, new Verdict.Undecided("graph", whyOpen()));
        } else {
            plan.because(level, whyOpen());
            byPolygraph(level);
        }
    }

    private String whyOpen() {
        if (!mini().isComplete()) {
            return "transaction " + history.transactionName(mini().blindWriter())
                    + " writes a key without having read it (or reads two versions of it), so the order of versions is"
                    + " open";
        }
        return mini().divergences() > 0
                ? "an update was lost, so the order of versions is open"
                : "the history gives version orders that need not be complete";
    }

    // ---- version orders are determined

    private void byDependencies(Level level) {
        if (level == Level.PSI || level == Level.CV || level == Level.CS) {
            byCausality(level);
            return;
        }
        LevelRules rules = LevelRules.of(level, subject.sessionOrder);
        SeenEdges seen = new SeenEdges(subject, rules.sessions(), VersionOrder.none(subject));
        CommitOrder order = new MiniGraph(
                        subject, mini(), seen, rules.realTime() ? realTime : null, rules.snapshots())
                .commitOrder();
        if (order != null) {
            satisfied(level, MINI, order);
            return;
        }
        List<Anomaly> anomalies = names().byDependencies(level);
        violated(level, MINI, anomalies, () -> KnownRefutation.of(subject, anomalies.get(0), level));
    }

    /**
     * Who overwrote a version had read it, so the order of what was seen has the version orders in it, and no cycle with one
     * anti-dependency is causal consistency; for cs, no divergence and no cycle of what was seen.
     */
    private void byCausality(Level level) {
        boolean sessions = level == Level.PSI && subject.sessionOrder;
        Subject known = sessions == subject.sessionOrder ? subject : new Subject(history, sessions, subject.versions);
        Level same = level == Level.CS ? Level.G1 : Level.CC;
        Verdict causal = new WeakLevels(known, findings, findings.versionOrder(), options)
                .check(EnumSet.of(same))
                .get(same);
        if (causal instanceof Verdict.Satisfied above) {
            satisfied(level, MINI, above.commitOrder());
        } else {
            violated(level, MINI, names().of(level), () -> refute(level));
        }
    }

    // ---- version orders are open

    private boolean atOnce(Level level) {
        try {
            PolygraphChecker checker = polygraph(level);
            CommitOrder order = checker.decideAtOnce();
            if (order != null) {
                plan.because(level, "the history gives version orders");
                plan.phases(level, checker.seconds(), checker.account());
                satisfied(level, POLYGRAPH, order);
            }
            return order != null;
        } catch (BudgetExceededException e) {
            verdicts.put(level, new Verdict.Undecided(POLYGRAPH, e.getMessage()));
            return true;
        }
    }

    private void byPolygraph(Level level) {
        try {
            PolygraphChecker checker = polygraph(level);
            CommitOrder order = checker.decide();
            plan.phases(level, checker.seconds(), checker.account());
            if (order != null) {
                satisfied(level, POLYGRAPH, order);
                return;
            }
            Refutation refutation = checker.refutation();
            List<Anomaly> anomalies = names().of(level);
            violated(
                    level,
                    POLYGRAPH,
                    anomalies.isEmpty()
                            ? List.of(new CaseStory(subject, findings.versionOrder(), refutation).anomaly(level))
                            : anomalies,
                    () -> refutation);
        } catch (BudgetExceededException e) {
            verdicts.put(level, new Verdict.Undecided(POLYGRAPH, e.getMessage()));
        }
    }

    private PolygraphChecker polygraph(Level level) {
        return new PolygraphChecker(
                subject, LevelRules.of(level, subject.sessionOrder), realTime, findings.versionOrder(), budget);
    }

    private Refutation refute(Level level) {
        List<Anomaly> known = names().byDependencies(level);
        if (!known.isEmpty()) {
            return KnownRefutation.of(subject, known.get(0), level);
        }
        PolygraphChecker checker = polygraph(level);
        if (checker.decide() != null) {
            throw new IllegalStateException(level + " is violated and satisfied at once");
        }
        return checker.refutation();
    }

    private AnomalyNames names() {
        if (names == null) {
            names = new AnomalyNames(subject, findings, realTime, options);
        }
        return names;
    }

    private void satisfied(Level level, String algorithm, CommitOrder order) {
        verdicts.put(level, new Verdict.Satisfied(algorithm, order));
    }

    private void violated(Level level, String algorithm, List<Anomaly> anomalies, Supplier<Refutation> refutation) {
        verdicts.put(level, new Verdict.Violated(algorithm, new ArrayList<>(anomalies), refutation));
    }
}
