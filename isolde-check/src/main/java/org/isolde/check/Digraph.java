package org.isolde.check;

import java.util.Arrays;

/**
 * A directed graph over the transactions as two int arrays (CSR): the successors of {@code t} are {@code target[first[t]]
 * .. target[first[t + 1] - 1]}, those by seen edges before those by inferred ones ({@code inferredFrom[t]} is where they
 * begin).
 */
final class Digraph {
    final int nodes;
    final int[] first;
    final int[] inferredFrom;
    final int[] target;

    Digraph(int nodes, EdgeList seen, EdgeList inferred) {
        this.nodes = nodes;
        first = new int[nodes + 1];
        inferredFrom = new int[nodes];
        long total = (long) seen.size() + inferred.size();
        if (total > Integer.MAX_VALUE - 64) {
            throw new OutOfMemoryError("more than 2^31 edges");
        }
        target = new int[(int) total];
        count(seen);
        int[] seenCount = Arrays.copyOfRange(first, 1, nodes + 1);
        count(inferred);
        for (int t = 0; t < nodes; t++) {
            first[t + 1] += first[t];
        }
        int[] next = Arrays.copyOf(first, nodes);
        place(seen, next);
        for (int t = 0; t < nodes; t++) {
            inferredFrom[t] = first[t] + seenCount[t];
        }
        place(inferred, next);
    }

    private void count(EdgeList edges) {
        for (int i = 0; i < edges.size(); i++) {
            first[edges.from.get(i) + 1]++;
        }
    }

    private void place(EdgeList edges, int[] next) {
        for (int i = 0; i < edges.size(); i++) {
            target[next[edges.from.get(i)]++] = edges.to.get(i);
        }
    }

    /**
     * The nodes {@code 1 .. nodes - 1} in a topological order, by Kahn's algorithm; shorter than that if there are
     * cycles: what is missing lies on a cycle or behind one.
     */
    int[] topologicalOrder() {
        int[] incoming = new int[nodes];
        for (int t : target) {
            incoming[t]++;
        }
        int[] order = new int[nodes];
        int placed = 0;
        for (int t = 1; t < nodes; t++) {
            if (incoming[t] == 0) {
                order[placed++] = t;
            }
        }
        for (int next = 0; next < placed; next++) {
            int t = order[next];
            for (int e = first[t]; e < first[t + 1]; e++) {
                if (--incoming[target[e]] == 0) {
                    order[placed++] = target[e];
                }
            }
        }
        return Arrays.copyOf(order, placed);
    }

    /**
     * The strongly connected components of at least two nodes, each sorted, by Tarjan's algorithm without recursion.
     *
     * @param inferredToo whether inferred edges count
     */
    java.util.List<int[]> components(boolean inferredToo) {
        java.util.List<int[]> components = new java.util.ArrayList<>();
        int[] index = new int[nodes];
        int[] low = new int[nodes];
        int[] edge = new int[nodes];
        boolean[] onStack = new boolean[nodes];
        int[] stack = new int[nodes];
        int[] path = new int[nodes];
        int stackSize = 0;
        int counter = 0;
        for (int root = 1; root < nodes; root++) {
            if (index[root] != 0) {
                continue;
            }
            int depth = 0;
            path[depth++] = root;
            index[root] = low[root] = ++counter;
            edge[root] = first[root];
            stack[stackSize++] = root;
            onStack[root] = true;
            while (depth > 0) {
                int t = path[depth - 1];
                int end = inferredToo ? first[t + 1] : inferredFrom[t];
                if (edge[t] < end) {
                    int to = target[edge[t]++];
                    if (index[to] == 0) {
                        index[to] = low[to] = ++counter;
                        edge[to] = first[to];
                        stack[stackSize++] = to;
                        onStack[to] = true;
                        path[depth++] = to;
                    } else if (onStack[to]) {
                        low[t] = Math.min(low[t], index[to]);
                    }
                } else {
                    depth--;
                    if (depth > 0) {
                        low[path[depth - 1]] = Math.min(low[path[depth - 1]], low[t]);
                    }
                    if (low[t] == index[t]) {
                        int from = stackSize;
                        int member;
                        do {
                            member = stack[--from];
                            onStack[member] = false;
                        } while (member != t);
                        if (stackSize - from > 1) {
                            int[] component = Arrays.copyOfRange(stack, from, stackSize);
                            Arrays.sort(component);
                            components.add(component);
                        }
                        stackSize = from;
                    }
                }
            }
        }
        return components;
    }
}
