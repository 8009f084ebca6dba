package org.isolde.proof;

import java.util.Arrays;
import java.util.BitSet;

/**
 * Who reaches whom in a graph whose edges all go forward in an order, a few chains at a time, so that memory is bounded
 * whatever the number of chains.
 *
 * <p>Nodes are places in the order. They are added one after the other with their direct predecessors, until {@link
 * #finish}, and greedily cut into chains: a node continues the chain of the first of its predecessors that is still the end of one.
 *
 * <p>Invariant: on a chain, each node is a direct predecessor of the next. For the chains computed, {@code vector[node *
 * width + c]} is the last node of chain c that reaches the node, or -1.
 */
final class ChainVectors {
    private static final int ROOM = 1 << 24;
    private static final int MAX_WIDTH = 32;

    private final int nodes;
    private final int[] firstPredecessor;
    private int[] predecessors = new int[16];
    private int count;
    private int node = -1;

    private final int[] chain;
    /** The last node of each chain so far. */
    private final int[] end;

    private final int[] start;
    private int chains;

    private final int width;
    private int[] vector;
    private final int[] slotOfChain;
    private final BitSet computed = new BitSet();
    private int computedEnd;

    ChainVectors(int nodes) {
        this.nodes = nodes;
        this.firstPredecessor = new int[nodes + 1];
        this.chain = new int[nodes];
        this.end = new int[nodes];
        this.start = new int[nodes];
        this.slotOfChain = new int[nodes];
        this.width = Math.max(1, Math.min(MAX_WIDTH, ROOM / Math.max(1, nodes)));
        Arrays.fill(chain, -1);
    }

    /** The next node; its predecessors follow. */
    void next() {
        settle();
        node++;
        firstPredecessor[node] = count;
    }

    /** A direct predecessor of the node at hand, whose chain it may continue. */
    void predecessor(int place, boolean mayContinue) {
        if (count == predecessors.length) {
            predecessors = Arrays.copyOf(predecessors, count * 2);
        }
        predecessors[count++] = place;
        if (mayContinue && chain[node] < 0 && end[chain[place]] == place) {
            chain[node] = chain[place];
            end[chain[place]] = node;
        }
    }

    /** A node without a chain to continue begins one. */
    private void settle() {
        if (node >= 0 && chain[node] < 0) {
            chain[node] = chains;
            start[chains] = node;
            end[chains++] = node;
        }
    }

    /** There are no more nodes. */
    void finish() {
        settle();
        firstPredecessor[nodes] = count;
    }

    int chain(int place) {
        return chain[place];
    }

    /**
     * Computes the next few of the wanted chains from a chain on.
     *
     * @return the first chain computed, or -1 if none is left
     */
    int computeFrom(int from, BitSet wanted) {
        int first = wanted.nextSetBit(from);
        computed.clear();
        int slots = 0;
        for (int c = first; c >= 0 && slots < width; c = wanted.nextSetBit(c + 1)) {
            computed.set(c);
            slotOfChain[c] = slots++;
            computedEnd = c + 1;
        }
        if (first >= 0) {
            compute(start[first]);
        }
        return first;
    }

    /** One more than the last chain computed. */
    int computedEnd() {
        return computedEnd;
    }

    /** Whether the chain of a place is among those computed. */
    boolean isComputed(int place) {
        return computed.get(chain[place]);
    }

    /** Whether a path leads from one place to another; the chain of the first must be computed. */
    boolean reaches(int from, int to) {
        return vector[to * width + slotOfChain[chain[from]]] >= from;
    }

    private void compute(int firstNode) {
        if (vector == null) {
            vector = new int[nodes * width];
        }
        Arrays.fill(vector, 0, firstNode * width, -1);
        for (int n = firstNode; n < nodes; n++) {
            int at = n * width;
            Arrays.fill(vector, at, at + width, -1);
            for (int i = firstPredecessor[n]; i < firstPredecessor[n + 1]; i++) {
                int before = predecessors[i];
                if (before < firstNode) {
                    continue;
                }
                int from = before * width;
                for (int c = 0; c < width; c++) {
                    vector[at + c] = Math.max(vector[at + c], vector[from + c]);
                }
                if (computed.get(chain[before])) {
                    int slot = at + slotOfChain[chain[before]];
                    vector[slot] = Math.max(vector[slot], before);
                }
            }
        }
    }
}
