package org.isolde.check.known;

import org.isolde.check.Edge;
import org.isolde.check.EdgeKind;
import org.isolde.check.Names;
import org.isolde.check.facts.RealTime;
import org.isolde.check.facts.Subject;
import org.isolde.check.facts.VersionOrder;
import org.isolde.check.facts.VersionSource;
import org.isolde.check.graph.IntList;
import org.isolde.check.graph.StronglyConnected;

import java.util.Arrays;
import java.util.List;
import org.isolde.history.History;

/**
 * The direct serialization graph of a history (Adya), as far as it is known without search: session order, real time,
 * reads-from, version order, and anti-dependencies to the nearest versions known to be later. On keys with blind writes
 * it is partial.
 *
 * <p>Nodes are the transactions, then time points ({@link RealTime}), then the points of fans: where many read a version
 * that many are known to follow, every reader leads into a chain of points that leads to every follower, rather than to
 * each of them. The out-edges of node {@code n} are {@code first[n] .. first[n + 1] - 1} (CSR), each with its kind.
 * Invariant: an edge from a transaction has the kind of the dependency, wherever it leads; edges from points are
 * {@link #INSIDE}, and belong to the dependency that led into them. So a dependency is one edge from a transaction and
 * any number of inside edges up to the next transaction.
 */
final class KnownDependencies {
    /** The kind of an edge that goes on with the dependency before it. */
    static final byte INSIDE = (byte) EdgeKind.values().length;

    /** How many later versions a version may have before its readers share a fan. */
    private static final int MOST_DIRECT = 4;

    private static final EdgeKind[] KINDS = EdgeKind.values();

    private final Subject subject;
    private final History history;
    private final KnownVersions versions;
    private final boolean hasRealTime;
    private final int transactions;
    private final int nodes;
    private final int[] first;
    private final int[] target;
    private final byte[] kind;
    /** Of reads-from and anti-dependencies the read, of version order the step; else -1. */
    private final int[] why;

    /**
     * @param realTime real time, or null if it does not count
     * @param derived orderings of versions beside those that the history shows, or null
     */
    KnownDependencies(Subject subject, VersionOrder versionOrder, RealTime realTime, DerivedOrderings derived) {
        this.subject = subject;
        this.history = subject.history;
        this.versions = new KnownVersions(subject, versionOrder, derived);
        this.hasRealTime = realTime != null;
        this.transactions = history.transactions();
        Edges edges = new Edges(history.operations() / 2 + 16);
        addSessionsAndReads(edges);
        addVersionOrder(edges);
        int points = transactions + 1;
        if (realTime != null) {
            addRealTime(edges, realTime, points);
            points += realTime.points();
        }
        nodes = addAntiDependencies(edges, points);

        int count = edges.from.size();
        first = new int[nodes + 1];
        target = new int[count];
        kind = new byte[count];
        why = new int[count];
        for (int i = 0; i < count; i++) {
            first[edges.from.get(i) + 1]++;
        }
        for (int n = 0; n < nodes; n++) {
            first[n + 1] += first[n];
        }
        int[] next = Arrays.copyOf(first, nodes);
        for (int i = 0; i < count; i++) {
            int at = next[edges.from.get(i)]++;
            target[at] = edges.to.get(i);
            kind[at] = (byte) edges.kind.get(i);
            why[at] = edges.why.get(i);
        }
    }

    /** The edges while they are collected. */
    private static final class Edges {
        final IntList from;
        final IntList to;
        final IntList kind;
        final IntList why;

        Edges(int capacity) {
            from = new IntList(capacity);
            to = new IntList(capacity);
            kind = new IntList(capacity);
            why = new IntList(capacity);
        }

        void add(int before, int after, EdgeKind dependency, int reason) {
            from.add(before);
            to.add(after);
            kind.add(dependency.ordinal());
            why.add(reason);
        }

        void inside(int before, int after) {
            from.add(before);
            to.add(after);
            kind.add(INSIDE);
            why.add(-1);
        }
    }

