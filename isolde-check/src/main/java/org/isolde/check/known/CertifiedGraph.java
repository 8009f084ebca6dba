package org.isolde.check.known;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.isolde.check.EdgeKind;
import org.isolde.check.facts.Facts;
import org.isolde.check.facts.Lazy;
import org.isolde.check.facts.Nodes;
import org.isolde.check.facts.TransactionOrder;
import org.isolde.check.graph.Digraph;
import org.isolde.check.graph.EdgeList;
import org.isolde.check.graph.ShortestCycle;
import org.isolde.check.refute.Contradiction;
import org.isolde.history.Level;
import org.isolde.proof.ProofEdge;

/**
 * The serialization graph of a history whose version orders are all known, for one level (Emme, algorithm 1): it has an order,
 * or a cycle. Where a transaction has a snapshot and a commit, dependencies lead from commits to snapshots, and
 * anti-dependencies from snapshots to commits.
 */
public final class CertifiedGraph {
    private final Facts facts;
    private final Dependencies dependencies;
    private final Demands demands;
    private final Nodes nodes;
    private final Lazy<Digraph> graph = new Lazy<>(this::build);

    /**
     * What a level asks of an order.
     *
     * @param sessions that it contains session order
     * @param realTime that it contains real time
     * @param snapshots whether transactions have snapshots
     * @param conflicts whether a snapshot contains those whose versions are overwritten
     * @param anti that it contains anti-dependencies
     */
    public record Demands(boolean sessions, boolean realTime, boolean snapshots, boolean conflicts, boolean anti) {}

    public CertifiedGraph(Facts facts, AdyaCycles cycles, Demands demands) {
        this.facts = facts;
        this.dependencies = cycles.graph();
        this.demands = demands;
        int transactions = facts.history.transactions();
        this.nodes = new Nodes(transactions, demands.snapshots ? 2 : 1, 0, dependencies.nodes() - transactions - 1);
    }

    private Digraph build() {
        EdgeList edges = new EdgeList(dependencies.firstEdge(dependencies.nodes()) + 16);
        for (int node = 1; node < dependencies.nodes(); node++) {
            if (demands.snapshots && dependencies.isTransaction(node)) {
                edges.add(nodes.snapshot(node), nodes.commit(node));
            }
            for (int e = dependencies.firstEdge(node); e < dependencies.firstEdge(node + 1); e++) {
                if (counts(node, e)) {
                    edges.add(begin(node, e), end(node, e));
                }
            }
        }
        return new Digraph(nodes.count, edges, new EdgeList(0));
    }

    private boolean isOf(int edge, EdgeKind kind) {
        return dependencies.kind(edge) == kind.ordinal();
    }

    private boolean counts(int node, int edge) {
        return !dependencies.isTransaction(node)
                || !(isOf(edge, EdgeKind.SO) && !demands.sessions
                        || isOf(edge, EdgeKind.RT) && !demands.realTime
                        || isOf(edge, EdgeKind.RW) && !demands.anti);
    }

    private int begin(int node, int edge) {
        if (!dependencies.isTransaction(node)) {
            return point(node);
        }
        return isOf(edge, EdgeKind.RW) ? nodes.snapshot(node) : nodes.commit(node);
    }

    private int end(int node, int edge) {
        int target = dependencies.target(edge);
        if (!dependencies.isTransaction(target)) {
            return point(target);
        }
        boolean toCommit = dependencies.isTransaction(node)
                ? isOf(edge, EdgeKind.RW) || isOf(edge, EdgeKind.WW) && !demands.conflicts
                : dependencies.isAntiPoint(node);
        return toCommit ? nodes.commit(target) : nodes.snapshot(target);
    }

    private int point(int node) {
        return nodes.gates + node - facts.history.transactions() - 1;
    }

    /** The transactions in an order that contains all edges, or null if there is a cycle. */
    public TransactionOrder commitOrder() {
        int[] order = demands.snapshots ? graph.get().topologicalOrder() : topologicalOrder();
        return order.length < nodes.count - 1 ? null : nodes.commitOrder(facts, order);
    }

    /** Where a transaction is one node, the dependencies themselves are the graph; it need not be made again. */
    private int[] topologicalOrder() {
        int count = dependencies.nodes();
        int[] incoming = new int[count];
        for (int node = 1; node < count; node++) {
            for (int e = dependencies.firstEdge(node); e < dependencies.firstEdge(node + 1); e++) {
                incoming[dependencies.target(e)] += counts(node, e) ? 1 : 0;
            }
        }
        int[] order = new int[count];
        int placed = 0;
        for (int node = 1; node < count; node++) {
            if (incoming[node] == 0) {
                order[placed++] = node;
            }
        }
        for (int next = 0; next < placed; next++) {
            int node = order[next];
            for (int e = dependencies.firstEdge(node); e < dependencies.firstEdge(node + 1); e++) {
                if (counts(node, e) && --incoming[dependencies.target(e)] == 0) {
                    order[placed++] = dependencies.target(e);
                }
            }
        }
        return Arrays.copyOf(order, placed);
    }

    /** A cycle, if there is no order; short, but not the shortest of its kind. */
    public Contradiction cycle(Level level) {
        int[] cycle = new ShortestCycle(graph.get()).in(graph.get().components().get(0));
        int start = 0;
        while (!nodes.isTransaction(cycle[start])) {
            start++;
        }
        List<ProofEdge> edges = new ArrayList<>();
        int edge = -1;
        int left = -1;
        for (int i = 0; i < cycle.length; i++) {
            int from = cycle[(start + i) % cycle.length];
            int to = cycle[(start + i + 1) % cycle.length];
            if (nodes.isTransaction(from)) {
                left = nodes.transaction(from);
                edge = nodes.isTransaction(to) && nodes.transaction(to) == left ? -1 : edge(left, from, to);
            }
            if (nodes.isTransaction(to) && edge >= 0) {
                edges.add(dependencies.dependency(edge, left, nodes.transaction(to)));
            }
        }
        return CycleProof.of(facts, edges, level);
    }

    private int edge(int transaction, int from, int to) {
        for (int e = dependencies.firstEdge(transaction); e < dependencies.firstEdge(transaction + 1); e++) {
            if (counts(transaction, e) && begin(transaction, e) == from && end(transaction, e) == to) {
                return e;
            }
        }
        throw new IllegalStateException("no edge from transaction " + transaction);
    }
}
