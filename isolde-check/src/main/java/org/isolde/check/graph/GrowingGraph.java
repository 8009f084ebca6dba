package org.isolde.check.graph;

import java.util.Arrays;

/**
 * A directed graph of edges that are known from the start, in two CSR columns (successors and predecessors), and of edges
 * that arrive later, as linked lists over columns. Edges that arrive are numbered from 0.
 */
public final class GrowingGraph {
    public final int nodes;
    public final int[] outFirst;
    public final int[] out;
    public final int[] inFirst;
    public final int[] in;
    public final IntList from = new IntList();
    public final IntList to = new IntList();
    private final IntList nextOut = new IntList();
    private final IntList nextIn = new IntList();
    private final int[] headOut;
    private final int[] headIn;

    public GrowingGraph(int nodes, EdgeList known) {
        this.nodes = nodes;
        outFirst = Offsets.of(nodes, known.from);
        out = Offsets.items(known.from, known.to, outFirst);
        inFirst = Offsets.of(nodes, known.to);
        in = Offsets.items(known.to, known.from, inFirst);
        headOut = new int[nodes];
        headIn = new int[nodes];
        Arrays.fill(headOut, -1);
        Arrays.fill(headIn, -1);
    }

    /** The edges known from the start, as a list. */
    public EdgeList known() {
        EdgeList edges = new EdgeList(out.length);
        for (int u = 0; u < nodes; u++) {
            for (int i = outFirst[u]; i < outFirst[u + 1]; i++) {
                edges.add(u, out[i]);
            }
        }
        return edges;
    }

    /** All edges, as a list. */
    public EdgeList all() {
        EdgeList edges = known();
        for (int e = 0; e < from.size(); e++) {
            edges.add(from.get(e), to.get(e));
        }
        return edges;
    }

    /** How many edges arrived. */
    public int arrived() {
        return from.size();
    }

    public void add(int u, int v) {
        int edge = from.size();
        from.add(u);
        to.add(v);
        nextOut.add(headOut[u]);
        nextIn.add(headIn[v]);
        headOut[u] = edge;
        headIn[v] = edge;
    }

    /** The latest arrived edge from a node, or -1; go on with {@link #nextOut}. */
    public int firstOut(int node) {
        return headOut[node];
    }

    public int nextOut(int edge) {
        return nextOut.get(edge);
    }

    public int firstIn(int node) {
        return headIn[node];
    }

    public int nextIn(int edge) {
        return nextIn.get(edge);
    }

    /**
     * A topological order in which, of the nodes that could come next, the one with the least key does; or null if there is
     * a cycle.
     */
    public int[] order(int[] key) {
        int[] incoming = new int[nodes];
        for (int u = 0; u < nodes; u++) {
            incoming[u] = inFirst[u + 1] - inFirst[u];
        }
        for (int e = 0; e < from.size(); e++) {
            incoming[to.get(e)]++;
        }
        long[] heap = new long[nodes + 1];
        int size = 0;
        int[] order = new int[nodes];
        int placed = 0;
        for (int u = 0; u < nodes; u++) {
            if (incoming[u] == 0) {
                size = push(heap, size, entry(key, u));
            }
        }
        while (size > 0) {
            int u = (int) heap[1];
            size = pop(heap, size);
            order[placed++] = u;
            for (int i = outFirst[u]; i < outFirst[u + 1]; i++) {
                if (--incoming[out[i]] == 0) {
                    size = push(heap, size, entry(key, out[i]));
                }
            }
            for (int e = headOut[u]; e >= 0; e = nextOut.get(e)) {
                if (--incoming[to.get(e)] == 0) {
                    size = push(heap, size, entry(key, to.get(e)));
                }
            }
        }
        return placed == nodes ? order : null;
    }

    private static long entry(int[] key, int node) {
        return ((long) key[node] << 32) | node;
    }

    private static int push(long[] heap, int size, long entry) {
        int at = ++size;
        while (at > 1 && heap[at >>> 1] > entry) {
            heap[at] = heap[at >>> 1];
            at >>>= 1;
        }
        heap[at] = entry;
        return size;
    }

    private static int pop(long[] heap, int size) {
        long entry = heap[size--];
        int at = 1;
        while (at * 2 <= size) {
            int child = at * 2;
            if (child < size && heap[child + 1] < heap[child]) {
                child++;
            }
            if (heap[child] >= entry) {
                break;
            }
            heap[at] = heap[child];
            at = child;
        }
        heap[at] = entry;
        return size;
    }
}