    private void addSessionsAndReads(Edges edges) {
        for (int t = 1; t <= transactions; t++) {
            if (!subject.counts(t)) {
                continue;
            }
            int before = subject.predecessor(t);
            if (before != 0) {
                edges.add(before, t, EdgeKind.SO, -1);
            }
            int last = -1;
            for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                int source = subject.source(op, t);
                if (source > 0 && (last < 0 || history.value(last) != history.value(op))) {
                    edges.add(source, t, EdgeKind.WR, op);
                    last = op;
                }
            }
        }
    }

    /** Version order as it was shown; that of overwritten reads needs no edge, for there is one of reads-from. */
    private void addVersionOrder(Edges edges) {
        for (int v = 0; v < history.values(); v++) {
            for (int step = versions.firstStep(v); step < versions.firstStep(v + 1); step++) {
                if (versions.source(step) != VersionSource.OVERWRITTEN) {
                    edges.add(versions.before(step), versions.after(step), EdgeKind.WW, step);
                }
            }
        }
    }

    private void addRealTime(Edges edges, RealTime realTime, int points) {
        for (int p = 1; p < realTime.points(); p++) {
            edges.inside(points + p - 1, points + p);
        }
        for (int t = 1; t <= transactions; t++) {
            if (subject.counts(t)) {
                int end = realTime.endPoint(t);
                if (end >= 0) {
                    edges.add(t, points + end, EdgeKind.RT, -1);
                }
                int before = realTime.pointBefore(t);
                if (before >= 0) {
                    edges.inside(points + before, t);
                }
            }
        }
    }

    /** Anti-dependencies, by fans from node {@code points} on; returns how many nodes there are then. */
    private int addAntiDependencies(Edges edges, int points) {
        int next = points;
        // where the fan of a version begins, or 0; its followers, sorted, are those of the steps
        int[] fan = new int[versions.versions()];
        int[][] followers = new int[0][];
        IntList fanNumber = new IntList();
        int fans = 0;
        for (int v = 0; v < versions.versions(); v++) {
            int steps = versions.firstStep(v + 1) - versions.firstStep(v);
            if (steps > MOST_DIRECT) {
                int[] sorted = new int[steps];
                for (int i = 0; i < steps; i++) {
                    sorted[i] = versions.after(versions.firstStep(v) + i);
                }
                Arrays.sort(sorted);
                if (fans == followers.length) {
                    followers = Arrays.copyOf(followers, fans * 2 + 4);
                }
                followers[fans++] = sorted;
                fan[v] = fans;
                fanNumber.add(next);
                addFan(edges, sorted, next);
                next += 2 * steps;
            }
        }
        for (int t = 1; t <= transactions; t++) {
            if (!subject.counts(t)) {
                continue;
            }
            for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                if (subject.source(op, t) < 0) {
                    continue;
                }
                int v = versions.versionRead(op);
                if (fan[v] != 0) {
                    enterFan(edges, t, op, followers[fan[v] - 1], fanNumber.get(fan[v] - 1));
                    continue;
                }
                for (int step = versions.firstStep(v); step < versions.firstStep(v + 1); step++) {
                    if (versions.after(step) != t) {
                        edges.add(t, versions.after(step), EdgeKind.RW, op);
                    }
                }
            }
        }
        return next;
    }

    /** Two chains of points over the followers, one up and one down, so that a follower can be left out. */
    private static void addFan(Edges edges, int[] followers, int points) {
        int size = followers.length;
        for (int i = 0; i < size; i++) {
            edges.inside(points + i, followers[i]);
            edges.inside(points + size + i, followers[i]);
            if (i > 0) {
                edges.inside(points + i - 1, points + i);
                edges.inside(points + size + i, points + size + i - 1);
            }
        }
    }

    private static void enterFan(Edges edges, int t, int op, int[] followers, int points) {
        int size = followers.length;
        int low = Arrays.binarySearch(followers, t);
        if (low < 0) {
            edges.add(t, points, EdgeKind.RW, op);
            return;
        }
        int high = low;
        while (low > 0 && followers[low - 1] == t) {
            low--;
        }
        while (high + 1 < size && followers[high + 1] == t) {
            high++;
        }
        if (high + 1 < size) {
            edges.add(t, points + high + 1, EdgeKind.RW, op);
        }
        if (low > 0) {
            edges.add(t, points + size + low - 1, EdgeKind.RW, op);
        }
    }

    // ---- the graph

    int nodes() {
        return nodes;
    }

    boolean isTransaction(int node) {
        return node <= transactions;
    }

    int firstEdge(int node) {
        return first[node];
    }

    int target(int edge) {
        return target[edge];
    }

    byte kind(int edge) {
        return kind[edge];
    }

    /** The transaction that an edge of a dependency comes from; by binary search, for the few edges of cycles. */
    int source(int edge) {
        int low = 0;
        int high = nodes;
        while (high - low > 1) {
            int middle = (low + high) >>> 1;
            if (first[middle] <= edge) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Whether a transaction had ended before another one began. */
    boolean endedBefore(int a, int b) {
        return hasRealTime && history.isCommitted(a) && history.end(a) < history.begin(b);
    }

    /** The edge of a transaction into real time. */
    int timeEdge(int t) {
        int edge = first[t];
        while (kind[edge] != EdgeKind.RT.ordinal()) {
            edge++;
        }
        return edge;
    }

    /** The key of a dependency, or -1. */
    int key(int edge) {
        if (why[edge] < 0) {
            return -1;
        }
        return kind[edge] == EdgeKind.WW.ordinal() ? versions.key(why[edge]) : history.key(why[edge]);
    }

    /** The read of reads-from or an anti-dependency; -1 for other kinds. */
    int read(int edge) {
        return kind[edge] == EdgeKind.WW.ordinal() ? -1 : why[edge];
    }

    KnownVersions versions() {
        return versions;
    }

    History history() {
        return history;
    }

    /** A set of kinds, with those inside. */
    static int mask(EdgeKind... kinds) {
        int mask = 1 << INSIDE;
        for (EdgeKind one : kinds) {
            mask |= 1 << one.ordinal();
        }
        return mask;
    }

    /** The strongly connected components of at least two transactions by edges of some kinds, each sorted. */
    List<int[]> components(int mask) {
        List<int[]> components = StronglyConnected.components(nodes, first, target, kind, mask);
        // a component of points and less than two transactions has no cycle
        components.removeIf(component -> component[1] > transactions);
        components.sort((a, b) -> Integer.compare(a[0], b[0]));
        return components;
    }

    // ---- words

    /** A dependency in words: the edge from the first transaction to where it arrives. */
    Edge explain(int edge, int from, int to) {
        Names names = new Names(history);
        EdgeKind dependency = KINDS[kind[edge]];
        return Edge.of(from, to, dependency, key(edge), because(dependency, why[edge], from, to, names), read(edge));
    }

    private String because(EdgeKind dependency, int reason, int from, int to, Names names) {
        String first = names.transaction(from);
        String second = names.transaction(to);
        return switch (dependency) {
            case SO -> first + " comes before " + second + " in session " + history.sessionName(history.session(to));
            case RT ->
                first + " had ended (" + names.time(history.end(from)) + ") before " + second + " began ("
                        + names.time(history.begin(to)) + ")";
            case WR -> second + " read " + names.keyValue(reason) + ", which " + first + " wrote";
            case WW -> versions.because(reason, names);
            case RW -> overwritten(reason, to, names);
            case CO -> throw new IllegalArgumentException("forced orderings are no dependencies");
        };
    }

    /** Why a transaction that did a read comes before the writer of a later version. */
    private String overwritten(int readOp, int to, Names names) {
        int reader = history.transactionOf(readOp);
        int writer = history.writer(history.value(readOp));
        String first = names.transaction(reader);
        String second = names.transaction(to);
        String read = first + " read " + names.keyValue(readOp);
        String seen = read + ", which "
                + (writer == History.INITIAL ? "was the initial value" : names.transaction(writer) + " wrote");
        String so = ", so " + first + " comes before " + second;
        int version = versions.versionRead(readOp);
        int step = versions.firstStep(version);
        while (versions.after(step) != to) {
            step++;
        }
        String newValue = history.valueName(versions.newer(step));
        return switch (versions.source(step)) {
            case LISTS -> read + ", and in the lists read later " + newValue + " of " + second + " follows" + so;
            case UNREAD -> read + ", without " + newValue + ", which " + second + " appended" + so;
            case GIVEN, DERIVED -> seen + "; " + versions.because(step, names) + so;
            case INITIAL, OVERWRITTEN ->
                history.kind(readOp) == org.isolde.history.OpKind.LIST_READ
                        ? read + ", without " + newValue + ", which " + second + " appended" + so
                        : seen + "; " + second + " overwrote it with " + newValue + so;
        };
    }
}
