package org.isolde.check.facts;

import java.util.Arrays;
import org.isolde.check.graph.EdgeList;
import org.isolde.check.graph.IntList;
import org.isolde.check.graph.TimeSort;
import org.isolde.history.History;

/**
 * The version orders that the history gives, as edges between the transactions that installed neighbouring versions.
 *
 * <p>They come from version-order lines and from list reads. Edges are kept between different counted transactions only;
 * a value that no counted transaction wrote is passed over here and reported elsewhere.
 */
public final class VersionOrder {
    private final Counted counted;
    private final History history;
    private final IntList before = new IntList();
    private final IntList after = new IntList();
    /** The value numbers of the two versions of each edge. */
    private final IntList older = new IntList();

    private final IntList newer = new IntList();
    /** Who says so, as ordinals of {@link VersionSource}. */
    private final IntList source = new IntList();

    /** Values that an order has, by number; null as long as there are none. */
    private boolean[] named;

    private final Lazy<Index> index = new Lazy<>(this::sorted);

    private VersionOrder(Counted counted) {
        this.counted = counted;
        this.history = counted.history();
    }

    /** What version-order lines and lists say; a value that no counted transaction wrote is reported. */
    static VersionOrder of(Counted counted, ListOrders lists, BadReads badReads) {
        VersionOrder order = new VersionOrder(counted);
        if (counted.versions()) {
            order.addLines(badReads);
        }
        order.addLists(lists);
        return order;
    }

    /** The elements of lists are in the order of versions; what was written and is not in a list comes after it. */
    private void addLists(ListOrders lists) {
        for (int key = 0; key < history.keys(); key++) {
            int[] shown = lists.order(key);
            addChain(shown, shown.length, VersionSource.LISTS);
        }
        for (int op = 0; lists.areThere() && op < history.operations(); op++) {
            if (history.isWrite(op) && lists.lacks(op)) {
                add(lists.last(history.key(op)), history.value(op), VersionSource.UNREAD);
            }
        }
    }

    private void addLines(BadReads badReads) {
        for (int line = 0; line < history.versionChains(); line++) {
            int[] values = history.versionChain(line);
            for (int value : values) {
                int writer = history.writer(value);
                if (writer < 0 || !counted.counts(writer)) {
                    badReads.unknownVersion(history.versionChainKey(line), value);
                }
            }
            addChain(values, values.length, VersionSource.GIVEN);
        }
    }

    /** Values of one key, earliest first. */
    void addChain(int[] values, int length, VersionSource by) {
        int last = -1;
        for (int i = 0; i < length; i++) {
            name(values[i]);
            int writer = history.writer(values[i]);
            if (writer <= 0 || !counted.counts(writer)) {
                continue;
            }
            if (last >= 0) {
                add(last, values[i], by);
            }
            last = values[i];
        }
    }

    private void name(int value) {
        if (named == null) {
            named = new boolean[history.values()];
        }
        named[value] = true;
    }

    /** Whether a given order has a value. */
    boolean names(int value) {
        return named != null && named[value];
    }

    /** One version directly or indirectly before another one of the same key. */
    void add(int olderValue, int newerValue, VersionSource by) {
        int from = history.writer(olderValue);
        int to = history.writer(newerValue);
        name(newerValue);
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

    /**
     * The first edge between two transactions.
     *
     * @param key the key it is about; -1 for any
     * @return -1 if there is none
     */
    public int find(int key, int from, int to) {
        Index sorted = index.get();
        long wanted = pair(from, to);
        int at = Arrays.binarySearch(sorted.pairs, wanted);
        while (at > 0 && sorted.pairs[at - 1] == wanted) {
            at--;
        }
        for (; at >= 0 && at < sorted.pairs.length && sorted.pairs[at] == wanted; at++) {
            if (key < 0 || key(sorted.edges[at]) == key) {
                return sorted.edges[at];
            }
        }
        return -1;
    }

    /** The edges sorted by their transactions. */
    @SuppressWarnings("ArrayRecordComponent") // columns, not values to compare
    private record Index(long[] pairs, int[] edges) {}

    private Index sorted() {
        long[] pairs = new long[size()];
        int[] edges = new int[size()];
        for (int i = 0; i < edges.length; i++) {
            pairs[i] = pair(before.get(i), after.get(i));
            edges[i] = i;
        }
        new TimeSort().sort(pairs, edges, edges.length);
        return new Index(pairs, edges);
    }

    private static long pair(int from, int to) {
        return ((long) from << 32) | to;
    }
}
