package org.isolde.check.polygraph;

import org.isolde.check.graph.IntList;

/**
 * Why each edge that was inferred holds: it stands for an ordering of two versions of a key, and the opposite closes a
 * cycle with edges that were known before it. In the order in which the edges arrived.
 */
final class Derivations {
    private final IntList earlier = new IntList();
    private final IntList later = new IntList();
    private final IntList reader = new IntList();
    private final IntList why = new IntList();

    /**
     * A version comes before another one.
     *
     * @param reader who read the later one and is reached by the writer of the earlier one; 0 if that writer reaches the
     *     other writer
     */
    void order(int earlierVersion, int laterVersion, int reader) {
        add(earlierVersion, laterVersion, 0, reader);
    }

    /** A reader of a version comes before the writer of a later one, which the writer of the first one reaches. */
    void antiDependency(int earlierVersion, int laterVersion, int ofReader) {
        add(earlierVersion, laterVersion, ofReader, 0);
    }

    /** A version comes before another one because its writer overwrote what it read, from which the other is reached. */
    void afterUpdate(int earlierVersion, int laterVersion, int updated) {
        add(earlierVersion, laterVersion, 0, -1 - updated);
    }

    private void add(int earlierVersion, int laterVersion, int ofReader, int reason) {
        earlier.add(earlierVersion);
        later.add(laterVersion);
        reader.add(ofReader);
        why.add(reason);
    }

    int size() {
        return earlier.size();
    }

    /** The earlier one of the two versions that an edge orders. */
    int earlier(int edge) {
        return earlier.get(edge);
    }

    int later(int edge) {
        return later.get(edge);
    }

    /** The reader from which an anti-dependency leads; 0 for version order. */
    int reader(int edge) {
        return reader.get(edge);
    }

    /** Whether the ordering holds because a reader of the later version is reached; who. Else 0. */
    int reachedReader(int edge) {
        return Math.max(0, why.get(edge));
    }

    /** The version that the earlier one's writer overwrote, if the ordering holds because of that; else -1. */
    int updatedVersion(int edge) {
        return why.get(edge) < 0 ? -1 - why.get(edge) : -1;
    }
}
