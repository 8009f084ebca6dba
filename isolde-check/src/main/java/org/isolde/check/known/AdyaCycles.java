package org.isolde.check.known;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.isolde.check.EdgeKind;
import org.isolde.check.ViolationLimit;
import org.isolde.check.facts.Facts;
import org.isolde.check.facts.Lazy;
import org.isolde.check.facts.RealTime;
import org.isolde.check.graph.Digraph;
import org.isolde.check.graph.EdgeList;
import org.isolde.check.graph.IntList;
import org.isolde.check.refute.Contradiction;
import org.isolde.history.Level;
import org.isolde.proof.ProofEdge;

/**
 * The anomalies of a history that are cycles of known dependencies, each as a shortest cycle of its kind: G0, G1c, lost
 * update, G-single, G-nonadjacent and G2-item, plain, closed by session order, or closed by real time.
 *
 * <p>What is found is there, whatever the rest of the version orders may be. Where all version orders are known (lists,
 * complete version orders, every write behind a read of its key) and {@link #isExhaustive} holds, what is not found is
 * not there. Linear if there is no cycle.
 */
public final class AdyaCycles {
    /** Components that are searched if one cycle of each kind is enough. */
    private static final int MOST_COMPONENTS = 2_000;
    /** From what size on it pays to look for the part of a component that has no two anti-dependencies in a row. */
    private static final int LARGE = 200;

    private final Facts facts;
    private final Updates updates;
    private final Dependencies graph;
    /** Places of nodes in a component, from 1; all 0 between two uses. */
    private final int[] local;

    private final Lazy<Boolean> acyclic;
    private boolean exhaustive = true;
    /** What was searched already: the shortest, and the shortest of every component. */
    private final Map<Wanted, List<int[]>> bestCycles = new HashMap<>();

    private final Map<Wanted, List<int[]>> allCycles = new HashMap<>();
    /** The components, by the kinds of edges in them. */
    private final Map<Integer, List<int[]>> componentsBy = new HashMap<>();

    /**
     * @param realTime real time, or null if it does not count
     * @param predicates what predicate reads saw and missed, or null if they take no part
     */
    AdyaCycles(Facts facts, Updates updates, VersionSteps versions, RealTime realTime, PredicateView predicates) {
        this.facts = facts;
        this.updates = updates;
        this.graph = new Dependencies(facts, versions, realTime, predicates);
        this.acyclic = new Lazy<>(() -> graph.components(-1).isEmpty());
        this.local = new int[graph.nodes()];
    }

    /** Whether so far every search came to its end; else a kind may have been missed beside those that were found. */
    public boolean isExhaustive() {
        return exhaustive;
    }

    Dependencies graph() {
        return graph;
    }

    /**
     * What is searched for: a kind (null: what breaks prefix consistency), and whether it is to begin with a change that a
     * predicate read missed.
     */
    private record Wanted(CycleKind kind, boolean byPredicate) {}

    /** A cycle that breaks a level, the weakest of those that were asked for. */
    public record Found(Level level, Contradiction contradiction) {}

    /** Why a level is broken, the most telling first; empty if no cycle of known dependencies breaks it. */
    public List<Contradiction> breaking(Level level, ViolationLimit limit) {
        return breaking(EnumSet.of(level), limit).stream()
                .map(Found::contradiction)
                .toList();
    }

    /**
     * What breaks one of some levels, each under the weakest of them that it breaks: the first, the shortest of each kind, or
     * the shortest of each kind in every component. For linearizability the facts must not have session order.
     */
    List<Found> breaking(Set<Level> levels, ViolationLimit limit) {
        Findings found = new Findings();
        for (CycleKind kind : CycleKind.ALL) {
            if (levels.stream().noneMatch(level -> mayBreak(kind, level))) {
                continue;
            }
            boolean diverges = kind.shape() == CycleKind.Shape.LOST_UPDATE && divergences(levels, limit, found);
            if (!diverges || limit == ViolationLimit.ALL) {
                search(new Wanted(kind, false), levels, limit, found);
            }
            if (limit != ViolationLimit.FIRST && mayBePhantom(kind)) {
                // a shorter cycle of items is no reason to keep quiet about phantoms
                search(new Wanted(kind, true), levels, limit, found);
            }
            if (limit == ViolationLimit.FIRST && !found.list.isEmpty()) {
                return found.list.subList(0, 1);
            }
        }
        if (levels.contains(Level.PC) && (limit == ViolationLimit.ALL || !found.breaksPrefix)) {
            search(new Wanted(null, false), EnumSet.of(Level.PC), limit, found);
        }
        return found.list;
    }

    /** What was found, each once: a lost update by its transactions, other cycles by their edges. */
    private static final class Findings {
        final List<Found> list = new ArrayList<>();
        private final Set<Object> known = new HashSet<>();
        boolean breaksPrefix;

