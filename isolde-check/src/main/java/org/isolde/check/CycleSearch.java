package org.isolde.check;

import java.util.Arrays;
import org.isolde.history.History;

/**
 * Finds a shortest cycle of a given kind in a strongly connected component: a breadth-first search for the way back to a
 * transaction, over pairs of node and state, where the state says what of the kind has been seen.
 *
 * <p>A search starts with an edge that every cycle of the kind has: an anti-dependency if there are some, else a read,
 * else whatever makes the variant. What is left to remember fits three bits: whether the variant's edge was there, whether
 * a second anti-dependency was, and what the last edge was.
 *
 * <p>The way back may pass a transaction twice. Then it is no cycle but several, mostly of other kinds, and does not
 * count; if no other is found that is as short, all ways are tried, as far as the budget goes. For what a level forbids as
 * a whole the shortest way back never does that: a part of it would be forbidden, and shorter. So the budget can only hide
 * kinds, and only if other kinds were found that break the same levels. Budgets count steps, so results are repeatable.
 */
final class CycleSearch {
    /** Steps after which a cycle that was found is good enough. */
    private static final long GOOD_ENOUGH = 2_000_000;
    /** Steps after which a kind is given up in a component. */
    private static final long MOST = 50_000_000;
    /** Steps for trying all ways. */
    private static final long MOST_EXHAUSTIVE = 300_000;

    private static final int VARIANT_SEEN = 1;
    private static final int SECOND_SEEN = 2;
    /** The last edge was an anti-dependency; for prefix consistency: was session order or a read. */
    private static final int LAST = 4;

    private static final int STATES = 8;

    private static final int SO = 1 << EdgeKind.SO.ordinal();
    private static final int RT = 1 << EdgeKind.RT.ordinal();
    private static final int WR = 1 << EdgeKind.WR.ordinal();
    private static final int WW = 1 << EdgeKind.WW.ordinal();
    private static final int RW = 1 << EdgeKind.RW.ordinal();

    /** What is searched for: a kind, or (null) any cycle that prefix consistency forbids and that has anti-dependencies. */
    private final CycleKind kind;

    private final SerializationGraph graph;
    private final History history;
    private final int firstMask;
    private final int allowed;
    /** The edge that makes the variant; 0 if none is needed. */
    private final int needed;

    // one component
    private final int[] local;
    private int[] component = {};
    private int[] parentEdge = {};
    private int[] parent = {};
    private int[] stamp = {};
    private int[] distance = {};
    private int stampNow;
    private int[] onPath = {};
    private int pathStamp;

    // one search
    private long steps;
    private int best;
    private int[] bestEdges;
    private int shortestRefused;
    private boolean gaveUp;

    CycleSearch(SerializationGraph graph, CycleKind kind) {
        this.graph = graph;
        this.history = graph.history();
        this.kind = kind;
        this.local = new int[graph.nodes()];
        CycleKind.Variant variant = kind == null ? CycleKind.Variant.SESSION : kind.variant();
        int orders = variant == CycleKind.Variant.PLAIN ? 0 : variant == CycleKind.Variant.SESSION ? SO : SO | RT;
        needed =
                kind == null || variant == CycleKind.Variant.PLAIN ? 0 : variant == CycleKind.Variant.SESSION ? SO : RT;
        CycleKind.Shape shape = kind == null ? CycleKind.Shape.G_NONADJACENT : kind.shape();
        switch (shape) {
            case G0 -> {
                firstMask = needed == 0 ? WW : needed;
                allowed = WW | orders;
            }
            case G1C -> {
                firstMask = WR;
                allowed = WW | WR | orders;
            }
            case LOST_UPDATE, G_SINGLE -> {
                firstMask = RW;
                allowed = WW | WR | orders;
            }
            default -> {
                firstMask = RW;
                allowed = WW | WR | RW | orders;
            }
        }
    }

    /** The kinds of edges that a cycle of this kind may have; it lies in a component of the graph of these. */
    int mask() {
        return firstMask | allowed | 1 << SerializationGraph.INSIDE;
    }

    /** Whether something may have been missed, for want of budget. */
    boolean gaveUp() {
        return gaveUp;
    }

    /** The edges of a shortest cycle of the kind among some nodes, or null. */
    int[] in(int[] nodes) {
        component = nodes;
        for (int i = 0; i < nodes.length; i++) {
            local[nodes[i]] = i + 1;
        }
        int size = nodes.length * STATES;
        if (parent.length < size) {
            parent = new int[size];
            parentEdge = new int[size];
            stamp = new int[size];
            distance = new int[size];
            stampNow = 0;
            onPath = new int[nodes.length];
            pathStamp = 0;
        }
        steps = 0;
        best = Integer.MAX_VALUE;
        bestEdges = null;
        shortestRefused = Integer.MAX_VALUE;
        boolean keyed = kind != null && kind.shape() == CycleKind.Shape.LOST_UPDATE;
        for (int node : nodes) {
            if (!graph.isTransaction(node) || best == 2) {
                break;
            }
            if (steps > (bestEdges == null ? MOST : GOOD_ENOUGH)) {
                gaveUp = true;
                break;
            }
            if (keyed) {
                for (int e = graph.firstEdge(node); e < graph.firstEdge(node + 1); e++) {
                    if ((firstMask >> graph.kind(e) & 1) != 0) {
                        searchFrom(node, e, e + 1, graph.key(e));
                    }
                }
            } else {
                searchFrom(node, graph.firstEdge(node), graph.firstEdge(node + 1), -1);
            }
        }
        if (shortestRefused < best) {
            tryAll();
        }
        for (int node : nodes) {
            local[node] = 0;
        }
        return bestEdges;
    }

