package org.isolde.check;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.isolde.history.History;
import org.isolde.history.Level;

/**
 * The dependency graph of a history of mini-transactions without divergence, for one level, and its cycles.
 *
 * <p>Serializability: session order, reads-from and anti-dependencies together, one node a transaction. Snapshot
 * isolation: an anti-dependency only counts directly behind another edge, and never two in a row; so a transaction has two
 * nodes, one for having been reached by an anti-dependency, from where only other edges go on. Version order needs no
 * edges of its own: whoever overwrote a version had read it.
 */
final class DependencyGraph {
    private final Subject subject;
    private final History history;
    private final SeenEdges seen;
    private final MiniTransactions mini;
    private final RealTime realTime;
    private final boolean snapshot;
    private final int width;
    private final int points;
    private final Digraph graph;

    /**
     * @param realTime real time, or null if it does not count
     * @param snapshot whether for snapshot isolation rather than serializability
     */
    DependencyGraph(Subject subject, MiniTransactions mini, SeenEdges seen, RealTime realTime, boolean snapshot) {
        this.subject = subject;
        this.history = subject.history;
        this.seen = seen;
        this.mini = mini;
        this.realTime = realTime;
        this.snapshot = snapshot;
        this.width = snapshot ? 2 : 1;
        this.points = (history.transactions() + 1) * width;
        this.graph = build();
    }

