package org.isolde.check.weak;

import org.isolde.check.Anomaly;
import org.isolde.check.CheckOptions;
import org.isolde.check.CommitOrder;
import org.isolde.check.Verdict;
import org.isolde.check.ViolationLimit;
import org.isolde.check.facts.CausalOrder;
import org.isolde.check.facts.Lanes;
import org.isolde.check.facts.ReadFindings;
import org.isolde.check.facts.SeenEdges;
import org.isolde.check.facts.Subject;
import org.isolde.check.facts.VersionOrder;
import org.isolde.check.graph.Digraph;
import org.isolde.check.graph.EdgeList;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.proof.Refutation;

/**
 * The levels up to causal consistency, by saturation: a commit order exists iff session order, reads-from, the given
 * version orders and the orderings that the level forces are acyclic together.
 *
 * <p>For every level two ways are tried. The causal order, mostly that of the input, may agree with all forced orderings:
 * then it is a witness for this level, and nothing needs to be kept. Else the forced orderings are collected into a graph,
 * and its topological order or its cycles decide.
 */
public final class WeakLevels {
    private static final Level[] STRONGEST_FIRST = {
        Level.CC, Level.RA, Level.WFR, Level.MW, Level.MR, Level.RYW, Level.RC
    };

    private final Subject subject;
    private final History history;
    private final ViolationLimit violations;
    private final long vectorBudget;
    private final ReadFindings findings;
    private final VersionOrder versionOrder;
    private final Map<Level, Verdict> verdicts = new EnumMap<>(Level.class);

    private SeenEdges seen;
    private CausalOrder order;
    private WriteSets writeSets;
    private Lanes sessionChains;
    private WriterIndex sessionIndex;
    private Saturation causal;

    public WeakLevels(Subject subject, ReadFindings findings, VersionOrder versionOrder, CheckOptions options) {
        this(subject, findings, versionOrder, options, Runtime.getRuntime().maxMemory() / 3);
    }

    /**
     * @param vectorBudget how many bytes the vectors of causal consistency may take
     */
    public WeakLevels(
            Subject subject,
            ReadFindings findings,
            VersionOrder versionOrder,
            CheckOptions options,
            long vectorBudget) {
        this.vectorBudget = vectorBudget;
        this.subject = subject;
        this.history = subject.history;
        this.findings = findings;
        this.versionOrder = versionOrder;
        this.violations = options.violations();
    }

    public Map<Level, Verdict> check(Set<Level> levels) {
        if (levels.contains(Level.RU)) {
            verdicts.put(Level.RU, readUncommitted());
        }
        boolean enough = !findings.isEmpty() && violations == ViolationLimit.FIRST;
        if (enough) {
            for (Level level : levels) {
                if (level != Level.RU) {
                    verdicts.put(level, findings.violated(violations));
                }
            }
            return verdicts;
        }
        seen = new SeenEdges(subject, true, versionOrder);
        order = CausalOrder.of(subject, seen);
        List<Anomaly> circles = List.of();
        if (order == null) {
            Digraph graph = new Digraph(history.transactions() + 1, seen.list(), new EdgeList(0));
            circles = new CycleReport(subject, seen, List.of(), violations).of(graph, Level.RC);
        }
        if (levels.contains(Level.G1)) {
            verdicts.put(Level.G1, g1());
        }
        if (order == null) {
            for (Level level : STRONGEST_FIRST) {
                if (levels.contains(level)) {
                    violated(level, "causal cycles", circles);
                }
            }
            return verdicts;
        }
        writeSets = new WriteSets(history);
        for (Level level : STRONGEST_FIRST) {
            if (levels.contains(level)) {
                decide(level);
            }
        }
        return verdicts;
    }

    private void decide(Level level) {
        for (Map.Entry<Level, Verdict> known : verdicts.entrySet()) {
            if (known.getKey().implies(level) && known.getValue() instanceof Verdict.Satisfied above) {
                satisfied(level, above.algorithm(), above.commitOrder());
                return;
            }
        }
        Saturation saturation = saturation(level);
        record(level, algorithm(level), new GraphEngine(subject, order, seen).decide(saturation));
    }

    /** What an engine found: a commit order, or the graph that has none. */
    record Outcome(CommitOrder commitOrder, Digraph graph, EdgeToInitial toInitial) {}

    /** The least edge into the initial transaction, which closes a cycle by itself; or null. */
    record EdgeToInitial(int before, int reader, int key) {
        boolean isBefore(EdgeToInitial other) {
            return other == null
                    || reader < other.reader
                    || (reader == other.reader
                            && (before < other.before || (before == other.before && key < other.key)));
        }
    }

