package org.isolde.check.known;

import java.util.Arrays;
import java.util.List;
import org.isolde.check.EdgeKind;
import org.isolde.check.facts.Facts;
import org.isolde.check.facts.RealTime;
import org.isolde.check.graph.IntList;
import org.isolde.check.graph.Offsets;
import org.isolde.check.graph.StronglyConnected;
import org.isolde.check.predicates.PredicateEdges;
import org.isolde.history.History;
import org.isolde.proof.ProofEdge;

/**
 * The direct serialization graph of a history (Adya), as far as it is known without search: session order, real time,
 * reads-from, version order, anti-dependencies to the nearest versions known to be later, and what predicate reads saw and
 * missed. On keys with blind writes it is partial.
 *
 * <p>Nodes are the transactions, then time points ({@link RealTime}), then the points of fans: where many read a version
 * that many are known to follow, every reader leads into a chain of points that leads to every follower, rather than to
 * each of them; then those of {@link PredicateEdges}. The out-edges of node {@code n} are {@code first[n] .. first[n + 1] - 1} (CSR), each with its kind.
 * Invariant: an edge from a transaction has the kind of the dependency, wherever it leads; edges from points are
 * {@link #INSIDE}, and belong to the dependency that led into them. So a dependency is one edge from a transaction and
 * any number of inside edges up to the next transaction.
 */
final class Dependencies {
    /** The kind of an edge that goes on with the dependency before it. */
    static final byte INSIDE = (byte) EdgeKind.values().length;

    /** How many later versions a version may have before its readers share a fan. */
    private static final int MOST_DIRECT = 4;

    private static final EdgeKind[] KINDS = EdgeKind.values();

    /** Why: some predicate read; and, that and lower, the rows of aggregates. */
    private static final int BY_PREDICATE = -2;

    private static final int BY_AGGREGATE = -3;

    private final Facts facts;
    private final History history;
    private final VersionSteps versions;
    private final PredicateView predicates;
    private final boolean hasRealTime;
    private final int transactions;
    private final int nodes;
    /** Where the points of fans begin, and those of predicate reads. */
    private final int fans;

    private final int predicatePoints;
    /** Which of the latter stand for anti-dependencies. */
    private final boolean[] missed;

    private final int[] first;
    private final int[] target;
    private final byte[] kind;
    /** Of reads-from and anti-dependencies the read, of version order the step; else less than 0. */
    private final int[] why;

    /**
     * @param realTime real time, or null if it does not count
     * @param predicates what predicate reads saw and missed, or null if they take no part
     */
    Dependencies(Facts facts, VersionSteps versions, RealTime realTime, PredicateView predicates) {
        this.facts = facts;
        this.history = facts.history;
        this.versions = versions;
        this.predicates = predicates;
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
        fans = points;
        predicatePoints = addAntiDependencies(edges, points);
        missed = new boolean[predicates == null ? 0 : predicates.edges().points()];
        nodes = predicatePoints + missed.length;

        int count = edges.from.size();
        PredicateEdges more = predicates == null ? null : predicates.edges();
        first = new int[nodes + 1];
        for (int i = 0; i < count; i++) {
            first[edges.from.get(i) + 1]++;
        }
        for (int e = 0; more != null && e < more.size(); e++) {
            if (counts(more, e)) {
                first[node(more.from(e)) + 1]++;
            }
        }
        Offsets.sum(first);
        target = new int[first[nodes]];
        kind = new byte[target.length];
        why = new int[target.length];
        int[] next = Arrays.copyOf(first, nodes);
        for (int i = 0; i < count; i++) {
            int at = next[edges.from.get(i)]++;
            target[at] = edges.to.get(i);
            kind[at] = (byte) edges.kind.get(i);
            why[at] = edges.why.get(i);
        }
        for (int e = 0; more != null && e < more.size(); e++) {
            if (counts(more, e)) {
                place(more, e, next[node(more.from(e))]++);
            }
        }
    }