        void add(Level level, Contradiction contradiction, Object identity, List<ProofEdge> cycle) {
            if (level != null && known.add(identity)) {
                list.add(new Found(level, contradiction));
                breaksPrefix |= !cycle.isEmpty() && CycleKind.breaks(cycle, Level.PC);
            }
        }
    }

    private static boolean mayBreak(CycleKind kind, Level level) {
        return kind.alwaysBreaks(level) || (level == Level.LIN && kind.variant() == CycleKind.Variant.REAL_TIME);
    }

    /** Adds those who both overwrote what both had read, an update being lost whichever came first; whether there are any. */
    private boolean divergences(Set<Level> levels, ViolationLimit limit, Findings found) {
        Level level = weakest(levels, List.of(), true);
        int most = limit == ViolationLimit.ALL ? updates.divergences() : Math.min(1, updates.divergences());
        for (int i = 0; level != null && i < most; i++) {
            int a = updates.firstOf(i);
            int b = updates.secondOf(i);
            Contradiction divergence = CycleProof.divergence(facts, a, b, updates.readOf(i));
            found.add(level, divergence, Set.of(a, b), List.of());
        }
        return most > 0;
    }

    /** Whether cycles of a kind have a name of their own where they begin with what a predicate read missed. */
    private boolean mayBePhantom(CycleKind kind) {
        return graph.hasMissed()
                && kind.variant() == CycleKind.Variant.PLAIN
                && (kind.shape() == CycleKind.Shape.G_SINGLE || kind.shape() == CycleKind.Shape.G2_ITEM);
    }

    private void search(Wanted wanted, Set<Level> levels, ViolationLimit limit, Findings found) {
        if (acyclic.get()) {
            return;
        }
        boolean all = limit == ViolationLimit.ALL;
        for (int[] path : (all ? allCycles : bestCycles).computeIfAbsent(wanted, unused -> cycles(wanted, all))) {
            List<ProofEdge> cycle = cycle(path);
            boolean lost =
                    CycleKind.of(cycle).variant() == CycleKind.Variant.PLAIN && LostUpdate.isLostUpdate(facts, cycle);
            Level level = weakest(levels, cycle, lost);
            if (level != null) {
                Object identity =
                        lost ? Set.copyOf(cycle.stream().map(ProofEdge::from).toList()) : cycle;
                found.add(level, CycleProof.of(facts, cycle, level), identity, cycle);
            }
        }
    }

    private List<int[]> cycles(Wanted wanted, boolean all) {
        CycleSearch search = new CycleSearch(graph, wanted.kind, wanted.byPredicate);
        List<int[]> components = componentsBy.computeIfAbsent(search.mask(), graph::components);
        int most = all ? components.size() : Math.min(MOST_COMPONENTS, components.size());
        List<int[]> cycles = new ArrayList<>();
        int[] best = null;
        for (int i = 0; i < most; i++) {
            int[] cycle = null;
            for (int[] part : parts(components.get(i), wanted.kind, search.mask())) {
                cycle = shorter(cycle, search.in(part));
            }
            if (all && cycle != null) {
                cycles.add(cycle);
            }
            best = shorter(best, cycle);
        }
        // what else is missed is of a kind that is searched for anyway
        exhaustive &= wanted.byPredicate || (most == components.size() && !search.gaveUp());
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
            count += graph.kind(edge) == Dependencies.INSIDE ? 0 : 1;
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
        for (int node : component) {
            local[node] = 0;
        }
        return parts;
    }

    /** The dependencies of a path, beginning with the smallest transaction. */
    private List<ProofEdge> cycle(int[] path) {
        IntList dependencies = new IntList();
        int smallest = 0;
        for (int edge : path) {
            if (graph.kind(edge) != Dependencies.INSIDE) {
                dependencies.add(edge);
            }
        }
        int size = dependencies.size();
        int[] source = new int[size];
        for (int i = 0; i < size; i++) {
            source[i] = graph.source(dependencies.get(i));
            smallest = source[i] < source[smallest] ? i : smallest;
        }
        List<ProofEdge> edges = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            int at = (smallest + i) % size;
            edges.add(graph.dependency(dependencies.get(at), source[at], source[(at + 1) % size]));
        }
        return edges;
    }

    /** The weakest of some levels that a cycle breaks; null if none. */
    private static Level weakest(Set<Level> levels, List<ProofEdge> cycle, boolean lostUpdate) {
        for (Level level : Level.values()) {
            if (levels.contains(level)
                    && (lostUpdate && level.implies(Level.CS) || !cycle.isEmpty() && CycleKind.breaks(cycle, level))) {
                return level;
            }
        }
        return null;
    }
}
