package org.isolde.check;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.isolde.history.Evidence;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.history.OpKind;

/**
 * The levels above causal consistency, as far as they are decided without search: what breaks causal consistency breaks
 * them, a cycle of known dependencies breaks them, and if all dependencies are known, as they are for mini-transactions
 * (MTC, algorithm 1), no cycle satisfies them. What none of these decides is undecided.
 */
final class StrongLevels {
    static final String MINI = "MTC, algorithm 1";
    private static final Set<Level> BY_DEPENDENCIES = EnumSet.of(
            Level.CS, Level.RR, Level.PSI, Level.SI, Level.STRONG_SI, Level.SER, Level.SSER, Level.PC, Level.CV);

    private final Subject subject;
    private final History history;
    private final ReadFindings findings;
    private final CheckOptions options;
    private final boolean hasRealTime;
    private final Map<Level, Verdict> verdicts = new EnumMap<>(Level.class);

    StrongLevels(Subject subject, ReadFindings findings, CheckOptions options, Set<Evidence> evidence) {
        this.subject = subject;
        this.history = subject.history;
        this.findings = findings;
        this.options = options;
        this.hasRealTime = evidence.contains(Evidence.REAL_TIME);
    }

    Map<Level, Verdict> check(Set<Level> levels) {
        Set<Level> open = EnumSet.copyOf(levels);
        inapplicable(open);
        if (!open.isEmpty() && !findings.isEmpty()) {
            for (Level level : open) {
                violated(level, ReadFindings.ALGORITHM, findings.anomalies(options.violations()));
            }
            return verdicts;
        }
        if (!open.isEmpty()) {
            byCausality(open);
        }
        if (!open.isEmpty()) {
            byDependencies(open, new MiniTransactions(subject));
        }
        for (Level level : open) {
            verdicts.put(level, new Verdict.Undecided("none", whyOpen(level)));
        }
        return verdicts;
    }

    private void inapplicable(Set<Level> open) {
        if (!hasRealTime) {
            for (Level level : EnumSet.copyOf(open)) {
                if (level.isAboutRealTime() && open.remove(level)) {
                    verdicts.put(
                            level,
                            new Verdict.Inapplicable(
                                    level.text() + " is about real time, and the history has no begin and"
                                            + " end of transactions (or they were not to be used)"));
                }
            }
        }
        if (open.contains(Level.LIN)) {
            for (int t = 1; t <= history.transactions(); t++) {
                if (subject.counts(t) && !isSingleOperation(history, t)) {
                    open.remove(Level.LIN);
                    verdicts.put(
                            Level.LIN,
                            new Verdict.Inapplicable("lin is about single operations, and transaction "
                                    + history.transactionName(t) + " is more than one read, write or compare-and-set"));
                    return;
                }
            }
        }
    }

    /** Whether a transaction is one read, write, or successful compare-and-set. */
    static boolean isSingleOperation(History history, int t) {
        int first = history.firstOp(t);
        int count = history.firstOp(t + 1) - first;
        return count == 1 || (count == 2 && history.kind(first) == OpKind.CAS_READ);
    }

    /** A violation of causal consistency (without sessions: of g1) is one of every level above it. */
    private void byCausality(Set<Level> open) {
        Map<Level, Verdict> weak = new WeakLevels(subject, findings, findings.versionOrder(), options)
                .check(EnumSet.of(Level.CC, Level.G1));
        for (Level level : EnumSet.copyOf(open)) {
            for (Level below : List.of(Level.G1, Level.CC)) {
                if (level.implies(below) && weak.get(below) instanceof Verdict.Violated broken) {
                    violated(level, broken.algorithm(), broken.anomalies());
                    open.remove(level);
                    break;
                }
            }
        }
    }

