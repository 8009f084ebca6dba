package org.isolde.check.known;

import java.util.ArrayList;
import java.util.List;
import org.isolde.check.facts.Facts;
import org.isolde.check.facts.Nodes;
import org.isolde.check.facts.RealTime;
import org.isolde.check.facts.SeenEdges;
import org.isolde.check.facts.TransactionOrder;
import org.isolde.check.graph.Digraph;
import org.isolde.check.graph.EdgeList;
import org.isolde.check.graph.ShortestCycle;
import org.isolde.check.refute.Contradiction;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.proof.ProofEdge;

/**
 * The dependency graph of a history of mini-transactions without divergence, for one level (MTC, algorithm 1).
 *
 * <p>Serializability: session order, reads-from and anti-dependencies together, one node a transaction. Snapshot
 * isolation: a snapshot and a commit for each transaction, reads-from and session order from commit to snapshot,
 * anti-dependencies from snapshot to commit, so that the composition is never made. Version order needs no edges of its
 * own: whoever overwrote a version had read it.
 */
public final class MiniGraph {
    private final Facts facts;
    private final History history;
    private final SeenEdges seen;
    private final Updates updates;
    private final DependencyOrder.Rules rules;

    /**
     * @param facts with session order if the level knows it
     */
    public MiniGraph(Facts facts, Updates updates, DependencyOrder.Rules rules) {
        this.facts = facts;
        this.history = facts.history;
        this.seen = SeenEdges.withoutVersions(facts);
        this.updates = updates;
        this.rules = rules;
    }

    private Digraph build(Nodes nodes, RealTime realTime) {
        EdgeList direct = seen.list();
        EdgeList edges = new EdgeList(direct.size() + (nodes.width == 2 ? history.transactions() : 16));
        for (int i = 0; i < direct.size(); i++) {
            edges.add(nodes.commit(direct.from.get(i)), nodes.snapshot(direct.to.get(i)));
        }
        EdgeList anti = new EdgeList(history.operations() / 4 + 16);
        for (int t = 1; t <= history.transactions(); t++) {
            if (!facts.counts(t)) {
                continue;
            }
            if (nodes.width == 2) {
                edges.add(nodes.snapshot(t), nodes.commit(t));
            }
            int last = 0;
            for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                if (facts.source(op, t) >= 0) {
                    int over = updates.overwriter(op);
                    if (over != 0 && over != t && over != last) {
                        anti.add(nodes.snapshot(t), nodes.commit(over));
                        last = over;
                    }
                }
            }
        }
        if (realTime != null) {
            realTime.addTo(edges, nodes);
        }
        return new Digraph(nodes.count, edges, anti);
    }

    /** The transactions in an order that contains all edges, or null if there is a cycle. */
    public TransactionOrder commitOrder() {
        return new DependencyOrder(facts, Followers.of(updates), rules).order();
    }

    /** A cycle, if there is no order; short, but not the shortest of its kind. */
    public Contradiction cycle(Level level) {
        RealTime realTime = rules.realTime() ? facts.realTime() : null;
        Nodes nodes = new Nodes(
                history.transactions(), rules.snapshots() ? 2 : 1, realTime == null ? 0 : realTime.points(), 0);
        Digraph graph = build(nodes, realTime);
        int[] cycle = new ShortestCycle(graph).in(graph.components().get(0));
        int start = 0;
        while (!nodes.isTransaction(cycle[start])) {
            start++;
        }
        List<ProofEdge> edges = new ArrayList<>();
        int left = -1;
        boolean anti = false;
        for (int i = 0; i < cycle.length; i++) {
            int from = cycle[(start + i) % cycle.length];
            int to = cycle[(start + i + 1) % cycle.length];
            if (nodes.isTransaction(from)) {
                left = nodes.transaction(from);
                anti = nodes.isTransaction(to) && !isSeen(graph, from, to);
            }
            if (nodes.isTransaction(to) && nodes.transaction(to) != left) {
                int target = nodes.transaction(to);
                edges.add(
                        !nodes.isTransaction(from)
                                ? ProofEdge.of(ProofEdge.Kind.RT, left, target, -1)
                                : anti ? antiDependency(left, target) : seen.edge(left, target));
            }
        }
        return CycleProof.of(facts, edges, level);
    }

    private static boolean isSeen(Digraph graph, int from, int to) {
        for (int e = graph.first[from]; e < graph.inferredFrom[from]; e++) {
            if (graph.target[e] == to) {
                return true;
            }
        }
        return false;
    }

    private ProofEdge antiDependency(int from, int to) {
        for (int op = history.firstOp(from); op < history.firstOp(from + 1); op++) {
            int source = facts.source(op, from);
            if (source >= 0 && updates.overwriter(op) == to) {
                return ProofEdge.antiDependency(from, to, history.key(op), source);
            }
        }
        throw new IllegalStateException("no anti-dependency from transaction " + from + " to transaction " + to);
    }
}
