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

/**
 * The levels above causal consistency, as far as they are decided without search: what breaks causal consistency breaks
 * them, and the dependency graph of mini-transactions is unique (MTC, algorithm 1). What neither decides is undecided.
 */
final class StrongLevels {
    static final String MINI = "MTC, algorithm 1";
    private static final Set<Level> BY_MINI = EnumSet.of(
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
        if (!open.isEmpty() && findings.versionOrder().size() == 0) {
            MiniTransactions mini = MiniTransactions.of(subject);
            if (mini != null) {
                byDependencies(open, mini);
            }
        }
        for (Level level : open) {
            verdicts.put(
                    level,
                    new Verdict.Undecided(
                            "none",
                            level == Level.LIN
                                    ? "linearizability of single operations is not decided by this version"
                                    : "blind writes, lists or given version orders need a search or a version-order"
                                            + " checker, which this version does not have"));
        }
        return verdicts;
    }

    private void inapplicable(Set<Level> open) {
        if (!hasRealTime) {
            for (Level level : List.of(Level.STRONG_SI, Level.SSER, Level.LIN)) {
                if (open.remove(level)) {
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
        return count == 1
                || (count == 2
                        && !history.isWrite(first)
                        && history.isWrite(first + 1)
                        && history.key(first) == history.key(first + 1));
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

    private void byDependencies(Set<Level> open, MiniTransactions mini) {
        if (mini.divergences() > 0) {
            // breaks all but pc, whose version orders are then not determined
            for (Level level : EnumSet.copyOf(open)) {
                if (BY_MINI.contains(level) && level != Level.PC) {
                    violated(level, MINI, lostUpdates(mini, level));
                    open.remove(level);
                }
            }
            return;
        }
        if (open.remove(Level.CS)) {
            // g1 holds, or we would not be here
            verdicts.put(Level.CS, new Verdict.Satisfied(MINI, CommitOrder.ofArrival(subject)));
        }
        SeenEdges seen = new SeenEdges(subject, true, VersionOrder.none(subject));
        decide(open, EnumSet.of(Level.SI, Level.PC), mini, seen, null, true);
        decide(open, EnumSet.of(Level.SER), mini, seen, null, false);
        decide(
                open,
                EnumSet.of(Level.RR),
                mini,
                new SeenEdges(subject, false, VersionOrder.none(subject)),
                null,
                false);
        if (open.contains(Level.SSER) || open.contains(Level.STRONG_SI)) {
            RealTime realTime = new RealTime(subject);
            decide(open, EnumSet.of(Level.STRONG_SI), mini, seen, realTime, true);
            decide(open, EnumSet.of(Level.SSER), mini, seen, realTime, false);
        }
        if (open.remove(Level.CV)) {
            // b overwrote what t read, and reaches t by reads: just what causal consistency without sessions forbids
            Subject withoutSessions = new Subject(history, false, false);
            Verdict causal = new WeakLevels(withoutSessions, findings, VersionOrder.none(withoutSessions), options)
                    .check(EnumSet.of(Level.CC))
                    .get(Level.CC);
            verdicts.put(Level.CV, causal);
        }
        // a cycle with one anti-dependency would have broken causal consistency already
        if (open.remove(Level.PSI)) {
            verdicts.put(Level.PSI, new Verdict.Satisfied(MINI, CommitOrder.ofArrival(subject)));
        }
    }

    private List<Anomaly> lostUpdates(MiniTransactions mini, Level level) {
        List<Anomaly> anomalies = new ArrayList<>();
        int most = options.violations() == Violations.ALL ? mini.divergences() : 1;
        for (int i = 0; i < most; i++) {
            anomalies.add(mini.lostUpdate(i, level));
        }
        return anomalies;
    }

    private void decide(
            Set<Level> open,
            Set<Level> levels,
            MiniTransactions mini,
            SeenEdges seen,
            RealTime realTime,
            boolean snapshot) {
        Set<Level> wanted = EnumSet.copyOf(levels);
        wanted.retainAll(open);
        if (wanted.isEmpty()) {
            return;
        }
        DependencyGraph graph = new DependencyGraph(subject, mini, seen, realTime, snapshot);
        CommitOrder order = graph.commitOrder();
        for (Level level : wanted) {
            open.remove(level);
            if (order != null) {
                verdicts.put(level, new Verdict.Satisfied(MINI, order));
            } else {
                violated(level, MINI, graph.anomalies(level, options.violations()));
            }
        }
    }

    private void violated(Level level, String algorithm, List<Anomaly> anomalies) {
        verdicts.put(level, new Verdict.Violated(algorithm, anomalies));
    }
}
