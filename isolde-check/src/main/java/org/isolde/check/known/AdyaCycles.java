package org.isolde.check.known;

import org.isolde.check.Anomaly;
import org.isolde.check.AnomalyKind;
import org.isolde.check.Edge;
import org.isolde.check.EdgeKind;
import org.isolde.check.ViolationLimit;
import org.isolde.check.facts.ReadFindings;
import org.isolde.check.facts.RealTime;
import org.isolde.check.facts.Subject;
import org.isolde.check.facts.VersionOrder;
import org.isolde.check.graph.Digraph;
import org.isolde.check.graph.EdgeList;
import org.isolde.check.graph.IntList;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.isolde.history.Level;

/**
 * The anomalies of a history that are cycles of known dependencies, each as a shortest cycle of its kind: G0, G1c, lost
 * update, G-single, G-nonadjacent and G2-item, plain, closed by session order, or closed by real time.
 *
 * <p>What is found is there, whatever the rest of the version orders may be. Where all version orders are known (lists,
 * complete version orders, every write behind a read of its key) and {@link #isExhaustive} holds, what is not found is
 * not there. Linear if there is no cycle.
 */
final class AdyaCycles {
    /** Components that are searched if one cycle of each kind is enough. */
    private static final int MOST_COMPONENTS = 2_000;
    /** From what size on it pays to look for the part of a component that has no two anti-dependencies in a row. */
    private static final int LARGE = 200;

    private final KnownDependencies graph;
    private final boolean acyclic;
    private boolean exhaustive = true;
    /** What was searched already, by kind: the shortest, and the shortest of every component. */
    private final Map<String, List<int[]>> bestCycles = new HashMap<>();

    private final Map<String, List<int[]>> allCycles = new HashMap<>();
    /** The components, by the kinds of edges in them. */
    private final Map<Integer, List<int[]>> componentsBy = new HashMap<>();

    /**
     * @param realTime real time, or null if it does not count
     * @param derived orderings of versions beside those that the history shows, or null
     */
    AdyaCycles(Subject subject, VersionOrder versionOrder, RealTime realTime, DerivedOrderings derived) {
        this.graph = new KnownDependencies(subject, versionOrder, realTime, derived);
        this.acyclic = graph.components(-1).isEmpty();
    }

    /** The anomalies of a history that break one of some levels; real time is null if it does not count. */
    static List<Anomaly> find(
            Subject subject, ReadFindings findings, Set<Level> levels, RealTime realTime, ViolationLimit violations) {
        return new AdyaCycles(subject, findings.versionOrder(), realTime, null).breaking(levels, violations);
    }

    /** Whether the known dependencies have no cycle, of whatever kind. */
    boolean isAcyclic() {
        return acyclic;
    }

    /** Whether so far every search came to its end; else a kind may have been missed beside those that were found. */
    boolean isExhaustive() {
        return exhaustive;
    }

    /** The anomalies that break a level. */
    List<Anomaly> breaking(Level level, ViolationLimit violations) {
        return breaking(EnumSet.of(level), violations);
    }

    /**
     * The anomalies that break one of some levels, each under the weakest of them that it breaks: the first, the shortest
     * of each kind, or the shortest of each kind in every component. For linearizability the subject must not have session
     * order.
     */
    List<Anomaly> breaking(Set<Level> levels, ViolationLimit violations) {
        List<Anomaly> found = new ArrayList<>();
        for (CycleKind kind : CycleKind.all()) {
            if (levels.stream().noneMatch(level -> mayBreak(kind, level))) {
                continue;
            }
            boolean diverges = kind.shape() == CycleKind.Shape.LOST_UPDATE && divergences(levels, violations, found);
            if (!diverges || violations == ViolationLimit.ALL) {
                search(kind, levels, violations, found);
            }
            if (violations == ViolationLimit.FIRST && !found.isEmpty()) {
                return found.subList(0, 1);
            }
        }
        if (levels.contains(Level.PC)
                && (violations == ViolationLimit.ALL
                        || found.stream().noneMatch(known -> CycleKind.breaks(known.cycle(), Level.PC)))) {
            search(null, EnumSet.of(Level.PC), violations, found);
        }
        return found;
    }

