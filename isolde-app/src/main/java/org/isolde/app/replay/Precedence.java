package org.isolde.app.replay;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Which steps come before which others. Invariant: there is no cycle. Made for a few hundred steps. */
final class Precedence {
    private final List<List<Integer>> after = new ArrayList<>();

    Precedence(int size) {
        for (int i = 0; i < size; i++) {
            after.add(new ArrayList<>());
        }
    }

    int size() {
        return after.size();
    }

    /** Adds a precedence that is known to contradict nothing. */
    void add(int earlier, int later) {
        after.get(earlier).add(later);
    }

    /** Adds one unless it contradicts those that are there; returns whether it holds now. */
    boolean addIfPossible(int earlier, int later) {
        if (earlier == later || reaches(later, earlier)) {
            return false;
        }
        after.get(earlier).add(later);
        return true;
    }

    private boolean reaches(int from, int to) {
        BitSet seen = new BitSet();
        List<Integer> open = new ArrayList<>(List.of(from));
        while (!open.isEmpty()) {
            int node = open.remove(open.size() - 1);
            if (node == to) {
                return true;
            }
            if (!seen.get(node)) {
                seen.set(node);
                open.addAll(after.get(node));
            }
        }
        return false;
    }

    List<Integer> after(int step) {
        return after.get(step);
    }

    /** How many precedences lead to each step. */
    int[] predecessors() {
        int[] count = new int[after.size()];
        after.forEach(list -> list.forEach(later -> count[later]++));
        return count;
    }
}
