package org.isolde.check.facts;

import java.util.Arrays;
import org.isolde.check.graph.EdgeList;
import org.isolde.check.graph.Offsets;
import org.isolde.history.History;

/**
 * Turns an order into one that contains all seen edges and some inferred ones, if there is one.
 *
 * <p>The transactions are placed in the old order; before one is placed, whatever must come before it and is not placed yet
 * is placed first (a depth-first search over predecessors, without recursion). Session order and reads-from are read off
 * the history itself, so only inferred edges need room. All that comes before a transaction in the old order is placed
 * already when its turn comes; so only <em>late</em> ones, which must be preceded by what comes behind them, are looked at
 * more closely, and what is found behind them: repairing an order costs as much as there is to repair.
 */
public final class OrderRepair {
    private static final byte NEW = 0;
    private static final byte OPEN = 1;
    private static final byte PLACED = 2;

    private final Facts facts;
    private final History history;
    private final CausalOrder old;
    /** Which transactions must be preceded by one that comes behind them in the old order. */
    private final boolean[] late;

    private final int reach;
    private boolean wentTooFar;
    /** The inferred predecessors of transaction t: {@code before[first[t]] .. before[first[t + 1] - 1]}. */
    private final int[] first;

    private final int[] before;

    private final byte[] state;
    private final int[] order;
    private int placed;
    private int[] stack = new int[64];
    private int[] cursor = new int[64];

    /**
     * Of an order that need not contain the seen edges.
     *
     * @param late the transactions that come before one that must precede them by a seen edge; it is added to
     */
    OrderRepair(Facts facts, CausalOrder old, EdgeList[] inferred, boolean[] late) {
        this(facts, old, inferred, late, Integer.MAX_VALUE);
    }

    /**
     * Of an order that contains the seen edges.
     *
     * @param inferred all inferred edges that go backward in the old order, and those that go forward over no more than
     *     {@code reach} places
     */
    public OrderRepair(Facts facts, CausalOrder old, EdgeList[] inferred, int reach) {
        this(facts, old, inferred, new boolean[facts.history.transactions() + 1], reach);
    }

    private OrderRepair(Facts facts, CausalOrder old, EdgeList[] inferred, boolean[] late, int reach) {
        this.facts = facts;
        this.history = facts.history;
        this.old = old;
        this.late = late;
        this.reach = reach;
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
                int to = list.to.get(i);
                first[to + 1]++;
                late[to] |= old.rank[list.from.get(i)] >= old.rank[to];
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
        state = new byte[nodes];
        state[History.INITIAL] = PLACED;
        order = new int[old.size()];
    }

    /** The new order; null if the edges have a cycle, or if {@link #wentTooFar}. */
    public int[] order() {
        for (int place = 0; place < old.size(); place++) {
            int t = old.transaction(place);
            if (state[t] != NEW) {
                continue;
            }
            if (!late[t]) {
                state[t] = PLACED;
                order[placed++] = t;
            } else if (!place(t)) {
                return null;
            }
        }
        return order;
    }

    /** Whether something had to be moved further than edges are known. */
    public boolean wentTooFar() {
        return wentTooFar;
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
            } else if (old.rank[next] - old.rank[root] > reach) {
                wentTooFar = true;
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
        if (first[t + 1] - first[t] > 1) {
            // so that the result does not depend on how the work was split
            Arrays.sort(before, first[t], first[t + 1]);
        }
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