    private static boolean mayBreak(CycleKind kind, Level level) {
        return kind.alwaysBreaks(level) || (level == Level.LIN && kind.variant() == CycleKind.Variant.REAL_TIME);
    }

    /** Adds those who both overwrote what both had read, an update being lost whichever came first; whether there are any. */
    private boolean divergences(Set<Level> levels, ViolationLimit violations, List<Anomaly> found) {
        Level level = weakest(levels, List.of(), true);
        KnownVersions versions = graph.versions();
        int most = violations == ViolationLimit.ALL ? versions.divergences() : Math.min(1, versions.divergences());
        for (int i = 0; level != null && i < most; i++) {
            found.add(versions.lostUpdate(i, level));
        }
        return most > 0;
    }

    /** Searches for a kind of cycle; null: for what breaks prefix consistency. */
    private void search(CycleKind kind, Set<Level> levels, ViolationLimit violations, List<Anomaly> found) {
        if (acyclic) {
            return;
        }
        boolean all = violations == ViolationLimit.ALL;
        for (int[] cycle : (all ? allCycles : bestCycles).computeIfAbsent(key(kind), unused -> cycles(kind, all))) {
            add(cycle, levels, found);
        }
    }

    private static String key(CycleKind kind) {
        return kind == null ? "prefix" : kind.toString();
    }

    /** A shortest cycle of a kind, or one for each component. */
    private List<int[]> cycles(CycleKind kind, boolean all) {
        CycleSearch search = new CycleSearch(graph, kind);
        List<int[]> components = componentsBy.computeIfAbsent(search.mask(), graph::components);
        int most = all ? components.size() : Math.min(MOST_COMPONENTS, components.size());
        exhaustive &= most == components.size();
        List<int[]> cycles = new ArrayList<>();
        int[] best = null;
        for (int i = 0; i < most; i++) {
            int[] cycle = null;
            for (int[] part : parts(components.get(i), kind, search.mask())) {
                cycle = shorter(cycle, search.in(part));
            }
            if (all && cycle != null) {
                cycles.add(cycle);
            }
            best = shorter(best, cycle);
        }
        exhaustive &= !search.gaveUp();
        return all || best == null ? cycles : List.of(best);
    }

    /** The one with fewer dependencies; the first if both have as many. */
    private int[] shorter(int[] a, int[] b) {
        if (a == null || b == null) {
            return a == null ? b : a;
        }
        return dependencies(b) < dependencies(a) ? b : a;
    }

    private int dependencies(int[] edges) {
        int count = 0;
        for (int edge : edges) {
            count += graph.kind(edge) == KnownDependencies.INSIDE ? 0 : 1;
        }
        return count;
    }

