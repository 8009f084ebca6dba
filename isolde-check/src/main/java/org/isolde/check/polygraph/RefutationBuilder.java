package org.isolde.check.polygraph;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import org.isolde.check.facts.Nodes;
import org.isolde.check.graph.Digraph;
import org.isolde.check.graph.EdgeList;
import org.isolde.check.graph.GrowingGraph;
import org.isolde.check.graph.ShortestCycle;
import org.isolde.history.History;
import org.isolde.proof.Ordering;
import org.isolde.proof.ProofEdge;
import org.isolde.proof.ProofEdge.Kind;
import org.isolde.proof.Refutation;

/**
 * Turns a contradiction of a {@link Polygraph} into a proof: for each inferred ordering that the contradiction needs, the
 * cycle that refutes its opposite, in the order in which they were inferred; then the last cycle.
 */
final class RefutationBuilder {
    private final Polygraph polygraph;
    private final Versions versions;
    private final Derivations derivations;
    private final Nodes nodes;
    private final KnownPaths paths;
    private final List<Refutation.Step> steps = new ArrayList<>();
    /** The step that established an ordering. */
    private final Map<Ordering, Integer> established = new HashMap<>();

    RefutationBuilder(Polygraph polygraph) {
        this.polygraph = polygraph;
        this.versions = polygraph.versions;
        this.derivations = polygraph.derivations;
        this.nodes = polygraph.nodes;
        this.paths = new KnownPaths(polygraph);
    }

    KnownPaths paths() {
        return paths;
    }

    Refutation result() {
        return new Refutation(steps);
    }

    /** What saturation found: a cycle, or a stale read of an initial version. */
    void saturation() {
        int all = polygraph.graph.arrived();
        int[] stale = polygraph.staleInitialRead;
        if (stale == null) {
            cycle(shortestCycle());
            return;
        }
        int t = stale[0];
        int key = stale[1];
        int writer = versions.writer[stale[2]];
        List<KnownPaths.Step> path = paths.path(writer, t, all);
        List<ProofEdge> edges = need(path);
        ProofEdge missed = ProofEdge.antiDependency(t, writer, key, History.INITIAL);
        if (polygraph.rules.anti() == LevelRules.Anti.SAME_KEY) {
            establish(edges, new Ordering(key, writer, t));
            add(List.of(missed, ProofEdge.of(Kind.WW, writer, t, key)));
        } else {
            edges.add(missed);
            add(edges);
        }
    }

    private List<KnownPaths.Step> shortestCycle() {
        GrowingGraph graph = polygraph.graph;
        EdgeList inferred = new EdgeList(graph.arrived());
        for (int e = 0; e < graph.arrived(); e++) {
            inferred.add(graph.from.get(e), graph.to.get(e));
        }
        Digraph digraph = new Digraph(graph.nodes, graph.known(), inferred);
        ShortestCycle search = new ShortestCycle(digraph);
        int[] best = null;
        int searched = 0;
        for (int[] component : digraph.components()) {
            if (searched++ >= 100) {
                break;
            }
            int[] cycle = search.in(component);
            best = best == null || cycle.length < best.length ? cycle : best;
        }
        // begin at a transaction, so that time points and gates lie between two of them
        int start = 0;
        while (!nodes.isTransaction(best[start])) {
            start++;
        }
        List<KnownPaths.Step> path = new ArrayList<>();
        for (int i = 0; i < best.length; i++) {
            path.add(paths.step(best[(start + i) % best.length], best[(start + i + 1) % best.length]));
        }
        return path;
    }

    /** A closed path, with all that it needs. */
    void cycle(List<KnownPaths.Step> path) {
        add(need(path));
    }

    /** The edges of a path, after all inferred orderings that they use have been established. */
    List<ProofEdge> need(List<KnownPaths.Step> path) {
        PriorityQueue<Integer> open = new PriorityQueue<>((a, b) -> Integer.compare(b, a));
        push(path, open);
        TreeMap<Integer, List<KnownPaths.Step>> plans = new TreeMap<>();
        while (!open.isEmpty()) {
            int edge = open.poll();
            if (plans.containsKey(edge) || established.containsKey(ordering(edge))) {
                continue;
            }
            List<KnownPaths.Step> reason = reason(edge);
            plans.put(edge, reason);
            push(reason, open);
        }
        plans.forEach(this::derive);
        return edges(path);
    }

