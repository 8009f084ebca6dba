package org.isolde.check.facts;

import org.isolde.check.Edge;
import org.isolde.check.EdgeKind;
import org.isolde.check.Names;
import org.isolde.check.graph.EdgeList;
import org.isolde.check.graph.IntList;

import org.isolde.history.History;

/**
 * The version orders that the history gives, as edges between the transactions that installed neighbouring versions.
 *
 * <p>They come from version-order lines and from list reads. Edges are kept between different counted transactions only;
 * a value that no counted transaction wrote is passed over here and reported elsewhere.
 */
public final class VersionOrder {
    private final Subject subject;
    private final History history;
    private final IntList before = new IntList();
    private final IntList after = new IntList();
    /** The value numbers of the two versions of each edge. */
    private final IntList older = new IntList();

    private final IntList newer = new IntList();
    /** Who says so, as ordinals of {@link VersionSource}. */
    private final IntList source = new IntList();
    /** Values named by version-order lines that no counted transaction wrote, with their keys. */
    final IntList unknownValues = new IntList();

    final IntList unknownKeys = new IntList();

    VersionOrder(Subject subject) {
        this.subject = subject;
        this.history = subject.history;
    }

    /** No version order at all. */
    public static VersionOrder none(Subject subject) {
        return new VersionOrder(subject);
    }

    /** What the version-order lines say. */
    void addGivenChains() {
        for (int chain = 0; chain < history.versionChains(); chain++) {
            int[] values = history.versionChain(chain);
            for (int value : values) {
                int writer = history.writer(value);
                if (writer < 0 || !subject.counts(writer)) {
                    unknownValues.add(value);
                    unknownKeys.add(history.versionChainKey(chain));
                }
            }
            addChain(values, values.length, VersionSource.GIVEN);
        }
    }

    /** Values of one key, earliest first. */
    void addChain(int[] values, int length, VersionSource by) {
        int last = -1;
        for (int i = 0; i < length; i++) {
            int writer = history.writer(values[i]);
            if (writer <= 0 || !subject.counts(writer)) {
                continue;
            }
            if (last >= 0) {
                add(last, values[i], by);
            }
            last = values[i];
        }
    }

    /** One version directly or indirectly before another one of the same key. */
    void add(int olderValue, int newerValue, VersionSource by) {
        int from = history.writer(olderValue);
        int to = history.writer(newerValue);
        if (from != to) {
            before.add(from);
            after.add(to);
            older.add(olderValue);
            newer.add(newerValue);
            source.add(by.ordinal());
        }
    }

    public int size() {
        return before.size();
    }

    public int before(int edge) {
        return before.get(edge);
    }

    public int after(int edge) {
        return after.get(edge);
    }

    public int key(int edge) {
        return history.key(history.writeOp(older.get(edge)));
    }

    /** The value that comes first by an edge. */
    public int older(int edge) {
        return older.get(edge);
    }

    public int newer(int edge) {
        return newer.get(edge);
    }

    public VersionSource source(int edge) {
        return VersionSource.of(source.get(edge));
    }

    public EdgeList edges() {
        EdgeList edges = new EdgeList(size());
        for (int i = 0; i < size(); i++) {
            edges.add(before.get(i), after.get(i));
        }
        return edges;
    }

    Edge explain(int from, int to, Names names) {
        for (int i = 0; i < size(); i++) {
            if (before.get(i) == from && after.get(i) == to) {
                return Edge.seen(
                        from, to, EdgeKind.WW, key(i), source(i).because(history, names, older.get(i), newer.get(i)));
            }
        }
        throw new IllegalStateException("no such edge: " + from + " to " + to);
    }
}