    private void searchFrom(int start, int fromEdge, int toEdge, int key) {
        if (++stampNow == Integer.MAX_VALUE) {
            Arrays.fill(stamp, 0);
            stampNow = 1;
        }
        IntList now = new IntList();
        IntList next = new IntList();
        for (int e = fromEdge; e < toEdge; e++) {
            if ((firstMask >> graph.kind(e) & 1) != 0) {
                visit(graph.target(e), stateAfter(0, graph.kind(e), true), e, -1, 1, now);
            }
        }
        // `length` dependencies lead to what is in `now`; inside edges cost nothing
        for (int length = 1; now.size() > 0 && length < best; length++) {
            for (int i = 0; i < now.size(); i++) {
                int at = now.get(i);
                int node = component[at / STATES];
                int state = at % STATES;
                boolean point = !graph.isTransaction(node);
                int total = point ? length : length + 1;
                if (distance[at] < length) {
                    // it was reached by an inside edge in the meantime
                    continue;
                }
                for (int e = graph.firstEdge(node); e < graph.firstEdge(node + 1); e++) {
                    steps++;
                    int target = graph.target(e);
                    int after = point ? state : stateAfter(state, graph.kind(e), false);
                    if (after < 0 || local[target] == 0 || (key >= 0 && !point && !isOnKey(e, key))) {
                        continue;
                    }
                    if (target != start) {
                        visit(target, after, e, at, total, point ? now : next);
                    } else if (accepts(after) && total < best) {
                        close(at, e, total);
                    }
                }
            }
            IntList swap = now;
            now = next;
            next = swap;
            next.clear();
            if (steps > MOST) {
                gaveUp = true;
                return;
            }
        }
    }

    private void visit(int node, int state, int edge, int from, int length, IntList queue) {
        if (local[node] == 0) {
            return;
        }
        int at = (local[node] - 1) * STATES + state;
        if (stamp[at] != stampNow || length < distance[at]) {
            stamp[at] = stampNow;
            distance[at] = length;
            parentEdge[at] = edge;
            parent[at] = from;
            queue.add(at);
        }
    }

    /** The state behind an edge, or -1 if no cycle of the kind goes on like that. */
    private int stateAfter(int state, byte edgeKind, boolean isFirst) {
        int bit = 1 << edgeKind;
        if (!isFirst && (allowed & bit) == 0) {
            return -1;
        }
        int after = state & ~LAST;
        if ((bit & needed) != 0 || needed == 0) {
            after |= VARIANT_SEEN;
        }
        if (kind == null) {
            if (bit == RW && !isFirst && (state & LAST) == 0) {
                return -1;
            }
            return (bit & (SO | WR)) != 0 ? after | LAST : after;
        }
        if (bit == RW) {
            if (kind.shape() == CycleKind.Shape.G_NONADJACENT) {
                if ((state & LAST) != 0) {
                    return -1;
                }
                after |= isFirst ? 0 : SECOND_SEEN;
            }
            after |= kind.shape().compareTo(CycleKind.Shape.G_NONADJACENT) >= 0 ? LAST : 0;
        }
        return after;
    }

    /** Whether the cycle may close: the first edge follows the last one. */
    private boolean accepts(int state) {
        if (kind == null) {
            return (state & LAST) != 0;
        }
        if ((state & VARIANT_SEEN) == 0) {
            return false;
        }
        return switch (kind.shape()) {
            case G_NONADJACENT -> (state & SECOND_SEEN) != 0 && (state & LAST) == 0;
            case G2_ITEM -> (state & LAST) != 0;
            default -> true;
        };
    }

    /** Whether a dependency is version order of a key: as such, or by a read of whoever wrote it later. */
    private boolean isOnKey(int edge, int key) {
        if (graph.key(edge) != key) {
            return false;
        }
        if (graph.kind(edge) == EdgeKind.WW.ordinal()) {
            return true;
        }
        int reader = graph.target(edge);
        for (int op = history.firstOp(reader); op < history.firstOp(reader + 1); op++) {
            if (history.isWrite(op) && history.key(op) == key) {
                return true;
            }
        }
        return false;
    }

