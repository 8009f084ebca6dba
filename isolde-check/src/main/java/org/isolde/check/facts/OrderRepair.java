package org.isolde.check.facts;

import java.util.Arrays;
import org.isolde.check.graph.EdgeList;
import org.isolde.check.graph.Offsets;
import org.isolde.history.History;

/**
 * Turns an order that contains all seen edges into one that also contains the inferred ones, if there is one.
 *
 * <p>The transactions are placed in the old order; before one is placed, whatever must come before it and is not placed yet
 * is placed first (a depth-first search over predecessors, without recursion). Session order and reads-from are read off
 * the history itself, so only inferred edges need room.
 */
public final class OrderRepair {
    private static final byte NEW = 0;
    private static final byte OPEN = 1;
    private static final byte PLACED = 2;

    private final Facts facts;
    private final History history;
    private final CausalOrder old;
    /** The inferred predecessors of transaction t: {@code before[first[t]] .. before[first[t + 1] - 1]}. */
    private final int[] first;

    private final int[] before;

    private final byte[] state;
    private final int[] order;
    private int placed;
    private int[] stack = new int[64];
    private int[] cursor = new int[64];

    public OrderRepair(Facts facts, CausalOrder old, EdgeList[] inferred) {
        this.facts = facts;
        this.history = facts.history;
        this.old = old;
        int nodes = history.transactions() + 1;
        first = new int[nodes + 1];
        long total = 0;
        for (EdgeList list : inferred) {
            total += list.size();
        }
        if (total > Integer.MAX_VALUE - 64) {
            throw new OutOfMemoryError("more than 2^31 inferred orderings");
        }
        for (EdgeList list : inferred) {
            for (int i = 0; i < list.size(); i++) {
                first[list.to.get(i) + 1]++;
            }
        }
        Offsets.sum(first);
        before = new int[(int) total];
        int[] next = Arrays.copyOf(first, nodes);
        for (EdgeList list : inferred) {
            for (int i = 0; i < list.size(); i++) {
                before[next[list.to.get(i)]++] = list.from.get(i);
            }
        }
        // sorted, so that the result does not depend on how the work was split
        for (int t = 0; t < nodes; t++) {
            if (first[t + 1] - first[t] > 1) {
                Arrays.sort(before, first[t], first[t + 1]);
            }
        }
        state = new byte[nodes];
        state[History.INITIAL] = PLACED;
        order = new int[old.size()];
    }

    /** The new order, or null if the edges have a cycle. */
    public int[] order() {
        for (int place = 0; place < old.size(); place++) {
            int t = old.transaction(place);
            if (state[t] == NEW && !place(t)) {
                return null;
            }
        }
        return order;
    }

    private boolean place(int root) {
        int depth = 0;
        push(depth++, root);
        while (depth > 0) {
            int t = stack[depth - 1];
            int next = nextUnplaced(t, depth - 1);
            if (next < 0) {
                state[t] = PLACED;
                order[placed++] = t;
                depth--;
            } else if (state[next] == OPEN) {
                return false;
            } else {
                push(depth++, next);
            }
        }
        return true;
    }

    private void push(int depth, int t) {
        if (depth == stack.length) {
            stack = Arrays.copyOf(stack, depth * 2);
            cursor = Arrays.copyOf(cursor, depth * 2);
        }
        stack[depth] = t;
        cursor[depth] = -1;
        state[t] = OPEN;
    }

    /** The next predecessor that is not placed, or -1; the cursor stands on the one to look at next. */
    private int nextUnplaced(int t, int depth) {
        int at = cursor[depth];
        if (at < 0) {
            at = 0;
            int previous = facts.predecessor(t);
            if (previous != 0 && state[previous] != PLACED) {
                cursor[depth] = at;
                return previous;
            }
        }
        int firstOp = history.firstOp(t);
        int operations = history.firstOp(t + 1) - firstOp;
        for (; at < operations; at++) {
            int source = facts.source(firstOp + at, t);
            if (source > 0 && state[source] != PLACED) {
                cursor[depth] = at;
                return source;
            }
        }
        for (int edge = first[t] + at - operations; edge < first[t + 1]; edge++, at++) {
            if (state[before[edge]] != PLACED) {
                cursor[depth] = at;
                return before[edge];
            }
        }
        return -1;
    }
}
