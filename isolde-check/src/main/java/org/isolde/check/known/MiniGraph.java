package org.isolde.check.known;

import org.isolde.check.CommitOrder;
import org.isolde.check.facts.Nodes;
import org.isolde.check.facts.RealTime;
import org.isolde.check.facts.SeenEdges;
import org.isolde.check.facts.Subject;
import org.isolde.check.graph.Digraph;
import org.isolde.check.graph.EdgeList;

import org.isolde.history.History;

/**
 * The dependency graph of a history of mini-transactions without divergence, for one level (MTC, algorithm 1).
 *
 * <p>Serializability: session order, reads-from and anti-dependencies together, one node a transaction. Snapshot
 * isolation: a snapshot and a commit for each transaction, reads-from and session order from commit to snapshot,
 * anti-dependencies from snapshot to commit, so that the composition is never made. Version order needs no edges of its
 * own: whoever overwrote a version had read it.
 */
public final class MiniGraph {
    private final Subject subject;
    private final History history;
    private final SeenEdges seen;
    private final MiniTransactions mini;
    private final RealTime realTime;
    private final Nodes nodes;
    private final Digraph graph;

    /**
     * @param realTime real time, or null if it does not count
     * @param snapshot whether for snapshot isolation rather than serializability
     */
    public MiniGraph(Subject subject, MiniTransactions mini, SeenEdges seen, RealTime realTime, boolean snapshot) {
        this.subject = subject;
        this.history = subject.history;
        this.seen = seen;
        this.mini = mini;
        this.realTime = realTime;
        this.nodes = new Nodes(
                history.transactions(), snapshot ? 2 : 1, realTime == null ? 0 : realTime.points(), 0);
        this.graph = build();
    }

    private Digraph build() {
        EdgeList direct = seen.list();
        EdgeList edges = new EdgeList(direct.size() + (nodes.width == 2 ? history.transactions() : 16));
        for (int i = 0; i < direct.size(); i++) {
            edges.add(nodes.commit(direct.from.get(i)), nodes.snapshot(direct.to.get(i)));
        }
        EdgeList anti = new EdgeList(history.operations() / 4 + 16);
        for (int t = 1; t <= history.transactions(); t++) {
            if (!subject.counts(t)) {
                continue;
            }
            if (nodes.width == 2) {
                edges.add(nodes.snapshot(t), nodes.commit(t));
            }
            int last = 0;
            for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                if (subject.source(op, t) >= 0) {
                    int over = mini.overwriter(op);
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
    public CommitOrder commitOrder() {
        int[] order = graph.topologicalOrder();
        return order.length < graph.nodes - 1 ? null : nodes.commitOrder(subject, order);
    }
}
