package org.isolde.check.polygraph;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.isolde.check.facts.Nodes;
import org.isolde.check.graph.CheapestPaths;
import org.isolde.check.graph.GrowingGraph;
import org.isolde.history.History;
import org.isolde.proof.ProofEdge;

/**
 * Paths in a {@link Polygraph}, for proofs: cheapest first, where an inferred edge costs more than a known one, because it
 * needs a proof of its own; and what they say about transactions.
 */
final class KnownPaths {
    private static final int INFERRED = 8;

    private final Polygraph polygraph;
    private final Nodes nodes;
    private final GrowingGraph graph;
    private final History history;
    private final CheapestPaths cheapest;
    private final Map<Long, Integer> givenEdges = new HashMap<>();

    KnownPaths(Polygraph polygraph) {
        this.polygraph = polygraph;
        this.nodes = polygraph.nodes;
        this.graph = polygraph.graph;
        this.history = polygraph.history;
        this.cheapest = new CheapestPaths(nodes.count);
        for (int i = 0; i < polygraph.given.size(); i++) {
            givenEdges.putIfAbsent(pair(polygraph.given.before(i), polygraph.given.after(i)), i);
        }
    }

    private static long pair(int a, int b) {
        return ((long) a << 32) | b;
    }

    /** One edge of a path: nodes, and which inferred edge it is, or -1. */
    record Step(int from, int to, int inferred) {}

    /**
     * A cheapest path that uses inferred edges below a number only.
     *
     * @throws IllegalStateException if there is none
     */
    List<Step> path(int from, int to, int inferredBelow) {
        List<Step> steps = new ArrayList<>();
        if (from == to) {
            return steps;
        }
        search(from, to, inferredBelow);
        int at = to;
        while (at != from) {
            int via = cheapest.via(at);
            int before = via >= 0 ? graph.from.get(via) : -2 - via;
            steps.add(new Step(before, at, Math.max(-1, via)));
            at = before;
        }
        Collections.reverse(steps);
        return steps;
    }

    /**
     * Finds a path, reached by an inferred edge or, as {@code -2 - node}, by a known edge from a node. Of nodes that cost
     * the same the one that was found first goes on: the lower half of a cost says when that was.
     */
    private void search(int from, int to, int inferredBelow) {
        long found = 0;
        cheapest.start(from);
        for (int u = cheapest.next(); u >= 0; u = cheapest.next()) {
            if (u == to) {
                return;
            }
            long cost = cheapest.cost(u) >>> 32;
            for (int k = graph.outFirst[u]; k < graph.outFirst[u + 1]; k++) {
                cheapest.offer(graph.out[k], (cost + 1) << 32 | found++, -2 - u);
            }
            for (int e = graph.firstOut(u); e >= 0; e = graph.nextOut(e)) {
                if (e < inferredBelow) {
                    cheapest.offer(graph.to.get(e), (cost + INFERRED) << 32 | found++, e);
                }
            }
        }
        throw new IllegalStateException("no path from node " + from + " to node " + to);
    }

    /** An edge between neighbouring nodes, by whatever is known of them. */
    Step step(int from, int to) {
        for (int k = graph.outFirst[from]; k < graph.outFirst[from + 1]; k++) {
            if (graph.out[k] == to) {
                return new Step(from, to, -1);
            }
        }
        int found = -1;
        for (int e = graph.firstOut(from); e >= 0; e = graph.nextOut(e)) {
            found = graph.to.get(e) == to ? e : found;
        }
        if (found < 0) {
            throw new IllegalStateException("no edge from node " + from + " to node " + to);
        }
        return new Step(from, to, found);
    }

