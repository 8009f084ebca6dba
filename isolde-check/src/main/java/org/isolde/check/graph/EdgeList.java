package org.isolde.check.graph;

import java.util.Arrays;

/** Edges as two growing columns, before they become a {@link Digraph}. */
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

    /** Whether two places belong together. */
    public interface Together {
        boolean test(int place, int other);
    }

    /** Adds the edges of another list whose ends belong together, by the place of each. */
    public void addWithin(EdgeList other, int[] rank, Together together) {
        for (int i = 0; i < other.size(); i++) {
            int before = other.from.get(i);
            int after = other.to.get(i);
            if (together.test(rank[before], rank[after])) {
                add(before, after);
            }
        }
    }

    /** The same edges, each once, sorted by where they begin and then by where they end. */
    public EdgeList sorted() {
        long[] edges = new long[size()];
        for (int i = 0; i < edges.length; i++) {
            edges[i] = ((long) from.get(i) << 32) | to.get(i);
        }
        Arrays.sort(edges);
        EdgeList sorted = new EdgeList(edges.length);
        for (int i = 0; i < edges.length; i++) {
            if (i == 0 || edges[i] != edges[i - 1]) {
                sorted.add((int) (edges[i] >>> 32), (int) edges[i]);
            }
        }
        return sorted;
    }

    public void clear() {
        from.clear();
        to.clear();
    }

    public int size() {
        return from.size();
    }

    public void addAll(EdgeList others) {
        for (int i = 0; i < others.size(); i++) {
            add(others.from.get(i), others.to.get(i));
        }
    }
}
