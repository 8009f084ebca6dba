package org.isolde.check.graph;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Strongly connected components of a CSR graph, by Tarjan's algorithm without recursion. */
public final class StronglyConnected {
    private StronglyConnected() {}

    /**
     * The components of at least two nodes, each sorted; node 0 is left out.
     *
     * @param kind the kind of each edge, or null if all count
     * @param mask which kinds count, as bits
     */
    public static List<int[]> components(int nodes, int[] first, int[] target, byte[] kind, int mask) {
        List<int[]> components = new ArrayList<>();
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
                if (edge[t] < first[t + 1]) {
                    int e = edge[t]++;
                    int to = target[e];
                    if (kind != null && (mask >> kind[e] & 1) == 0) {
                        continue;
                    }
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