    private void record(Level level, String algorithm, Outcome outcome) {
        if (outcome.commitOrder != null) {
            satisfied(level, algorithm, outcome.commitOrder);
            return;
        }
        CycleReport report = new CycleReport(subject, seen, weakestFirst(level), violations);
        List<Anomaly> anomalies = new ArrayList<>();
        if (outcome.toInitial != null) {
            anomalies.add(report.toInitial(outcome.toInitial.before, level));
        }
        if (anomalies.isEmpty() || violations != ViolationLimit.FIRST) {
            for (Anomaly cycle : report.of(outcome.graph, level)) {
                if (violations == ViolationLimit.ALL
                        || anomalies.stream().noneMatch(known -> known.kind() == cycle.kind())) {
                    anomalies.add(cycle);
                }
            }
        }
        violated(level, algorithm, anomalies);
    }

    private void satisfied(Level level, String algorithm, CommitOrder commitOrder) {
        if (findings.isEmpty()) {
            verdicts.put(level, new Verdict.Satisfied(algorithm, commitOrder));
        } else {
            verdicts.put(level, findings.violated(violations));
        }
    }

    private void violated(Level level, String algorithm, List<Anomaly> cycles) {
        List<Anomaly> anomalies = new ArrayList<>(findings.anomalies(violations));
        anomalies.addAll(cycles);
        verdicts.put(level, new Verdict.Violated(algorithm, anomalies, () -> refutation(cycles)));
    }

    private Refutation refutation(List<Anomaly> cycles) {
        return findings.isEmpty() ? WeakRefutation.of(cycles.get(0)) : findings.refutation();
    }

    /** The saturations that can explain a level's edges. */
    private List<Saturation> weakestFirst(Level level) {
        return switch (level) {
            case RA -> List.of(saturation(Level.RC), saturation(Level.RA));
            case CC -> List.of(saturation(Level.RC), saturation(Level.RA), saturation(Level.CC));
            default -> List.of(saturation(level));
        };
    }

    private Saturation saturation(Level level) {
        return switch (level) {
            case RC -> new ReadCommitted(subject, writeSets);
            case RA -> ReadAtomic.readAtomic(subject, writeSets);
            case RYW -> ReadAtomic.readYourWrites(subject, writeSets);
            case MR -> new MonotonicReads(subject);
            case MW -> new MonotonicWrites(subject, order, sessionIndex());
            case CC -> causal();
            case WFR -> new WritesFollowReads(subject, order, sessionChains(), sessionIndex(), writeSets);
            default -> throw new IllegalArgumentException(level.text());
        };
    }

    private Saturation causal() {
        if (causal == null) {
            causal = CausalEngine.saturation(subject, order, vectorBudget);
        }
        return causal;
    }

    private String algorithm(Level level) {
        return switch (level) {
            case RC -> "AWDIT, algorithm 1";
            case RA -> "AWDIT, algorithm 2";
            case CC -> CausalEngine.algorithm(causal());
            default -> "saturation";
        };
    }

    private Lanes sessionChains() {
        if (sessionChains == null) {
            sessionChains = subject.sessionOrder ? Lanes.ofSessions(subject, order) : Lanes.greedy(subject, order);
        }
        return sessionChains;
    }

    private WriterIndex sessionIndex() {
        if (sessionIndex == null) {
            sessionIndex = new WriterIndex(subject, order, sessionChains());
        }
        return sessionIndex;
    }

    private Verdict readUncommitted() {
        if (versionOrder.size() == 0) {
            return new Verdict.Satisfied("no version order, so nothing can break it", CommitOrder.ofArrival(subject));
        }
        Digraph graph = new Digraph(history.transactions() + 1, versionOrder.edges(), new EdgeList(0));
        CausalOrder found = CausalOrder.topological(subject, graph);
        if (found != null) {
            return new Verdict.Satisfied("version order", found.asCommitOrder());
        }
        List<Anomaly> cycles = new CycleReport(
                        subject, SeenEdges.ofVersions(subject, versionOrder), List.of(), violations)
                .of(graph, Level.RU);
        return new Verdict.Violated("version order", cycles, () -> WeakRefutation.of(cycles.get(0)));
    }

    private Verdict g1() {
        if (order == null) {
            SeenEdges withoutSessions = new SeenEdges(subject, false, versionOrder);
            Digraph graph = new Digraph(history.transactions() + 1, withoutSessions.list(), new EdgeList(0));
            CausalOrder found = CausalOrder.topological(subject, graph);
            if (found == null) {
                List<Anomaly> anomalies = new ArrayList<>(findings.anomalies(violations));
                List<Anomaly> cycles =
                        new CycleReport(subject, withoutSessions, List.of(), violations).of(graph, Level.G1);
                anomalies.addAll(cycles);
                return new Verdict.Violated("reads-from cycles", anomalies, () -> refutation(cycles));
            }
            return g1Satisfied(found);
        }
        return g1Satisfied(order);
    }

    private Verdict g1Satisfied(CausalOrder found) {
        return findings.isEmpty()
                ? new Verdict.Satisfied("reads-from cycles", found.asCommitOrder())
                : findings.violated(violations);
    }
}
