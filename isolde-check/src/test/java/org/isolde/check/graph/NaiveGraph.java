package org.isolde.check.graph;

import java.util.Arrays;

/** A graph as a matrix of what it costs to get from each node to each other, by at least one edge: what tests compare with. */
final class NaiveGraph {
    static final long NEVER = Long.MAX_VALUE / 4;

    private final int nodes;
    private final long[][] edge;
    private long[][] cheapest;

    NaiveGraph(int nodes) {
        this.nodes = nodes;
        edge = new long[nodes][nodes];
        for (long[] row : edge) {
            Arrays.fill(row, NEVER);
        }
    }

    NaiveGraph(int nodes, EdgeList... lists) {
        this(nodes);
        for (EdgeList list : lists) {
            add(list, 1);
        }
    }

    void add(EdgeList list, long cost) {
        for (int i = 0; i < list.size(); i++) {
            add(list.from.get(i), list.to.get(i), cost);
        }
    }

    void add(int from, int to, long cost) {
        edge[from][to] = Math.min(edge[from][to], cost);
        cheapest = null;
    }

    boolean hasEdge(int from, int to) {
        return edge[from][to] < NEVER;
    }

    /** What the cheapest edge between two nodes costs. */
    long edge(int from, int to) {
        return edge[from][to];
    }

    boolean reaches(int from, int to) {
        return cost(from, to) < NEVER;
    }

    boolean isCyclic() {
        for (int u = 0; u < nodes; u++) {
            if (reaches(u, u)) {
                return true;
            }
        }
        return false;
    }

    /** What the cheapest path of at least one edge costs, after Floyd and Warshall. */
    long cost(int from, int to) {
        if (cheapest == null) {
            cheapest = new long[nodes][];
            for (int u = 0; u < nodes; u++) {
                cheapest[u] = edge[u].clone();
            }
            for (int k = 0; k < nodes; k++) {
                for (int u = 0; u < nodes; u++) {
                    for (int v = 0; v < nodes; v++) {
                        cheapest[u][v] = Math.min(cheapest[u][v], cheapest[u][k] + cheapest[k][v]);
                    }
                }
            }
        }
        return cheapest[from][to];
    }
}