    /** What the dependencies that are known without search break and, if they are all there are, satisfy. */
    private void byDependencies(Set<Level> open, MiniTransactions mini) {
        boolean complete = mini.isComplete()
                && mini.divergences() == 0
                && findings.versionOrder().size() == 0;
        if (mini.divergences() > 0) {
            // breaks all but pc
            for (Level level : EnumSet.copyOf(open)) {
                if (BY_DEPENDENCIES.contains(level) && level != Level.PC) {
                    violated(level, MINI, lostUpdates(mini, level));
                    open.remove(level);
                }
            }
        }
        SeenEdges seen = new SeenEdges(subject, true, VersionOrder.none(subject));
        SeenEdges withoutSessions = new SeenEdges(subject, false, VersionOrder.none(subject));
        decide(open, EnumSet.of(Level.SI, Level.PC), new Graph(mini, seen, null, true), complete);
        decide(open, EnumSet.of(Level.SER), new Graph(mini, seen, null, false), complete);
        decide(open, EnumSet.of(Level.RR), new Graph(mini, withoutSessions, null, false), complete);
        if (open.contains(Level.SSER) || open.contains(Level.STRONG_SI)) {
            RealTime realTime = new RealTime(subject);
            decide(open, EnumSet.of(Level.STRONG_SI), new Graph(mini, seen, realTime, true), complete);
            decide(open, EnumSet.of(Level.SSER), new Graph(mini, seen, realTime, false), complete);
        }
        if (open.contains(Level.CV) || open.contains(Level.RR)) {
            consistentView(open, complete);
        }
        if (complete) {
            // g1 and, for psi, causal consistency hold, or we would not be here; the rest of psi (no cycle with one
            // anti-dependency) is causal consistency, if whoever overwrote a version had read it
            for (Level level : EnumSet.of(Level.CS, Level.PSI)) {
                if (open.remove(level)) {
                    // an order of what was seen has the version orders in it
                    Subject known = level == Level.PSI ? subject : new Subject(history, false, false);
                    SeenEdges edges = new SeenEdges(known, true, VersionOrder.none(known));
                    verdicts.put(
                            level,
                            new Verdict.Satisfied(
                                    MINI, CausalOrder.of(known, edges).asCommitOrder()));
                }
            }
        }
    }

    /** Causal consistency without sessions is implied by cv, and the same where version orders are determined. */
    private void consistentView(Set<Level> open, boolean complete) {
        Subject withoutSessions = new Subject(history, false, subject.versions);
        Verdict causal = new WeakLevels(withoutSessions, findings, findings.versionOrder(), options)
                .check(EnumSet.of(Level.CC))
                .get(Level.CC);
        if (causal instanceof Verdict.Violated broken) {
            for (Level level : EnumSet.copyOf(open)) {
                if (level.implies(Level.CV)) {
                    List<Anomaly> anomalies = new ArrayList<>();
                    for (Anomaly anomaly : broken.anomalies()) {
                        anomalies.add(anomaly.breaking(level));
                    }
                    violated(level, broken.algorithm(), anomalies);
                    open.remove(level);
                }
            }
        } else if (complete && open.remove(Level.CV)) {
            verdicts.put(Level.CV, causal);
        }
    }

    private String whyOpen(Level level) {
        if (level == Level.LIN) {
            return "linearizability of single operations is not decided by this version";
        }
        MiniTransactions mini = new MiniTransactions(subject);
        if (findings.versionOrder().size() > 0) {
            return "the history has version orders, for which this version has no checker of strong levels";
        }
        if (!mini.isComplete()) {
            return "transaction " + history.transactionName(mini.blindWriter())
                    + " writes a key without having read it (or reads two versions of it), so that the order of versions"
                    + " is open and would have to be searched for, which this version does not do";
        }
        return "an update was lost, so that the order of versions is open and would have to be searched for, which this"
                + " version does not do";
    }

    /** What a graph is made of. */
    private record Graph(MiniTransactions mini, SeenEdges seen, RealTime realTime, boolean snapshot) {}

    private List<Anomaly> lostUpdates(MiniTransactions mini, Level level) {
        List<Anomaly> anomalies = new ArrayList<>();
        int most = options.violations() == Violations.ALL ? mini.divergences() : 1;
        for (int i = 0; i < most; i++) {
            anomalies.add(mini.lostUpdate(i, level));
        }
        return anomalies;
    }

    private void decide(Set<Level> open, Set<Level> levels, Graph parts, boolean complete) {
        Set<Level> wanted = EnumSet.copyOf(levels);
        wanted.retainAll(open);
        if (wanted.isEmpty()) {
            return;
        }
        DependencyGraph graph = new DependencyGraph(subject, parts.mini, parts.seen, parts.realTime, parts.snapshot);
        CommitOrder order = graph.commitOrder();
        for (Level level : wanted) {
            if (order == null) {
                open.remove(level);
                violated(level, MINI, graph.anomalies(level, options.violations()));
            } else if (complete) {
                open.remove(level);
                verdicts.put(level, new Verdict.Satisfied(MINI, order));
            }
        }
    }

    private void violated(Level level, String algorithm, List<Anomaly> anomalies) {
        verdicts.put(level, new Verdict.Violated(algorithm, anomalies));
    }
}
