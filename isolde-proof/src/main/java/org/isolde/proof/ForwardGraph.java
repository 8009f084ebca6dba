package org.isolde.proof;

import java.util.Arrays;

/**
 * A graph whose edges all go forward in an order. Nodes are places in the order, added one after the other with their direct
 * predecessors, until {@link #finish}; they are greedily cut into chains: a node continues the chain of the first of its
 * predecessors that is still the end of one.
 *
 * <p>Invariant: on a chain, each node is a direct predecessor of the next; chains are numbered by their first nodes.
 */
final class ForwardGraph {
    final int nodes;
    private final int[] firstPredecessor;
    private int[] predecessors = new int[16];
    private int count;
    private int node = -1;

    private final int[] chain;
    /** The last node of each chain so far, and its first one. */
    private final int[] end;

    private final int[] start;
    private int chains;

    ForwardGraph(int nodes) {
        this.nodes = nodes;
        this.firstPredecessor = new int[nodes + 1];
        this.chain = new int[nodes];
        this.end = new int[nodes];
        this.start = new int[nodes];
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

    /** There are no more nodes. */
    void finish() {
        settle();
        firstPredecessor[nodes] = count;
    }

    /** A node without a chain to continue begins one. */
    private void settle() {
        if (node >= 0 && chain[node] < 0) {
            chain[node] = chains;
            start[chains] = node;
            end[chains++] = node;
        }
    }

    int edges() {
        return count;
    }

    /** Where the predecessors of a node begin; {@code firstPredecessor(node + 1)} is where they end. */
    int firstPredecessor(int place) {
        return firstPredecessor[place];
    }

    int predecessor(int index) {
        return predecessors[index];
    }

    int chain(int place) {
        return chain[place];
    }

    int chains() {
        return chains;
    }

    /** The first node of a chain. */
    int start(int chainNumber) {
        return start[chainNumber];
    }
}
