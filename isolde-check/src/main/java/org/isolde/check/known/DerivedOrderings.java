package org.isolde.check.known;

import org.isolde.check.graph.IntList;

/** Orderings of versions that somebody inferred: on a key, the version of one transaction is before that of another. */
final class DerivedOrderings {
    private final IntList keys = new IntList();
    private final IntList before = new IntList();
    private final IntList after = new IntList();

    /** Both transactions count and wrote the key. */
    void add(int key, int beforeWriter, int afterWriter) {
        keys.add(key);
        before.add(beforeWriter);
        after.add(afterWriter);
    }

    int size() {
        return keys.size();
    }

    int key(int index) {
        return keys.get(index);
    }

    int before(int index) {
        return before.get(index);
    }

    int after(int index) {
        return after.get(index);
    }
}
