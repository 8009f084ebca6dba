package org.isolde.check.graph;

import java.util.Arrays;

/** Edges between transactions as two growing columns, before they become a {@link Digraph}. */
public final class EdgeList {
    public final IntList from;
    public final IntList to;

    public EdgeList(int capacity) {
        from = new IntList(capacity);
        to = new IntList(capacity);
    }

    public void add(int before, int after) {
        from.add(before);
        to.add(after);
    }

    public int size() {
        return from.size();
    }

    /** Sorts edges by where they begin into two columns (CSR): the targets of {@code u} begin at {@code first[u]}. */
    static void fill(IntList from, IntList to, int[] first, int[] target) {
        int size = from.size();
        for (int i = 0; i < size; i++) {
            first[from.get(i) + 1]++;
        }
        for (int u = 0; u + 1 < first.length; u++) {
            first[u + 1] += first[u];
        }
        int[] next = Arrays.copyOf(first, first.length - 1);
        for (int i = 0; i < size; i++) {
            target[next[from.get(i)]++] = to.get(i);
        }
    }
}
