package org.isolde.check.facts;

import java.util.Arrays;
import org.isolde.check.graph.EdgeList;

/**
 * Which parts of an order are in question, if some orderings go backward in it: a window reaches from the end of a backward
 * edge to its beginning, and windows that overlap are one.
 *
 * <p>Every edge of a cycle lies in one window. For cut the order between two neighbours: what comes behind the cut on the
 * cycle must get back before it, over an edge that goes backward, and whose window has the cut in it.
 */
public final class Windows {
    /** For each place that of the first of its window; its own, if it is in none. */
    private final int[] start;

    private final int longest;

    /**
     * @param rank the place of each transaction
     * @param lists edges; those that go forward make no window
     */
    public Windows(int[] rank, int places, EdgeList[] lists) {
        start = new int[places];
        // first the last place of the longest window that begins at each
        for (int place = 0; place < places; place++) {
            start[place] = place;
        }
        for (EdgeList list : lists) {
            for (int i = 0; i < list.size(); i++) {
                int first = rank[list.to.get(i)];
                start[first] = Math.max(start[first], rank[list.from.get(i)]);
            }
        }
        int most = 1;
        for (int place = 0; place < places; ) {
            int end = start[place];
            int next = place + 1;
            for (; next <= end; next++) {
                end = Math.max(end, start[next]);
            }
            Arrays.fill(start, place, next, place);
            most = Math.max(most, next - place);
            place = next;
        }
        longest = most;
    }

    /** How many places the longest window has; 1 if there are none. */
    public int longest() {
        return longest;
    }

    /** Whether two places are in one window; the initial transaction, at -1, is in none. */
    public boolean areTogether(int place, int other) {
        return place >= 0 && other >= 0 && start[place] == start[other];
    }

    /** Whether a place is in one window with the one before it. */
    public boolean goesOn(int place) {
        return start[place] != place;
    }
}
