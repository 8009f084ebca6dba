package org.isolde.check.graph;

/**
 * The shortest cycle of a strongly connected component, fewest inferred edges first, then fewest edges.
 *
 * <p>From every node (or, in a large component, from as many as the budget of visited nodes allows) the cheapest way back
 * to it is searched, never further than the best cycle so far.
 */
public final class ShortestCycle {
    private static final long INFERRED = 1L << 24;
    private static final int BUDGET = 4_000_000;

    private final Digraph graph;
    /** The nodes of the component that were not searched from yet; all false between two searches. */
    private final boolean[] member;

    private final CheapestPaths paths;

    public ShortestCycle(Digraph graph) {
        this.graph = graph;
        this.member = new boolean[graph.nodes];
        this.paths = new CheapestPaths(graph.nodes);
    }

    /** The nodes of the cycle in order. */
    public int[] in(int[] component) {
        for (int t : component) {
            member[t] = true;
        }
        long best = Long.MAX_VALUE;
        int[] cycle = {};
        int visited = 0;
        for (int start : component) {
            if (visited > BUDGET && cycle.length > 0) {
                break;
            }
            paths.start(start);
            for (int t = paths.next(); t >= 0 && paths.cost(t) + 1 < best; t = paths.next()) {
                visited++;
                for (int e = graph.first[t]; e < graph.first[t + 1]; e++) {
                    int to = graph.target[e];
                    long cost = paths.cost(t) + (e >= graph.inferredFrom[t] ? INFERRED + 1 : 1);
                    if (!member[to] || cost >= best) {
                        continue;
                    }
                    if (to == start) {
                        best = cost;
                        cycle = walkBack(start, t);
                    } else {
                        paths.offer(to, cost, t);
                    }
                }
            }
            // the nodes before have been searched from: no better cycle goes through them
            member[start] = false;
        }
        for (int t : component) {
            member[t] = false;
        }
        return cycle;
    }

    private int[] walkBack(int start, int last) {
        IntList nodes = new IntList();
        for (int t = last; t != start; t = paths.via(t)) {
            nodes.add(t);
        }
        nodes.add(start);
        nodes.reverse();
        return nodes.toArray();
    }

    /** The same cycle, beginning at its smallest node, so that results don't depend on the search. */
    public static int[] rotated(int[] cycle) {
        int smallest = 0;
        for (int i = 1; i < cycle.length; i++) {
            if (cycle[i] < cycle[smallest]) {
                smallest = i;
            }
        }
        int[] rotated = new int[cycle.length];
        System.arraycopy(cycle, smallest, rotated, 0, cycle.length - smallest);
        System.arraycopy(cycle, 0, rotated, cycle.length - smallest, smallest);
        return rotated;
    }
}
