package org.isolde.check;

/** Edges between transactions as two growing columns, before they become a {@link Digraph}. */
final class EdgeList {
    final IntList from;
    final IntList to;

    EdgeList(int capacity) {
        from = new IntList(capacity);
        to = new IntList(capacity);
    }

    void add(int before, int after) {
        from.add(before);
        to.add(after);
    }

    int size() {
        return from.size();
    }
}