    /**
     * The edges of a path. Where anti-dependencies are no edges, an edge from whoever overwrote an initial version to the
     * others who wrote the key is an ordering that has to be established first.
     */
    private List<ProofEdge> edges(List<KnownPaths.Step> path) {
        List<ProofEdge> edges = paths.edges(path);
        if (polygraph.rules.anti() != LevelRules.Anti.EDGE) {
            for (ProofEdge edge : edges) {
                if (edge.kind() == Kind.WW && paths.updatesInitial(edge.from(), edge.key())) {
                    afterUpdate(History.INITIAL, new Ordering(edge.key(), edge.from(), edge.to()));
                }
            }
        }
        return edges;
    }

    private static void push(List<KnownPaths.Step> path, PriorityQueue<Integer> open) {
        for (KnownPaths.Step step : path) {
            if (step.inferred() >= 0) {
                open.add(step.inferred());
            }
        }
    }

    private Ordering ordering(int edge) {
        int earlier = derivations.earlier(edge);
        return ordering(earlier, derivations.later(edge));
    }

    Ordering ordering(int earlier, int later) {
        return new Ordering(versions.keyOf(earlier), versions.writerOf(earlier), versions.writerOf(later));
    }

    /** The path that, together with the opposite of an inferred ordering, closes a cycle. */
    private List<KnownPaths.Step> reason(int edge) {
        int earlier = versions.writer[derivations.earlier(edge)];
        int later = versions.writer[derivations.later(edge)];
        if (derivations.reachedReader(edge) > 0) {
            return paths.path(nodes.commit(earlier), nodes.snapshot(derivations.reachedReader(edge)), edge);
        }
        int updated = derivations.updatedVersion(edge);
        if (updated >= 0) {
            return paths.path(versions.writer[updated], later, edge);
        }
        return paths.path(orderSource(earlier), nodes.commit(later), edge);
    }

    /** From where a path to a later commit means that the order can't be the other way round. */
    private int orderSource(int t) {
        return polygraph.rules.conflicts() ? nodes.snapshot(t) : nodes.commit(t);
    }

    private void derive(int edge, List<KnownPaths.Step> path) {
        Ordering ordering = ordering(edge);
        if (established.containsKey(ordering)) {
            return;
        }
        List<ProofEdge> edges = edges(path);
        int key = ordering.key();
        int reader = derivations.reachedReader(edge);
        int updated = derivations.updatedVersion(edge);
        if (reader > 0) {
            ProofEdge anti = ProofEdge.antiDependency(reader, ordering.before(), key, ordering.after());
            if (polygraph.rules.anti() == LevelRules.Anti.SAME_KEY) {
                establish(edges, new Ordering(key, ordering.before(), reader));
                edges = new ArrayList<>();
                edges.add(ProofEdge.of(Kind.WW, ordering.before(), reader, key));
            }
            edges.add(anti);
            addUnit(edges, ordering);
        } else if (updated >= 0) {
            int source = versions.writer[updated];
            establish(edges, new Ordering(key, source, ordering.after()));
            afterUpdate(source, ordering);
        } else {
            establish(edges, ordering);
        }
    }

    /** Who overwrote what it read from a source comes before all later versions than that. */
    private void afterUpdate(int source, Ordering ordering) {
        addUnit(
                List.of(
                        ProofEdge.antiDependency(ordering.before(), ordering.after(), ordering.key(), source),
                        ProofEdge.of(Kind.WW, ordering.after(), ordering.before(), ordering.key())),
                ordering);
    }

    /** Establishes an ordering of two transactions along a path from the first to the second. */
    void establish(List<ProofEdge> path, Ordering ordering) {
        if (!established.containsKey(ordering)) {
            List<ProofEdge> edges = new ArrayList<>(path);
            edges.add(ProofEdge.of(Kind.WW, ordering.after(), ordering.before(), ordering.key()));
            addUnit(edges, ordering);
        }
    }

    boolean isEstablished(Ordering ordering) {
        return established.containsKey(ordering);
    }

    void addUnit(List<ProofEdge> edges, Ordering ordering) {
        if (!established.containsKey(ordering)) {
            established.put(ordering, add(edges));
        }
    }

    /** Adds a cycle; its number. */
    int add(List<ProofEdge> edges) {
        steps.add(new Refutation.Cycle(edges));
        return steps.size() - 1;
    }

    /** Adds a clause that follows from earlier steps; its number. */
    int add(List<Ordering> orderings, List<Integer> hints) {
        steps.add(new Refutation.Clause(orderings, hints));
        if (orderings.size() == 1) {
            established.putIfAbsent(orderings.get(0), steps.size() - 1);
        }
        return steps.size() - 1;
    }
}