    /**
     * The parts of a component in which cycles of a kind can lie. If the kind has no two anti-dependencies in a row, and
     * the component is large, these are the components of a graph in which every node is there twice, the second one for
     * having been reached by an anti-dependency, from where none goes on.
     */
    private List<int[]> parts(int[] component, CycleKind kind, int mask) {
        boolean nonadjacent = kind == null
                || kind.shape() == CycleKind.Shape.G_SINGLE
                || kind.shape() == CycleKind.Shape.G_NONADJACENT;
        if (!nonadjacent || component.length < LARGE) {
            return List.of(component);
        }
        int[] local = new int[graph.nodes()];
        for (int i = 0; i < component.length; i++) {
            local[component[i]] = i + 1;
        }
        EdgeList edges = new EdgeList(component.length * 4);
        for (int i = 0; i < component.length; i++) {
            int node = component[i];
            boolean point = !graph.isTransaction(node);
            for (int e = graph.firstEdge(node); e < graph.firstEdge(node + 1); e++) {
                int to = local[graph.target(e)];
                if (to == 0 || (mask >> graph.kind(e) & 1) == 0) {
                    continue;
                }
                int from = (i + 1) * 2;
                if (point) {
                    // inside edges go on as they came
                    edges.add(from, to * 2);
                    edges.add(from + 1, to * 2 + 1);
                } else if (graph.kind(e) == EdgeKind.RW.ordinal()) {
                    edges.add(from, to * 2 + 1);
                } else {
                    edges.add(from, to * 2);
                    edges.add(from + 1, to * 2);
                }
            }
        }
        List<int[]> parts = new ArrayList<>();
        for (int[] part : new Digraph((component.length + 1) * 2, edges, new EdgeList(0)).components()) {
            IntList nodes = new IntList();
            for (int i = 0; i < part.length; i++) {
                if (i == 0 || part[i] / 2 != part[i - 1] / 2) {
                    nodes.add(component[part[i] / 2 - 1]);
                }
            }
            parts.add(nodes.toArray());
        }
        return parts;
    }

    private void add(int[] cycle, Set<Level> levels, List<Anomaly> found) {
        Anomaly anomaly = anomaly(cycle, levels);
        if (anomaly.level() != null && found.stream().noneMatch(known -> isSame(known, anomaly))) {
            found.add(anomaly);
        }
    }

    private static boolean isSame(Anomaly a, Anomaly b) {
        return a.kind() == b.kind()
                && (a.kind() == AnomalyKind.LOST_UPDATE
                        ? Set.copyOf(a.transactions()).equals(Set.copyOf(b.transactions()))
                        : a.cycle().equals(b.cycle()));
    }

    private Anomaly anomaly(int[] path, Set<Level> levels) {
        IntList dependencies = new IntList();
        int smallest = 0;
        for (int edge : path) {
            if (graph.kind(edge) != KnownDependencies.INSIDE) {
                dependencies.add(edge);
            }
        }
        int size = dependencies.size();
        int[] source = new int[size];
        for (int i = 0; i < size; i++) {
            source[i] = graph.source(dependencies.get(i));
            smallest = source[i] < source[smallest] ? i : smallest;
        }
        List<Edge> edges = new ArrayList<>();
        List<Integer> involved = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            int at = (smallest + i) % size;
            involved.add(source[at]);
            edges.add(graph.explain(dependencies.get(at), source[at], source[(at + 1) % size]));
        }
        CycleKind shown = CycleKind.of(edges);
        boolean lostUpdate = shown.shape() == CycleKind.Shape.G_SINGLE
                && shown.variant() == CycleKind.Variant.PLAIN
                && LostUpdateCycles.isLostUpdate(graph, path);
        StringBuilder story = new StringBuilder();
        int key = -1;
        boolean anti = false;
        for (Edge edge : edges) {
            story.append(story.length() == 0 ? "" : "; ").append(edge.because());
            if (edge.key() >= 0 && (key < 0 || (edge.kind() == EdgeKind.RW && !anti))) {
                key = edge.key();
                anti = edge.kind() == EdgeKind.RW;
            }
        }
        return new Anomaly(
                lostUpdate ? AnomalyKind.LOST_UPDATE : shown.anomaly(),
                weakest(levels, edges, lostUpdate),
                List.copyOf(involved),
                key,
                -1,
                -1,
                List.copyOf(edges),
                story.toString());
    }

    /** The weakest of some levels that a cycle breaks; null if none. */
    private static Level weakest(Set<Level> levels, List<Edge> cycle, boolean lostUpdate) {
        for (Level level : Level.values()) {
            if (levels.contains(level)
                    && (lostUpdate && level.implies(Level.CS) || !cycle.isEmpty() && CycleKind.breaks(cycle, level))) {
                return level;
            }
        }
        return null;
    }
}
