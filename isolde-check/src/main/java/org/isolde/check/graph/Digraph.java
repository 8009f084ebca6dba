package org.isolde.check.graph;

import java.util.Arrays;
import java.util.List;

/**
 * A directed graph as two int arrays (CSR): the successors of {@code t} are {@code target[first[t]] .. target[first[t + 1]
 * - 1]}, those by seen edges before those by inferred ones ({@code inferredFrom[t]} is where they begin).
 */
public final class Digraph {
    public final int nodes;
    public final int[] first;
    public final int[] inferredFrom;
    public final int[] target;

    public Digraph(int nodes, EdgeList seen, EdgeList inferred) {
        this.nodes = nodes;
        first = new int[nodes + 1];
        Offsets.count(seen.from, first);
        Offsets.count(inferred.from, first);
        target = new int[Offsets.sum(first)];
        int[] next = Offsets.next(first);
        Offsets.place(seen.from, seen.to, next, target);
        inferredFrom = next.clone();
        Offsets.place(inferred.from, inferred.to, next, target);
    }

    /**
     * The nodes {@code 1 .. nodes - 1} in a topological order, by Kahn's algorithm; shorter than that if there are
     * cycles: what is missing lies on a cycle or behind one.
     */
    public int[] topologicalOrder() {
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

    /** The strongly connected components of at least two nodes, each sorted. */
    public List<int[]> components() {
        return StronglyConnected.components(nodes, first, target, null, 0);
    }
}
