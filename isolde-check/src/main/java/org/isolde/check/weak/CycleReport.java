package org.isolde.check.weak;

import org.isolde.check.Anomaly;
import org.isolde.check.AnomalyKind;
import org.isolde.check.Edge;
import org.isolde.check.EdgeKind;
import org.isolde.check.Names;
import org.isolde.check.Premise;
import org.isolde.check.ViolationLimit;
import org.isolde.check.facts.SeenEdges;
import org.isolde.check.facts.Subject;
import org.isolde.check.graph.Digraph;
import org.isolde.check.graph.ShortestCycle;
import org.isolde.check.known.CycleKind;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.isolde.history.History;
import org.isolde.history.Level;

/** Turns the cycles of a graph into anomalies: one shortest cycle for each component, explained and named. */
final class CycleReport {
    private static final int MOST_SEARCHED = 2_000;

    private final Subject subject;
    private final History history;
    private final SeenEdges seen;
    private final List<Saturation> saturations;
    private final ViolationLimit violations;

    /**
     * @param saturations what can explain inferred edges, weakest level first
     */
    CycleReport(Subject subject, SeenEdges seen, List<Saturation> saturations, ViolationLimit violations) {
        this.subject = subject;
        this.history = subject.history;
        this.seen = seen;
        this.saturations = saturations;
        this.violations = violations;
    }

    /** The anomalies of a graph for a level. */
    List<Anomaly> of(Digraph graph, Level level) {
        List<int[]> cycles = new ArrayList<>();
        List<int[]> components = graph.components();
        ShortestCycle search = new ShortestCycle(graph);
        int most =
                violations == ViolationLimit.FIRST ? 1 : violations == ViolationLimit.EACH ? MOST_SEARCHED : Integer.MAX_VALUE;
        for (int i = 0; i < components.size() && i < most; i++) {
            cycles.add(ShortestCycle.rotated(search.in(components.get(i))));
        }
        cycles.sort((a, b) -> Integer.compare(a[0], b[0]));
        Explainer explainer = new Explainer(subject);
        List<int[]> inferred = new ArrayList<>();
        for (int[] cycle : cycles) {
            for (int i = 0; i < cycle.length; i++) {
                int to = cycle[(i + 1) % cycle.length];
                if (!isSeen(graph, cycle[i], to)) {
                    inferred.add(new int[] {cycle[i], to});
                }
            }
        }
        if (!inferred.isEmpty()) {
            explainer.find(inferred, saturations);
        }
        List<Anomaly> anomalies = new ArrayList<>();
        Set<AnomalyKind> kinds = EnumSet.noneOf(AnomalyKind.class);
        for (int[] cycle : cycles) {
            List<Edge> edges = new ArrayList<>();
            for (int i = 0; i < cycle.length; i++) {
                int to = cycle[(i + 1) % cycle.length];
                edges.add(isSeen(graph, cycle[i], to) ? seen.explain(cycle[i], to) : explainer.edge(cycle[i], to));
            }
            Anomaly anomaly = anomaly(edges, level);
            if (violations == ViolationLimit.ALL || kinds.add(anomaly.kind())) {
                anomalies.add(anomaly);
            }
        }
        return anomalies;
    }

    /** A transaction that would have to come before the initial state. */
    Anomaly toInitial(int before, Level level) {
        Explainer explainer = new Explainer(subject);
        explainer.find(List.of(new int[] {before, History.INITIAL}), saturations);
        Edge edge = explainer.edge(before, History.INITIAL);
        Names names = new Names(history);
        Edge back = Edge.seen(
                History.INITIAL,
                before,
                EdgeKind.WW,
                edge.key(),
                names.transaction(before) + " overwrote the initial value of " + names.key(edge.key())
                        + "; the initial state comes before every transaction");
        return anomaly(List.of(edge, back), level);
    }

    private static boolean isSeen(Digraph graph, int from, int to) {
        for (int e = graph.first[from]; e < graph.inferredFrom[from]; e++) {
            if (graph.target[e] == to) {
                return true;
            }
        }
        return false;
    }

    private Anomaly anomaly(List<Edge> edges, Level level) {
        List<Integer> involved = new ArrayList<>();
        int key = -1;
        for (Edge edge : edges) {
            addNew(involved, edge.from());
            edge.via().forEach(t -> addNew(involved, t));
            if (edge.reader() > 0) {
                addNew(involved, edge.reader());
                key = key < 0 ? edge.key() : key;
            }
        }
        for (Edge edge : edges) {
            key = key < 0 ? edge.key() : key;
        }
        AnomalyKind kind = kind(edges);
        StringBuilder story = new StringBuilder();
        for (Edge edge : edges) {
            story.append(story.length() == 0 ? "" : "; ").append(edge.because());
        }
        return new Anomaly(kind, level, List.copyOf(involved), key, -1, -1, List.copyOf(edges), story.toString());
    }

    private static void addNew(List<Integer> list, int transaction) {
        if (transaction > 0 && !list.contains(transaction)) {
            list.add(transaction);
        }
    }

    /** The name of a cycle: by the strongest of the premises that its inferred edges need. */
    private AnomalyKind kind(List<Edge> edges) {
        if (CycleKind.isOfDependencies(edges)) {
            return CycleKind.of(edges).anomaly();
        }
        Premise strongest = null;
        for (Edge edge : edges) {
            if (edge.premise() != null && (strongest == null || edge.premise().compareTo(strongest) > 0)) {
                strongest = edge.premise();
            }
        }
        if (isNonRepeatable(edges)) {
            return AnomalyKind.NON_REPEATABLE_READS;
        }
        return switch (strongest) {
            case READ_BEFORE -> AnomalyKind.NON_MONOTONIC_READ;
            case SESSION, SESSION_READ, SESSION_WRITE, READ_THEN_WRITTEN -> AnomalyKind.SESSION_GUARANTEE_VIOLATION;
            case READ -> AnomalyKind.FRACTURED_READ;
            case CAUSAL -> AnomalyKind.CAUSALITY_VIOLATION;
        };
    }

    /** Whether an ordering is forced by one transaction that read one key from both sides of it. */
    private boolean isNonRepeatable(List<Edge> edges) {
        for (Edge edge : edges) {
            if (edge.premise() == Premise.READ) {
                for (int op = history.firstOp(edge.reader()); op < history.firstOp(edge.reader() + 1); op++) {
                    if (history.key(op) == edge.key() && subject.source(op, edge.reader()) == edge.from()) {
                        return true;
                    }
                }
            }
        }
        return false;
    }
}
