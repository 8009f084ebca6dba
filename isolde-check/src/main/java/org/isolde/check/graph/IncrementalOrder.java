package org.isolde.check.graph;

import java.util.Arrays;

/**
 * A topological order of a graph to which edges are added and from which the latest ones are taken back, after Pearce and
 * Kelly: an edge that goes forward costs nothing; one that goes back reorders the nodes between its ends that it concerns,
 * or finds a cycle. Taking edges back leaves the order as it is.
 *
 * <p>Every edge that is added carries a label. Nodes are numbered densely; the known edges never go.
 */
public final class IncrementalOrder {
    private final int[] outFirst;
    private final int[] out;
    private final int[] inFirst;
    private final int[] in;
    /** The place of each node. */
    private final int[] place;

    private final int[] headOut;
    private final int[] headIn;
    private final IntList from = new IntList();
    private final IntList to = new IntList();
    private final IntList label = new IntList();
    private final IntList nextOut = new IntList();
    private final IntList nextIn = new IntList();

    private final int[] stamp;
    private int now;
    /** How a node was reached: an added edge, or {@code -2 - node} for a known edge from a node. */
    private final int[] via;

    private final int[] forward;
    private final int[] backward;
    /** The nodes that are being moved, each below its place, and the places that they share. */
    private long[] moved = new long[64];

    private int[] free = new int[64];

    /** The edges of the cycle that the last {@link #add} found, in order: added ones by number, known ones as -1. */
    private final IntList cycleEdges = new IntList();
    /** The nodes of that cycle, each where the edge of the same index begins. */
    private final IntList cycleNodes = new IntList();

    /**
     * @param known the known edges, which are acyclic
     * @param order the nodes in a topological order of them
     */
    public IncrementalOrder(int nodes, EdgeList known, int[] order) {
        outFirst = Offsets.of(nodes, known.from);
        out = Offsets.items(known.from, known.to, outFirst);
        inFirst = Offsets.of(nodes, known.to);
        in = Offsets.items(known.to, known.from, inFirst);
        place = new int[nodes];
        for (int i = 0; i < nodes; i++) {
            place[order[i]] = i;
        }
        headOut = new int[nodes];
        headIn = new int[nodes];
        Arrays.fill(headOut, -1);
        Arrays.fill(headIn, -1);
        stamp = new int[nodes];
        via = new int[nodes];
        forward = new int[nodes];
        backward = new int[nodes];
    }

    public int place(int node) {
        return place[node];
    }

    /** How many edges there are besides the known ones. */
    public int added() {
        return from.size();
    }

    public int label(int edge) {
        return label.get(edge);
    }

    public int from(int edge) {
        return from.get(edge);
    }

    public int to(int edge) {
        return to.get(edge);
    }

    /** Takes back the latest edges until so many are left. */
    public void shrink(int edges) {
        for (int e = from.size() - 1; e >= edges; e--) {
            headOut[from.get(e)] = nextOut.get(e);
            headIn[to.get(e)] = nextIn.get(e);
        }
        from.shrink(edges);
        to.shrink(edges);
        label.shrink(edges);
        nextOut.shrink(edges);
        nextIn.shrink(edges);
    }

    /** Adds an edge; or, if it closes a cycle, leaves it out, says false, and {@link #cycleEdges} has the rest of it. */
    public boolean add(int u, int v, int edgeLabel) {
        int lower = place[v];
        int upper = place[u];
        if (lower <= upper) {
            int reached = searchForward(v, u, upper);
            if (reached < 0) {
                return false;
            }
            reorder(reached, searchBackward(u, lower));
        }
        int edge = from.size();
        from.add(u);
        to.add(v);
        label.add(edgeLabel);
        nextOut.add(headOut[u]);
        nextIn.add(headIn[v]);
        headOut[u] = edge;
        headIn[v] = edge;
        return true;
    }

    /** Everything reached from v up to a place, into {@code forward}; how much, or -1 if u is among it. */
    private int searchForward(int v, int u, int upper) {
        now++;
        int size = 0;
        forward[size++] = v;
        stamp[v] = now;
        via[v] = Integer.MIN_VALUE;
        if (v == u) {
            walkBack(u);
            return -1;
        }
        for (int next = 0; next < size; next++) {
            int x = forward[next];
            for (int e = headOut[x]; e >= 0; e = nextOut.get(e)) {
                int y = to.get(e);
                if (stamp[y] != now && place[y] <= upper) {
                    stamp[y] = now;
                    via[y] = e;
                    forward[size++] = y;
                    if (y == u) {
                        walkBack(u);
                        return -1;
                    }
                }
            }
            for (int i = outFirst[x]; i < outFirst[x + 1]; i++) {
                int y = out[i];
                if (stamp[y] != now && place[y] <= upper) {
                    stamp[y] = now;
                    via[y] = -2 - x;
                    forward[size++] = y;
                    if (y == u) {
                        walkBack(u);
                        return -1;
                    }
                }
            }
        }
        return size;
    }

    private void walkBack(int u) {
        cycleEdges.clear();
        cycleNodes.clear();
        int at = u;
        while (via[at] != Integer.MIN_VALUE) {
            int before = via[at] >= 0 ? from.get(via[at]) : -2 - via[at];
            cycleEdges.add(Math.max(-1, via[at]));
            cycleNodes.add(before);
            at = before;
        }
        cycleEdges.reverse();
        cycleNodes.reverse();
    }

    private int searchBackward(int u, int lower) {
        now++;
        int size = 0;
        backward[size++] = u;
        stamp[u] = now;
        for (int next = 0; next < size; next++) {
            int x = backward[next];
            for (int e = headIn[x]; e >= 0; e = nextIn.get(e)) {
                int y = from.get(e);
                if (stamp[y] != now && place[y] >= lower) {
                    stamp[y] = now;
                    backward[size++] = y;
                }
            }
            for (int i = inFirst[x]; i < inFirst[x + 1]; i++) {
                int y = in[i];
                if (stamp[y] != now && place[y] >= lower) {
                    stamp[y] = now;
                    backward[size++] = y;
                }
            }
        }
        return size;
    }

    /** Puts all that leads to u before all that v leads to, on the places that they have together. */
    private void reorder(int forwardSize, int backwardSize) {
        int size = backwardSize + forwardSize;
        if (moved.length < size) {
            moved = new long[size + (size >> 1)];
            free = new int[moved.length];
        }
        for (int i = 0; i < backwardSize; i++) {
            moved[i] = ((long) place[backward[i]] << 32) | backward[i];
        }
        for (int i = 0; i < forwardSize; i++) {
            moved[backwardSize + i] = ((long) place[forward[i]] << 32) | forward[i];
        }
        Arrays.sort(moved, 0, backwardSize);
        Arrays.sort(moved, backwardSize, size);
        for (int i = 0; i < size; i++) {
            free[i] = (int) (moved[i] >>> 32);
        }
        Arrays.sort(free, 0, size);
        for (int i = 0; i < size; i++) {
            place[(int) moved[i]] = free[i];
        }
    }

    /** The cycle that the last {@link #add} found, without the edge that would have closed it. */
    public IntList cycleEdges() {
        return cycleEdges;
    }

    public IntList cycleNodes() {
        return cycleNodes;
    }

    /**
     * Fewest-edges path between two nodes over all edges, left in {@link #cycleEdges} and {@link #cycleNodes}.
     *
     * @return whether there is one
     */
    public boolean path(int v, int u) {
        return searchForward(v, u, place[u]) < 0;
    }
}