    private boolean counts(PredicateEdges more, int edge) {
        return predicates.missed() || more.kind(edge) != PredicateEdges.Kind.MISSED;
    }

    private int node(int transactionOrPoint) {
        return transactionOrPoint >= 0 ? transactionOrPoint : predicatePoints - 1 - transactionOrPoint;
    }

    /** An edge of predicate reads, as the edge {@code at}. */
    private void place(PredicateEdges more, int edge, int at) {
        boolean anti = switch (more.kind(edge)) {
            case SEEN, ITEM_SEEN -> false;
            case MISSED, ITEM_OVERWRITTEN -> true;
        };
        int from = more.from(edge);
        target[at] = node(more.to(edge));
        if (from < 0) {
            missed[-1 - from] = anti;
            kind[at] = INSIDE;
            why[at] = -1;
        } else {
            kind[at] = (byte) (anti ? EdgeKind.RW : EdgeKind.WR).ordinal();
            why[at] = more.key(edge) < 0 ? BY_PREDICATE : BY_AGGREGATE - more.key(edge);
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
            if (!facts.counts(t)) {
                continue;
            }
            int before = facts.predecessor(t);
            if (before != 0) {
                edges.add(before, t, EdgeKind.SO, -1);
            }
            int last = -1;
            for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                int source = facts.source(op, t);
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
                if (!versions.isByRead(step)) {
                    edges.add(versions.before(step), versions.after(step), EdgeKind.WW, step);
                }
            }
        }
    }

    private void addRealTime(Edges edges, RealTime realTime, int points) {
        for (int p = 1; p < realTime.points(); p++) {
            edges.inside(points + p - 1, points + p);
        }
        int[] ends = realTime.endPoints();
        int[] before = realTime.pointsBefore();
        for (int t = 1; t <= transactions; t++) {
            if (facts.counts(t)) {
                if (ends[t] >= 0) {
                    edges.add(t, points + ends[t], EdgeKind.RT, -1);
                }
                if (before[t] >= 0) {
                    edges.inside(points + before[t], t);
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
            if (!facts.counts(t)) {
                continue;
            }
            for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                if (facts.source(op, t) < 0) {
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

    /** Whether a point belongs to anti-dependencies. */
    boolean isAntiPoint(int node) {
        return node >= predicatePoints ? missed[node - predicatePoints] : node >= fans;
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
            return Math.max(-1, BY_AGGREGATE - why[edge]);
        }
        return kind[edge] == EdgeKind.WW.ordinal() ? versions.key(why[edge]) : history.key(why[edge]);
    }

    /** The read of reads-from or an anti-dependency; -1 for other kinds. */
    int read(int edge) {
        return kind[edge] == EdgeKind.WW.ordinal() ? -1 : Math.max(-1, why[edge]);
    }

    Facts facts() {
        return facts;
    }

    /** Whether changes that predicate reads missed take part. */
    boolean hasMissed() {
        return predicates != null && predicates.missed();
    }

    /** Whether an edge out of a transaction is there because of what a predicate read saw or missed. */
    boolean isByPredicate(int edge) {
        return why[edge] == BY_PREDICATE;
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

    /** A dependency: the edge from the first transaction to where it arrives. */
    ProofEdge dependency(int edge, int from, int to) {
        EdgeKind dependency = KINDS[kind[edge]];
        boolean anti = dependency == EdgeKind.RW;
        if (isByPredicate(edge)) {
            return anti
                    ? predicates.explanation().missed(from, to)
                    : predicates.explanation().seen(from, to);
        }
        if (why[edge] <= BY_AGGREGATE) {
            return anti
                    ? predicates.explanation().itemOverwritten(from, to, key(edge))
                    : predicates.explanation().itemSeen(from, to, key(edge));
        }
        return dependency == EdgeKind.RW
                ? ProofEdge.antiDependency(from, to, key(edge), history.writer(history.value(why[edge])))
                : ProofEdge.of(dependency.proof(), from, to, key(edge));
    }
}
