package org.isolde.check.graph;

import java.util.PriorityQueue;

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
    private final boolean[] member;
    private final long[] distance;
    private final int[] previous;
    private final int[] stamp;

    public ShortestCycle(Digraph graph) {
        this.graph = graph;
        this.member = new boolean[graph.nodes];
        this.distance = new long[graph.nodes];
        this.previous = new int[graph.nodes];
        this.stamp = new int[graph.nodes];
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
            PriorityQueue<long[]> queue = new PriorityQueue<>((a, b) -> Long.compare(a[0], b[0]));
            distance[start] = 0;
            stamp[start] = start;
            queue.add(new long[] {0, start});
            while (!queue.isEmpty()) {
                long[] head = queue.poll();
                int t = (int) head[1];
                if (head[0] + 1 >= best) {
                    break;
                }
                if (head[0] > distance[t]) {
                    continue;
                }
                visited++;
                for (int e = graph.first[t]; e < graph.first[t + 1]; e++) {
                    int to = graph.target[e];
                    if (!member[to]) {
                        continue;
                    }
                    long cost = head[0] + (e >= graph.inferredFrom[t] ? INFERRED + 1 : 1);
                    if (cost >= best) {
                        continue;
                    }
                    if (to == start) {
                        best = cost;
                        cycle = walkBack(start, t);
                    } else if (stamp[to] != start || cost < distance[to]) {
                        stamp[to] = start;
                        distance[to] = cost;
                        previous[to] = t;
                        queue.add(new long[] {cost, to});
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
        IntList backwards = new IntList();
        for (int t = last; t != start; t = previous[t]) {
            backwards.add(t);
        }
        int[] cycle = new int[backwards.size() + 1];
        cycle[0] = start;
        for (int i = 0; i < backwards.size(); i++) {
            cycle[cycle.length - 1 - i] = backwards.get(i);
        }
        return cycle;
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
