package org.isolde.check.polygraph;

import java.util.Arrays;
import org.isolde.check.facts.Lanes;
import org.isolde.check.graph.EdgeList;
import org.isolde.check.graph.GrowingGraph;
import org.isolde.history.History;

/**
 * The anti-dependencies that close a path, for psi and cv, which forbid that: a reader of a version is reached by the writer
 * of a later one. One node a transaction.
 */
final class ClosedPaths {
    private final Polygraph polygraph;
    private final Lanes lanes;
    private final int[] placeOf;
    private final Versions versions;
    private final Reach reach;

    /**
     * @param order the nodes in an order that contains all edges
     * @param chosen edges beside those of the polygraph, such that versions are in a total order
     */
    ClosedPaths(Polygraph polygraph, int[] order, EdgeList chosen) {
        this.polygraph = polygraph;
        this.lanes = polygraph.lanes;
        this.placeOf = polygraph.placeOf;
        this.versions = polygraph.versions;
        int count = polygraph.nodes.count;
        reach = lanes.areSingle() ? new Reach.Bits(count, lanes.count, 1) : new Reach.Vectors(count, lanes.count);
        GrowingGraph graph = polygraph.graph;
        int[] head = new int[count];
        int[] next = new int[chosen.size()];
        Arrays.fill(head, -1);
        for (int e = 0; e < chosen.size(); e++) {
            next[e] = head[chosen.to.get(e)];
            head[chosen.to.get(e)] = e;
        }
        for (int node : order) {
            if (node != History.INITIAL && polygraph.facts.counts(node)) {
                reach.include(node, lanes.laneOf[node], placeOf[node]);
            }
            for (int i = graph.inFirst[node]; i < graph.inFirst[node + 1]; i++) {
                reach.join(node, graph.in[i]);
            }
            for (int e = graph.firstIn(node); e >= 0; e = graph.nextIn(e)) {
                reach.join(node, graph.from.get(e));
            }
            for (int e = head[node]; e >= 0; e = next[e]) {
                reach.join(node, chosen.from.get(e));
            }
        }
    }

    /** Takes a reader, the version that it read, and a later one whose writer reaches it. */
    interface Visitor {
        /** Whether to go on. */
        boolean closed(int reader, int read, int other);
    }

    /** Visits closed paths, at most one for each read; whether there are none. */
    boolean forEach(Visitor visitor) {
        boolean none = true;
        History history = polygraph.history;
        for (int t : lanes.member) {
            for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                if (polygraph.facts.source(op, t) >= 0) {
                    int read = versions.readBy(op);
                    int other = later(t, read);
                    if (other >= 0) {
                        none = false;
                        if (!visitor.closed(t, read, other)) {
                            return false;
                        }
                    }
                }
            }
        }
        return none;
    }

    private int later(int t, int read) {
        int key = versions.keyOf(read);
        for (int cell = versions.keyCell[key]; cell < versions.keyCell[key + 1]; cell++) {
            int last = reach.last(versions.cellLane[cell], t);
            int other = last < 0 ? -1 : polygraph.lastVersion(cell, last, t);
            if (other >= 0
                    && other != read
                    && (versions.isInitial(read) || !reaches(versions.writer[other], versions.writer[read]))) {
                return other;
            }
        }
        return -1;
    }

    private boolean reaches(int a, int b) {
        return reach.last(lanes.laneOf[a], b) >= placeOf[a];
    }
}