    /** A way back was found; it counts if it passes no transaction twice, and is what was searched for. */
    private void close(int last, int edge, int total) {
        IntList backwards = new IntList();
        backwards.add(edge);
        boolean counts = true;
        pathStamp++;
        for (int at = last; at >= 0; at = parent[at]) {
            backwards.add(parentEdge[at]);
            int place = at / STATES;
            if (graph.isTransaction(component[place])) {
                counts &= onPath[place] != pathStamp;
                onPath[place] = pathStamp;
            }
        }
        int[] edges = new int[backwards.size()];
        for (int i = 0; i < edges.length; i++) {
            edges[i] = backwards.get(edges.length - 1 - i);
        }
        if (counts && counts(edges)) {
            best = total;
            bestEdges = edges;
        } else {
            shortestRefused = Math.min(shortestRefused, total);
        }
    }

    /** A lost update is a kind of its own, though it is a cycle of one anti-dependency, or of two if it diverges. */
    private boolean counts(int[] edges) {
        if (kind == null || kind.variant() != CycleKind.Variant.PLAIN) {
            return true;
        }
        return switch (kind.shape()) {
            case G_SINGLE -> !isLostUpdate(edges);
            case G2_ITEM -> !isDivergence(edges);
            default -> true;
        };
    }

    /** Whether it is two transactions that overwrote the version of a key that both had read. */
    private boolean isDivergence(int[] edges) {
        int readOp = -1;
        int dependencies = 0;
        for (int edge : edges) {
            if (graph.kind(edge) != SerializationGraph.INSIDE) {
                dependencies++;
                int op = graph.read(edge);
                if (dependencies > 2
                        || op < 0
                        || (readOp >= 0
                                && (history.key(op) != history.key(readOp)
                                        || history.value(op) != history.value(readOp)))) {
                    return false;
                }
                readOp = op;
            }
        }
        return true;
    }

    /** Whether a cycle that begins with its only anti-dependency has nothing but version order of the same key behind it. */
    boolean isLostUpdate(int[] edges) {
        int key = graph.key(edges[0]);
        for (int i = 1; i < edges.length; i++) {
            if (graph.kind(edges[i]) != SerializationGraph.INSIDE && !isOnKey(edges[i], key)) {
                return false;
            }
        }
        return true;
    }

    /** Tries all ways, shorter ones first: a deepening depth-first search for cycles shorter than the best. */
    private void tryAll() {
        long spent = 0;
        int most = Math.min(best - 1, component.length);
        for (int limit = shortestRefused; limit <= most; limit++) {
            for (int start : component) {
                if (!graph.isTransaction(start)) {
                    break;
                }
                spent = tryAll(start, limit, spent);
                if (best == limit) {
                    return;
                }
                if (spent > MOST_EXHAUSTIVE) {
                    gaveUp = true;
                    return;
                }
            }
        }
    }

    /** Tries all cycles of {@code limit} dependencies from a transaction, and returns the steps spent in all. */
    private long tryAll(int start, int limit, long spentBefore) {
        long spent = spentBefore;
        pathStamp++;
        // at each depth: the edge to try next, and the state and the number of dependencies in front of it
        int[] edge = new int[16];
        int[] state = new int[16];
        int[] length = new int[16];
        int depth = 0;
        int node = start;
        edge[0] = graph.firstEdge(start);
        while (depth >= 0) {
            boolean point = !graph.isTransaction(node);
            if (edge[depth] == graph.firstEdge(node + 1)) {
                onPath[local[node] - 1] = 0;
                depth--;
                node = depth > 0 ? graph.target(edge[depth - 1] - 1) : start;
                continue;
            }
            if (++spent > MOST_EXHAUSTIVE) {
                return spent;
            }
            int e = edge[depth]++;
            if (depth == 0 && (firstMask >> graph.kind(e) & 1) == 0) {
                continue;
            }
            int target = graph.target(e);
            int after = point ? state[depth] : stateAfter(state[depth], graph.kind(e), depth == 0);
            if (after < 0 || local[target] == 0) {
                continue;
            }
            int reached = point ? length[depth] : length[depth] + 1;
            if (target == start) {
                if (reached == limit && accepts(after)) {
                    int[] edges = new int[depth + 1];
                    for (int i = 0; i <= depth; i++) {
                        edges[i] = edge[i] - 1;
                    }
                    if (counts(edges)) {
                        best = limit;
                        bestEdges = edges;
                        return spent;
                    }
                }
                continue;
            }
            boolean toTransaction = graph.isTransaction(target);
            if (reached > limit || (toTransaction && (reached == limit || onPath[local[target] - 1] == pathStamp))) {
                continue;
            }
            if (toTransaction) {
                onPath[local[target] - 1] = pathStamp;
            }
            depth++;
            if (depth == edge.length) {
                edge = Arrays.copyOf(edge, depth * 2);
                state = Arrays.copyOf(state, depth * 2);
                length = Arrays.copyOf(length, depth * 2);
            }
            edge[depth] = graph.firstEdge(target);
            state[depth] = after;
            length[depth] = reached;
            node = target;
        }
        return spent;
    }
}
