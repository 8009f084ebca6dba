package org.isolde.check.graph;

import java.util.Arrays;

/**
 * The cheapest paths from one node to others, after Dijkstra. Whoever searches walks the edges, so that it may leave some
 * out, and end when it has seen enough:
 *
 * <pre>
 * paths.start(from);
 * for (int u = paths.next(); u >= 0; u = paths.next()) {
 *     for each edge from u to v:  paths.offer(v, paths.cost(u) + what the edge costs, how v was reached);
 * }
 * </pre>
 *
 * <p>Nodes come cheapest first, each once, as long as no edge costs less than nothing. Of several ways to reach a node for
 * the same cost the first that was offered stays. Of several nodes for the same cost the heap says which comes first: always
 * the same one, but none in particular; who wants another order can keep it in the low bits of the costs.
 *
 * <p>A search costs what it visits: nothing is cleared between two of them.
 */
public final class CheapestPaths {
    private final long[] cost;
    private final int[] via;
    private final int[] stamp;
    private int now;
    /** A binary heap, cheapest first. A node stands in it once for every time that it became cheaper. */
    private long[] heapCost = new long[64];

    private int[] heapNode = new int[64];
    private int size;

    public CheapestPaths(int nodes) {
        cost = new long[nodes];
        via = new int[nodes];
        stamp = new int[nodes];
    }

    /** Forgets the last search, and begins another one at a node, which costs nothing to reach. */
    public void start(int node) {
        now++;
        size = 0;
        stamp[node] = now;
        cost[node] = 0;
        push(0, node);
    }

    /** The cheapest node that was not visited yet, or -1 if all were that can be reached. */
    public int next() {
        while (size > 0) {
            long cheapest = heapCost[0];
            int node = heapNode[0];
            pop();
            if (cheapest == cost[node]) {
                return node;
            }
        }
        return -1;
    }

    /** What it costs to reach a node that was visited or offered. */
    public long cost(int node) {
        return cost[node];
    }

    /** How a node was reached that was visited or offered, in the words of who offered it; of no use for the first one. */
    public int via(int node) {
        return via[node];
    }

    /**
     * A way to reach a node, which is kept if it is the cheapest so far.
     *
     * @param by anything that tells the edge
     */
    public void offer(int node, long costs, int by) {
        if (stamp[node] != now || costs < cost[node]) {
            stamp[node] = now;
            cost[node] = costs;
            via[node] = by;
            push(costs, node);
        }
    }

    private void push(long costs, int node) {
        if (size == heapCost.length) {
            heapCost = Arrays.copyOf(heapCost, size * 2);
            heapNode = Arrays.copyOf(heapNode, size * 2);
        }
        int at = size++;
        while (at > 0 && costs < heapCost[(at - 1) >>> 1]) {
            int parent = (at - 1) >>> 1;
            heapCost[at] = heapCost[parent];
            heapNode[at] = heapNode[parent];
            at = parent;
        }
        heapCost[at] = costs;
        heapNode[at] = node;
    }

    /** Takes away the first of the heap. */
    private void pop() {
        size--;
        long costs = heapCost[size];
        int node = heapNode[size];
        int at = 0;
        while (2 * at + 1 < size) {
            int child = 2 * at + 1;
            if (child + 1 < size && heapCost[child + 1] < heapCost[child]) {
                child++;
            }
            if (costs <= heapCost[child]) {
                break;
            }
            heapCost[at] = heapCost[child];
            heapNode[at] = heapNode[child];
            at = child;
        }
        heapCost[at] = costs;
        heapNode[at] = node;
    }
}