    /** What a path says, transaction by transaction. It begins and ends at nodes of transactions. */
    List<ProofEdge> edges(List<Step> path) {
        List<ProofEdge> edges = new ArrayList<>();
        int entered = -1;
        for (Step step : path) {
            boolean leaves = nodes.isTransaction(step.from);
            boolean arrives = nodes.isTransaction(step.to);
            if (leaves) {
                entered = nodes.transaction(step.from);
            }
            if (!arrives) {
                continue;
            }
            int to = nodes.transaction(step.to);
            if (!leaves) {
                add(edges, nodes.isPoint(step.from) ? realTime(entered, to) : initialRead(entered, to, step.from));
            } else if (entered != to) {
                add(edges, edge(step, entered, to));
            }
        }
        return edges;
    }

    /** Session order and real time are transitive: two of them in a row are one. */
    private static void add(List<ProofEdge> edges, ProofEdge edge) {
        ProofEdge last = edges.isEmpty() ? null : edges.get(edges.size() - 1);
        if (last != null && last.kind() == edge.kind() && edge.kind() == ProofEdge.Kind.SO) {
            edges.set(edges.size() - 1, ProofEdge.of(ProofEdge.Kind.SO, last.from(), edge.to(), -1));
        } else {
            edges.add(edge);
        }
    }

    private static ProofEdge realTime(int from, int to) {
        return ProofEdge.of(ProofEdge.Kind.RT, from, to, -1);
    }

    /** Through a gate: a read of an initial version, before a write of the key. */
    private ProofEdge initialRead(int reader, int writer, int gate) {
        for (int op = history.firstOp(reader); op < history.firstOp(reader + 1); op++) {
            if (polygraph.facts.source(op, reader) == History.INITIAL
                    && nodes.gates + polygraph.gateOf(history.key(op)) == gate) {
                return ProofEdge.antiDependency(reader, writer, history.key(op), History.INITIAL);
            }
        }
        throw new IllegalStateException("no read of an initial version");
    }

    private ProofEdge edge(Step step, int from, int to) {
        if (step.inferred >= 0) {
            Derivations derivations = polygraph.derivations;
            int earlier = derivations.earlier(step.inferred);
            int key = polygraph.versions.key[earlier];
            return derivations.reader(step.inferred) > 0
                    ? ProofEdge.antiDependency(from, to, key, polygraph.versions.writer[earlier])
                    : ProofEdge.of(ProofEdge.Kind.WW, from, to, key);
        }
        if (polygraph.rules.snapshots() && !nodes.isCommit(step.from)) {
            return updateOfInitial(from, to);
        }
        for (int op = history.firstOp(to); op < history.firstOp(to + 1); op++) {
            if (polygraph.facts.source(op, to) == from) {
                return ProofEdge.of(ProofEdge.Kind.WR, from, to, history.key(op));
            }
        }
        if (polygraph.rules.sessions() && polygraph.facts.predecessor(to) == from) {
            return ProofEdge.of(ProofEdge.Kind.SO, from, to, -1);
        }
        Integer given = givenEdges.get(pair(from, to));
        return given != null
                ? ProofEdge.of(ProofEdge.Kind.WW, from, to, polygraph.given.key(given))
                : updateOfInitial(from, to);
    }

    /** Whoever overwrote the initial version did so before all others who wrote the key. */
    private ProofEdge updateOfInitial(int from, int to) {
        for (int op = history.firstOp(from); op < history.firstOp(from + 1); op++) {
            int key = history.key(op);
            if (isUpdateOfInitial(op, from) && polygraph.versions.of(key, to) >= 0) {
                return polygraph.rules.anti() == LevelRules.Anti.EDGE
                        ? ProofEdge.antiDependency(from, to, key, History.INITIAL)
                        : ProofEdge.of(ProofEdge.Kind.WW, from, to, key);
            }
        }
        throw new IllegalStateException("no edge from transaction " + from + " to transaction " + to);
    }

    private boolean isUpdateOfInitial(int op, int t) {
        return polygraph.facts.source(op, t) == History.INITIAL && polygraph.versions.of(history.key(op), t) >= 0;
    }

    /** Whether a transaction read the initial version of a key and wrote it. */
    boolean updatesInitial(int t, int key) {
        for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
            if (history.key(op) == key && isUpdateOfInitial(op, t)) {
                return true;
            }
        }
        return false;
    }
}
