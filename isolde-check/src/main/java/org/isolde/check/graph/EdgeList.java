package org.isolde.check.graph;

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

    public int size() {
        return from.size();
    }

    public void addAll(EdgeList others) {
        for (int i = 0; i < others.size(); i++) {
            add(others.from.get(i), others.to.get(i));
        }
    }
}
