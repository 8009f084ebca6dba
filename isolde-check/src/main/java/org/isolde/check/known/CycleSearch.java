package org.isolde.check.known;

import java.util.Arrays;
import org.isolde.check.graph.IntList;

/**
 * Finds a shortest cycle of a given kind in a strongly connected component: a breadth-first search for the way back to a
 * transaction, over pairs of node and state of a {@link CycleAutomaton}.
 *
 * <p>The way back may pass a transaction twice. Then it is no cycle but several, mostly of other kinds, and does not
 * count; if no other is found that is as short, all ways are tried, as far as the budget goes. For what a level forbids as
 * a whole the shortest way back never does that: a part of it would be forbidden, and shorter. So the budget hides a kind
 * only where other kinds break the same levels, or where the component is huge. Budgets count steps, so that results are
 * repeatable.
 */
final class CycleSearch {
    /** How long cycles are searched for first, before longer ones are. */
    private static final int[] LENGTHS = {2, 3, 4, 6, 10, 20, Integer.MAX_VALUE - 1};
    /** Steps for each of these lengths, and how many more for each transaction of the component. */
    private static final long MOST_STEPS = 1_500_000;

    private static final long MORE_STEPS = 4;
    /** Steps for trying all ways. */
    private static final long MOST_EXHAUSTIVE = 300_000;
    /** The most nodes that are searched at once; of a larger component the first ones. */
    private static final int MOST_NODES = 4_000_000;

    private static final int STATES = CycleAutomaton.STATES;

    private final CycleKind kind;
    /** Whether the anti-dependency that a walk begins with must be one that a predicate read missed. */
    private final boolean byPredicate;

    private final CycleAutomaton automaton;
    private final Dependencies graph;

    // one component
    /** The place of a node in the component, plus one. */
    private final int[] local;

    private int[] component = {};
    private int transactions;
    private int[] onPath = {};
    private int pathStamp;
    // of pairs of place and state
    private int[] parentEdge = {};
    private int[] parent = {};
    private int[] stamp = {};
    private int[] distance = {};
    private int stampNow;

    // one search
    private long steps;
    private long mostSteps;
    /** Whether a search had to stop because of the length it was to find. */
    private boolean cut;

    private int best;
    private int[] bestEdges;
    private int shortestRefused;
    private boolean gaveUp;

    /**
     * @param kind the kind; null for any cycle with anti-dependencies that prefix consistency forbids
     * @param byPredicate whether it is to begin with what a predicate read missed, so that the kind has anti-dependencies
     */
    CycleSearch(Dependencies graph, CycleKind kind, boolean byPredicate) {
        this.graph = graph;
        this.kind = kind;
        this.byPredicate = byPredicate;
        this.automaton = new CycleAutomaton(kind);
        this.local = new int[graph.nodes()];
    }

    /** The kinds of edges that a cycle of this kind may have; it lies in a component of the graph of these. */
    int mask() {
        return automaton.mask();
    }

    /** Whether something may have been missed, for want of budget. */
    boolean gaveUp() {
        return gaveUp;
    }

    /**
     * The edges of a shortest cycle of the kind among some nodes, sorted, or null. A step of real time is its first edge
     * alone, and comes last.
     */
    int[] in(int[] nodes) {
        component = nodes.length > MOST_NODES ? Arrays.copyOf(nodes, MOST_NODES) : nodes;
        gaveUp |= nodes.length > MOST_NODES;
        transactions = 0;
        for (int i = 0; i < component.length; i++) {
            local[component[i]] = i + 1;
            transactions += graph.isTransaction(component[i]) ? 1 : 0;
        }
        int size = component.length * STATES;
        if (parent.length < size) {
            parent = new int[size];
            parentEdge = new int[size];
            stamp = new int[size];
            distance = new int[size];
            stampNow = 0;
            onPath = new int[component.length];
            pathStamp = 0;
        }
        bestEdges = null;
        shortestRefused = Integer.MAX_VALUE;
        search();
        if (shortestRefused < best) {
            tryAll();
        }
        for (int node : component) {
            local[node] = 0;
        }
        return bestEdges;
    }

    /** Short cycles first, from everywhere; so that in a large component the search is not lost in the first corner. */
    private void search() {
        boolean keyed = kind != null && kind.shape() == CycleKind.Shape.LOST_UPDATE;
        boolean complete = true;
        mostSteps = MOST_STEPS + MORE_STEPS * transactions;
        int at = 0;
        for (int longest : LENGTHS) {
            best = longest + 1;
            steps = 0;
            cut = false;
            complete = true;
            for (int i = 0; i < transactions && complete && best > 2; i++) {
                int node = component[at];
                at = at + 1 == transactions ? 0 : at + 1;
                if (!keyed) {
                    searchFrom(node, graph.firstEdge(node), graph.firstEdge(node + 1), -1);
                }
                for (int e = graph.firstEdge(node); keyed && e < graph.firstEdge(node + 1); e++) {
                    if (begins(e) && graph.key(e) >= 0) {
                        searchFrom(node, e, e + 1, graph.key(e));
                    }
                }
                complete = steps <= mostSteps;
            }
            if (bestEdges != null || (complete && !cut)) {
                break;
            }
        }
        if (bestEdges == null) {
            best = Integer.MAX_VALUE;
            gaveUp |= !complete;
        }
    }

