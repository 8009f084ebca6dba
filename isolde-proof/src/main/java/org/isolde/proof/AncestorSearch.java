package org.isolde.proof;

import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * Looks through the ancestors of single nodes of a {@link ForwardGraph}, no further back than a given node. Readers of old
 * versions mostly have few ancestors behind the version that they missed; where there are too many, the search gives up.
 *
 * <p>Invariant: all searches together take at most a fixed multiple of the size of the graph.
 */
final class AncestorSearch {
    /** What became of a search: the answers below, or else the ancestor that was found. */
    static final int NONE = -1;

    static final int GIVEN_UP = -2;

    private static final int LONGEST = 1 << 13;
    private static final int PASSES = 16;

    private final ForwardGraph graph;
    private final int[] visitedFor;
    private int[] stack = new int[64];
    private long budget;

    AncestorSearch(ForwardGraph graph) {
        this.graph = graph;
        this.visitedFor = new int[graph.nodes];
        this.budget = PASSES * ((long) graph.edges() + graph.nodes);
        Arrays.fill(visitedFor, -1);
    }

    /** An ancestor at {@code earliest} or behind it that is wanted, or {@link #NONE}, or {@link #GIVEN_UP}. */
    int find(int node, int earliest, IntPredicate wanted) {
        int steps = 0;
        int size = 0;
        stack[size++] = node;
        while (size > 0) {
            int at = stack[--size];
            for (int i = graph.firstPredecessor(at); i < graph.firstPredecessor(at + 1); i++) {
                int before = graph.predecessor(i);
                steps++;
                if (before >= earliest && visitedFor[before] != node) {
                    visitedFor[before] = node;
                    if (wanted.test(before)) {
                        return before;
                    }
                    if (size == stack.length) {
                        stack = Arrays.copyOf(stack, size * 2);
                    }
                    stack[size++] = before;
                }
            }
            if (steps > LONGEST || steps > budget) {
                budget -= steps;
                return GIVEN_UP;
            }
        }
        budget -= steps;
        return NONE;
    }
}