    private Digraph build() {
        EdgeList direct = seen.list();
        EdgeList edges = new EdgeList(direct.size() * width + 16);
        for (int i = 0; i < direct.size(); i++) {
            both(edges, direct.from.get(i), direct.to.get(i) * width);
        }
        EdgeList anti = new EdgeList(history.operations() / 4 + 16);
        for (int t = 1; t <= history.transactions(); t++) {
            if (!subject.counts(t)) {
                continue;
            }
            int last = 0;
            for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                if (subject.source(op, t) >= 0) {
                    int over = mini.overwriter(op);
                    if (over != 0 && over != t && over != last) {
                        anti.add(t * width, over * width + width - 1);
                        last = over;
                    }
                }
            }
        }
        int nodes = points;
        if (realTime != null) {
            nodes += realTime.points();
            for (int p = 1; p < realTime.points(); p++) {
                edges.add(points + p - 1, points + p);
            }
            for (int t = 1; t <= history.transactions(); t++) {
                if (subject.counts(t)) {
                    int end = realTime.endPoint(t);
                    if (end >= 0) {
                        both(edges, t, points + end);
                    }
                    int before = realTime.pointBefore(t);
                    if (before >= 0) {
                        edges.add(points + before, t * width);
                    }
                }
            }
        }
        return new Digraph(nodes, edges, anti);
    }

    /** An edge from a transaction, however it was reached. */
    private void both(EdgeList edges, int from, int toNode) {
        for (int i = 0; i < width; i++) {
            edges.add(from * width + i, toNode);
        }
    }

    /** The transactions in an order that contains all edges, or null if there is a cycle. */
    CommitOrder commitOrder() {
        int[] order = graph.topologicalOrder();
        if (order.length < graph.nodes - 1) {
            return null;
        }
        IntList commits = new IntList(history.transactions());
        for (int node : order) {
            // of the two nodes of a snapshot the one that is not reached by anti-dependencies is the commit
            if (node < points && node % width == 0 && node / width > 0 && subject.counts(node / width)) {
                commits.add(node / width);
            }
        }
        return CommitOrder.of(history, commits.toArray());
    }

    /** One shortest cycle for each component. */
    List<Anomaly> anomalies(Level level, Violations violations) {
        List<Anomaly> anomalies = new ArrayList<>();
        Set<AnomalyKind> kinds = EnumSet.noneOf(AnomalyKind.class);
        ShortestCycle search = new ShortestCycle(graph);
        for (int[] component : graph.components()) {
            Anomaly anomaly = anomaly(search.in(component), level);
            if (violations == Violations.ALL || kinds.add(anomaly.kind())) {
                anomalies.add(anomaly);
            }
            if (violations == Violations.FIRST) {
                break;
            }
        }
        return anomalies;
    }

    private Anomaly anomaly(int[] nodes, Level level) {
        // leave out the time points, and begin with the smallest transaction
        IntList transactions = new IntList();
        IntList arrivedBy = new IntList();
        boolean byTime = false;
        for (int round = 0; round < 2; round++) {
            transactions.clear();
            arrivedBy.clear();
            for (int node : nodes) {
                if (node >= points) {
                    byTime = true;
                } else {
                    transactions.add(node / width);
                    arrivedBy.add(byTime ? 1 : 0);
                    byTime = false;
                }
            }
        }
        int size = transactions.size();
        int smallest = 0;
        for (int i = 1; i < size; i++) {
            smallest = transactions.get(i) < transactions.get(smallest) ? i : smallest;
        }
        List<Edge> edges = new ArrayList<>();
        List<Integer> involved = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            int from = transactions.get((smallest + i) % size);
            int to = transactions.get((smallest + i + 1) % size);
            involved.add(from);
            edges.add(arrivedBy.get((smallest + i + 1) % size) == 1 ? realTimeEdge(from, to) : edge(from, to));
        }
        AnomalyKind kind = kind(edges);
        StringBuilder story = new StringBuilder();
        for (Edge edge : edges) {
            story.append(story.length() == 0 ? "" : "; ").append(edge.because());
        }
        int key = -1;
        for (Edge edge : edges) {
            key = edge.kind() == EdgeKind.RW && key < 0 ? edge.key() : key;
        }
        return new Anomaly(kind, level, involved, key, -1, -1, List.copyOf(edges), story.toString());
    }

    private Edge realTimeEdge(int from, int to) {
        Names names = new Names(history);
        return Edge.seen(
                from,
                to,
                EdgeKind.RT,
                -1,
                names.transaction(from) + " had ended (" + history.end(from) + ") before " + names.transaction(to)
                        + " began (" + history.begin(to) + ")");
    }

    private Edge edge(int from, int to) {
        if (seen.has(from, to)) {
            return seen.explain(from, to);
        }
        Names names = new Names(history);
        for (int op = history.firstOp(from); op < history.firstOp(from + 1); op++) {
            int source = subject.source(op, from);
            if (source >= 0 && mini.overwriter(op) == to) {
                return Edge.seen(
                        from,
                        to,
                        EdgeKind.RW,
                        history.key(op),
                        names.transaction(from) + " read " + names.keyValue(op) + ", which "
                                + (source == History.INITIAL
                                        ? "was the initial value"
                                        : names.transaction(source) + " wrote")
                                + "; " + names.transaction(to) + " overwrote it, so " + names.transaction(from)
                                + " comes before " + names.transaction(to));
            }
        }
        throw new IllegalStateException("no edge from " + from + " to " + to);
    }

    private static AnomalyKind kind(List<Edge> edges) {
        int anti = 0;
        boolean adjacent = false;
        boolean time = false;
        boolean sessions = false;
        for (int i = 0; i < edges.size(); i++) {
            boolean rw = edges.get(i).kind() == EdgeKind.RW;
            anti += rw ? 1 : 0;
            adjacent |= rw && edges.get((i + 1) % edges.size()).kind() == EdgeKind.RW;
            time |= edges.get(i).kind() == EdgeKind.RT;
            sessions |= edges.get(i).kind() == EdgeKind.SO;
        }
        if (time) {
            return AnomalyKind.REAL_TIME_VIOLATION;
        }
        if (anti == 0) {
            return sessions ? AnomalyKind.CIRCULAR_SESSION_FLOW : AnomalyKind.CIRCULAR_INFORMATION_FLOW;
        }
        if (anti == 1) {
            return AnomalyKind.READ_SKEW;
        }
        return adjacent ? AnomalyKind.WRITE_SKEW : AnomalyKind.LONG_FORK;
    }
}
