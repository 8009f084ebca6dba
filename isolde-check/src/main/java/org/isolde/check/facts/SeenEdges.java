package org.isolde.check.facts;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import org.isolde.check.graph.EdgeList;
import org.isolde.history.History;
import org.isolde.proof.ProofEdge;

/** The edges that can be seen in the history: session order, reads-from, and the given version orders. */
public final class SeenEdges {
    /** So many late transactions are few, however short the history is. */
    private static final int FEW = 1 << 10;

    private final Facts facts;
    private final History history;
    /** Whether session order and reads-from are among them. */
    private final boolean reads;
    /** Whether the given version orders are among them. */
    private final boolean versions;

    private SeenEdges(Facts facts, boolean reads, boolean versions) {
        this.facts = facts;
        this.history = facts.history;
        this.reads = reads;
        this.versions = versions;
    }

    /** All of them. */
    public static SeenEdges all(Facts facts) {
        return new SeenEdges(facts, true, true);
    }

    /** Session order and reads-from. */
    public static SeenEdges withoutVersions(Facts facts) {
        return new SeenEdges(facts, true, false);
    }

    /** Only the given version orders, which is all that {@code ru} knows. */
    public static SeenEdges versionsOnly(Facts facts) {
        return new SeenEdges(facts, false, true);
    }

    /**
     * The transactions that come before one that must precede them, in an order given by places; all if these are many, for
     * then an order has to be found anew; null if there are none.
     */
    boolean[] late(int[] rank) {
        boolean[] late = new boolean[history.transactions() + 1];
        AtomicBoolean any = new AtomicBoolean();
        AtomicBoolean many = new AtomicBoolean();
        Ranges.transactions(history, (worker, from, to) -> {
            int found = 0;
            for (int t = from; t < to && !many.getPlain(); t++) {
                if (facts.counts(t) && isLate(t, rank)) {
                    late[t] = true;
                    found++;
                    if (found > FEW && found > (t - from) / 4) {
                        many.set(true);
                    }
                }
            }
            if (found > 0) {
                any.set(true);
            }
        });
        VersionOrder given = facts.given();
        for (int i = 0; versions && i < given.size(); i++) {
            if (rank[given.before(i)] >= rank[given.after(i)]) {
                late[given.after(i)] = true;
                any.set(true);
            }
        }
        if (many.get()) {
            Arrays.fill(late, true);
        }
        return any.get() ? late : null;
    }

    private boolean isLate(int t, int[] rank) {
        int place = rank[t];
        int before = facts.predecessor(t);
        if (before != 0 && rank[before] >= place) {
            return true;
        }
        for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
            int source = facts.source(op, t);
            if (source >= 0 && rank[source] >= place) {
                return true;
            }
        }
        return false;
    }

    /** The edges of the given version orders. */
    public EdgeList versionEdges() {
        return facts.given().edges();
    }

    /** All edges, without those from the initial transaction. */
    public EdgeList list() {
        EdgeList edges = new EdgeList(history.operations() / 4 + 16);
        for (int t = 1; reads && t <= history.transactions(); t++) {
            addEdgesTo(t, edges);
        }
        VersionOrder given = facts.given();
        for (int i = 0; versions && i < given.size(); i++) {
            edges.add(given.before(i), given.after(i));
        }
        return edges;
    }

    /** The edges that lie in windows of an order that goes along with all of them. */
    public EdgeList list(CausalOrder order, Windows windows) {
        EdgeList edges = new EdgeList(0);
        EdgeList entering = new EdgeList(0);
        for (int t = 1; reads && t <= history.transactions(); t++) {
            if (facts.counts(t) && windows.goesOn(order.rank[t])) {
                entering.clear();
                addEdgesTo(t, entering);
                edges.addWithin(entering, order.rank, windows::areTogether);
            }
        }
        if (versions) {
            edges.addWithin(versionEdges(), order.rank, windows::areTogether);
        }
        return edges;
    }

    private void addEdgesTo(int t, EdgeList edges) {
        if (!facts.counts(t)) {
            return;
        }
        int before = facts.predecessor(t);
        if (before != 0) {
            edges.add(before, t);
        }
        int last = 0;
        for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
            int source = facts.source(op, t);
            if (source > 0 && source != last) {
                edges.add(source, t);
                last = source;
            }
        }
    }

    /** What a seen edge is, for a cycle; session order is the last choice but one, for it explains the least. */
    public ProofEdge edge(int from, int to) {
        int read = reads ? facts.readOf(to, -1, from) : -1;
        if (read >= 0) {
            return ProofEdge.of(ProofEdge.Kind.WR, from, to, history.key(read));
        }
        if (reads
                && facts.sessionOrder
                && history.session(from) == history.session(to)
                && from < to
                && facts.precedes(from)) {
            return ProofEdge.of(ProofEdge.Kind.SO, from, to, -1);
        }
        return ProofEdge.of(
                ProofEdge.Kind.WW, from, to, facts.given().key(facts.given().find(-1, from, to)));
    }
}
