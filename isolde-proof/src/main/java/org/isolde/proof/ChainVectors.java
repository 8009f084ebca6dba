package org.isolde.proof;

import java.util.Arrays;
import java.util.BitSet;

/**
 * Who reaches whom in a {@link ForwardGraph}, a few chains at a time, so that memory is bounded whatever the number of chains.
 *
 * <p>Invariant: for the chains computed, {@code vector[node * width + slot]} is the last node of the slot's chain that reaches
 * the node, or -1.
 */
final class ChainVectors {
    private static final int ROOM = 1 << 24;
    private static final int MAX_WIDTH = 32;

    private final ForwardGraph graph;
    private final int width;
    private final int[] vector;
    private final int[] slotOfChain;
    private final BitSet computed = new BitSet();
    private int computedEnd;

    ChainVectors(ForwardGraph graph) {
        this.graph = graph;
        this.width = Math.max(1, Math.min(MAX_WIDTH, ROOM / Math.max(1, graph.nodes)));
        this.vector = new int[graph.nodes * width];
        this.slotOfChain = new int[graph.chains()];
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
            compute(graph.start(first));
        }
        return first;
    }

    /** One more than the last chain computed. */
    int computedEnd() {
        return computedEnd;
    }

    /** Whether the chain of a place is among those computed. */
    boolean isComputed(int place) {
        return computed.get(graph.chain(place));
    }

    /** Whether a path leads from one place to another; the chain of the first must be computed. */
    boolean reaches(int from, int to) {
        return vector[to * width + slotOfChain[graph.chain(from)]] >= from;
    }

    private void compute(int firstNode) {
        Arrays.fill(vector, 0, firstNode * width, -1);
        for (int node = firstNode; node < graph.nodes; node++) {
            int at = node * width;
            Arrays.fill(vector, at, at + width, -1);
            for (int i = graph.firstPredecessor(node); i < graph.firstPredecessor(node + 1); i++) {
                int before = graph.predecessor(i);
                if (before < firstNode) {
                    continue;
                }
                int from = before * width;
                for (int slot = 0; slot < width; slot++) {
                    vector[at + slot] = Math.max(vector[at + slot], vector[from + slot]);
                }
                if (computed.get(graph.chain(before))) {
                    int slot = at + slotOfChain[graph.chain(before)];
                    vector[slot] = Math.max(vector[slot], before);
                }
            }
        }
    }
}
