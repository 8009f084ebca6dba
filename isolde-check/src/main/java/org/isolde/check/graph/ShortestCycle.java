package org.isolde.check.graph;

/**
 * The shortest cycle of a strongly connected component, fewest inferred edges first, then fewest edges.
 *
 * <p>From every node (or, in a large component, from as many as the budget of visited nodes allows) the cheapest way back
 * to it is searched, never further than the best cycle so far, and not at all once no better one can be: two edges (one, if
 * there is a loop), and an inferred one among them only if no cycle does without.
 */
public final class ShortestCycle {
    private static final long INFERRED = 1L << 24;
    private static final int BUDGET = 4_000_000;

    private final Digraph graph;
    /** The nodes of the component that were not searched from yet; all false between two searches. */
    private final boolean[] member;

    /** How many edges that are not inferred lead to each node of the component; all 0 between two searches. */
    private final int[] entering;

    private final CheapestPaths paths;

    public ShortestCycle(Digraph graph) {
        this.graph = graph;
        this.member = new boolean[graph.nodes];
        this.entering = new int[graph.nodes];
        this.paths = new CheapestPaths(graph.nodes);
    }

    /** The nodes of the cycle in order. */
    public int[] in(int[] component) {
        for (int t : component) {
            member[t] = true;
        }
        long least = (isCyclicWithoutInferred(component) ? 0 : INFERRED) + (hasLoop(component) ? 1 : 2);
        long best = Long.MAX_VALUE;
        int[] cycle = {};
        int visited = 0;
        for (int start : component) {
            if (best <= least || visited > BUDGET && cycle.length > 0) {
                break;
            }
            paths.start(start);
            for (int t = paths.next(); t >= 0 && best > least && paths.cost(t) + 1 < best; t = paths.next()) {
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

    /** Whether some edge leads from a node to itself. */
    private boolean hasLoop(int[] component) {
        for (int t : component) {
            for (int e = graph.first[t]; e < graph.first[t + 1]; e++) {
                if (graph.target[e] == t) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Whether the component has a cycle of edges that are not inferred: whether some node can't be taken away in turn. */
    private boolean isCyclicWithoutInferred(int[] component) {
        IntList free = new IntList();
        for (int t : component) {
            for (int e = graph.first[t]; e < graph.inferredFrom[t]; e++) {
                entering[graph.target[e]] += member[graph.target[e]] ? 1 : 0;
            }
        }
        for (int t : component) {
            if (entering[t] == 0) {
                free.add(t);
            }
        }
        for (int i = 0; i < free.size(); i++) {
            int t = free.get(i);
            for (int e = graph.first[t]; e < graph.inferredFrom[t]; e++) {
                int to = graph.target[e];
                if (member[to] && --entering[to] == 0) {
                    free.add(to);
                }
            }
        }
        for (int t : component) {
            entering[t] = 0;
        }
        return free.size() < component.length;
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
