package org.isolde.check.facts;

import java.util.concurrent.atomic.AtomicBoolean;
import org.isolde.check.graph.EdgeList;
import org.isolde.history.History;
import org.isolde.proof.ProofEdge;

/** The edges that can be seen in the history: session order, reads-from, and the given version orders. */
public final class SeenEdges {
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

    /** Whether every edge goes forward in an order given by places. */
    boolean allForward(int[] rank) {
        AtomicBoolean forward = new AtomicBoolean(true);
        VersionOrder given = facts.given();
        for (int i = 0; versions && i < given.size(); i++) {
            if (rank[given.before(i)] >= rank[given.after(i)]) {
                return false;
            }
        }
        Ranges.transactions(history, (worker, from, to) -> {
            for (int t = from; t < to && forward.getPlain(); t++) {
                if (!facts.counts(t)) {
                    continue;
                }
                int place = rank[t];
                for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                    int source = facts.source(op, t);
                    if (source >= 0 && rank[source] >= place) {
                        forward.set(false);
                        break;
                    }
                }
            }
        });
        return forward.get() && (!facts.sessionOrder || sessionsForward(rank));
    }

    private boolean sessionsForward(int[] rank) {
        for (int session = 0; session < history.sessions(); session++) {
            int place = -1;
            for (int t = history.firstTransaction(session); t < history.firstTransaction(session + 1); t++) {
                if (facts.counts(t)) {
                    if (rank[t] <= place) {
                        return false;
                    }
                    if (facts.precedes(t)) {
                        place = rank[t];
                    }
                }
            }
        }
        return true;
    }

    /** The edges of the given version orders. */
    public EdgeList versionEdges() {
        return facts.given().edges();
    }

    /** All edges, without those from the initial transaction. */
    public EdgeList list() {
        EdgeList edges = new EdgeList(history.operations() / 4 + 16);
        for (int t = 1; reads && t <= history.transactions(); t++) {
            if (!facts.counts(t)) {
                continue;
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
        VersionOrder given = facts.given();
        for (int i = 0; versions && i < given.size(); i++) {
            edges.add(given.before(i), given.after(i));
        }
        return edges;
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