    private boolean begins(int edge) {
        return automaton.begins(graph.kind(edge)) && (!byPredicate || graph.isByPredicate(edge));
    }

    /**
     * The shortest way back to a transaction, beginning with one of some edges.
     *
     * @param key the key that all dependencies must be about, or -1
     */
    private void searchFrom(int start, int fromEdge, int toEdge, int key) {
        if (++stampNow == Integer.MAX_VALUE) {
            Arrays.fill(stamp, 0);
            stampNow = 1;
        }
        IntList now = new IntList();
        IntList next = new IntList();
        for (int e = fromEdge; e < toEdge; e++) {
            steps++;
            if (begins(e)) {
                visit(graph.target(e), automaton.begin(graph.kind(e)), e, -1, 1, now);
            }
        }
        // `length` dependencies lead to what is in `now`; inside edges cost nothing
        for (int length = 1; now.size() > 0 && length < best; length++) {
            for (int i = 0; i < now.size(); i++) {
                int at = now.get(i);
                // else it was reached by an inside edge in the meantime
                if (distance[at] == length) {
                    leave(at, length, start, key, now, next);
                }
            }
            IntList swap = now;
            now = next;
            next = swap;
            next.clear();
            if (steps > mostSteps) {
                return;
            }
        }
        cut |= now.size() > 0;
    }

    /** Follows all edges out of a node in a state. */
    private void leave(int at, int length, int start, int key, IntList now, IntList next) {
        int node = component[at / STATES];
        int state = at % STATES;
        boolean point = !graph.isTransaction(node);
        int total = point ? length : length + 1;
        if (total >= best) {
            cut = true;
            return;
        }
        if (automaton.closesByTime() && !point && automaton.accepts(state) && graph.endedBefore(node, start)) {
            close(at, graph.timeEdge(node), total);
        }
        for (int e = graph.firstEdge(node); e < graph.firstEdge(node + 1); e++) {
            steps++;
            int target = graph.target(e);
            int after = point ? state : automaton.after(state, graph.kind(e));
            if (after < 0 || local[target] == 0 || (key >= 0 && !point && !LostUpdate.isVersionOrder(graph, e, key))) {
                continue;
            }
            if (target != start) {
                visit(target, after, e, at, total, point ? now : next);
            } else if (!automaton.closesByTime() && automaton.accepts(after) && total < best) {
                close(at, e, total);
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
            case G_SINGLE -> !LostUpdate.isLostUpdate(graph, edges);
            case G2_ITEM -> !LostUpdate.isDivergence(graph, edges);
            default -> true;
        };
    }

    /** Tries all ways, shorter ones first: a deepening depth-first search for cycles shorter than the best. */
    private void tryAll() {
        steps = 0;
        int most = Math.min(best - 1, component.length);
        for (int limit = shortestRefused; limit <= most; limit++) {
            for (int i = 0; i < transactions; i++) {
                tryAll(component[i], limit);
                if (best == limit) {
                    return;
                }
                if (steps > MOST_EXHAUSTIVE) {
                    gaveUp = true;
                    return;
                }
            }
        }
    }

    /** Tries all cycles of {@code limit} dependencies from a transaction. */
    private void tryAll(int start, int limit) {
        pathStamp++;
        // at each depth: the edge to try next, and the state and the number of dependencies in front of it
        int[] edge = new int[16];
        int[] state = new int[16];
        int[] length = new int[16];
        int depth = 0;
        int node = start;
        edge[0] = graph.firstEdge(start);
        while (depth >= 0) {
            if (edge[depth] == graph.firstEdge(node + 1) || ++steps > MOST_EXHAUSTIVE) {
                onPath[local[node] - 1] = 0;
                depth--;
                node = depth > 0 ? graph.target(edge[depth - 1] - 1) : start;
                continue;
            }
            boolean point = !graph.isTransaction(node);
            int e = edge[depth]++;
            if (depth == 0 && !begins(e)) {
                continue;
            }
            int target = graph.target(e);
            int after = point
                    ? state[depth]
                    : depth == 0 ? automaton.begin(graph.kind(e)) : automaton.after(state[depth], graph.kind(e));
            int reached = point ? length[depth] : length[depth] + 1;
            if (after < 0 || local[target] == 0 || reached > limit) {
                continue;
            }
            boolean toPoint = !graph.isTransaction(target);
            if (!toPoint && automaton.accepts(after) && isBack(target, start, reached, limit)) {
                int[] edges = Arrays.copyOf(edge, automaton.closesByTime() ? depth + 2 : depth + 1);
                for (int i = 0; i <= depth; i++) {
                    edges[i]--;
                }
                if (automaton.closesByTime()) {
                    edges[depth + 1] = graph.timeEdge(target);
                }
                if (counts(edges)) {
                    best = limit;
                    bestEdges = edges;
                    return;
                }
            }
            if (target == start || (!toPoint && (reached == limit || onPath[local[target] - 1] == pathStamp))) {
                continue;
            }
            if (!toPoint) {
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
    }

    /** Whether a transaction that so many dependencies lead to closes a cycle of a length. */
    private boolean isBack(int node, int start, int reached, int length) {
        return automaton.closesByTime()
                ? reached + 1 == length
                        && node != start
                        && onPath[local[node] - 1] != pathStamp
                        && graph.endedBefore(node, start)
                : reached == length && node == start;
    }
}
