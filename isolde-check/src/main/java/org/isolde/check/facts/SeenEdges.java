package org.isolde.check.facts;

import org.isolde.check.Edge;
import org.isolde.check.EdgeKind;
import org.isolde.check.Names;
import org.isolde.check.graph.EdgeList;

import java.util.concurrent.atomic.AtomicBoolean;
import org.isolde.history.History;

/** The edges that can be seen in the history: session order, reads-from, and the given version orders. */
public final class SeenEdges {
    private final Subject subject;
    private final History history;
    private final boolean sessionOrder;
    private final VersionOrder versionOrder;
    /** Whether reads-from is among them. */
    private final boolean reads;

    /**
     * @param sessionOrder whether session order is among them ({@code g1} knows no sessions)
     * @param versionOrder the version orders that count; may be empty
     */
    public SeenEdges(Subject subject, boolean sessionOrder, VersionOrder versionOrder) {
        this(subject, sessionOrder, versionOrder, true);
    }

    /** Only the given version orders, which is all that {@code ru} knows. */
    public static SeenEdges ofVersions(Subject subject, VersionOrder versionOrder) {
        return new SeenEdges(subject, false, versionOrder, false);
    }

    private SeenEdges(Subject subject, boolean sessionOrder, VersionOrder versionOrder, boolean reads) {
        this.reads = reads;
        this.subject = subject;
        this.history = subject.history;
        this.sessionOrder = sessionOrder && subject.sessionOrder;
        this.versionOrder = versionOrder;
    }

    /** Whether every edge goes forward in an order given by places. */
    boolean allForward(int[] rank) {
        AtomicBoolean forward = new AtomicBoolean(true);
        for (int i = 0; i < versionOrder.size(); i++) {
            if (rank[versionOrder.before(i)] >= rank[versionOrder.after(i)]) {
                return false;
            }
        }
        Ranges.transactions(history, (worker, from, to) -> {
            for (int t = from; t < to && forward.getPlain(); t++) {
                if (!subject.counts(t)) {
                    continue;
                }
                int place = rank[t];
                for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                    int source = subject.source(op, t);
                    if (source >= 0 && rank[source] >= place) {
                        forward.set(false);
                        break;
                    }
                }
            }
        });
        return forward.get() && (!sessionOrder || sessionsForward(rank));
    }

    private boolean sessionsForward(int[] rank) {
        for (int session = 0; session < history.sessions(); session++) {
            int place = -1;
            for (int t = history.firstTransaction(session); t < history.firstTransaction(session + 1); t++) {
                if (subject.counts(t)) {
                    if (rank[t] <= place) {
                        return false;
                    }
                    if (subject.precedes(t)) {
                        place = rank[t];
                    }
                }
            }
        }
        return true;
    }

    /** The edges of the given version orders. */
    public EdgeList versionEdges() {
        return versionOrder.edges();
    }

    /** All edges, without those from the initial transaction. */
    public EdgeList list() {
        EdgeList edges = new EdgeList(history.operations() / 4 + 16);
        for (int session = 0; session < history.sessions(); session++) {
            int before = 0;
            for (int t = history.firstTransaction(session); t < history.firstTransaction(session + 1); t++) {
                if (!subject.counts(t)) {
                    continue;
                }
                if (sessionOrder && before != 0) {
                    edges.add(before, t);
                }
                int last = 0;
                for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                    int source = subject.source(op, t);
                    if (source > 0 && source != last) {
                        edges.add(source, t);
                        last = source;
                    }
                }
                if (subject.precedes(t)) {
                    before = t;
                }
            }
        }
        for (int i = 0; i < versionOrder.size(); i++) {
            edges.add(versionOrder.before(i), versionOrder.after(i));
        }
        return edges;
    }

    /** Whether one transaction is directly before another by what was seen. */
    boolean has(int from, int to) {
        if (sessionOrder && history.session(from) == history.session(to) && from < to && subject.precedes(from)) {
            return true;
        }
        for (int op = history.firstOp(to); op < history.firstOp(to + 1); op++) {
            if (subject.source(op, to) == from) {
                return true;
            }
        }
        return false;
    }

    /** What a seen edge is and why, for a cycle; session order is the last choice, for it explains the least. */
    public Edge explain(int from, int to) {
        Names names = new Names(history);
        for (int op = history.firstOp(to); op < history.firstOp(to + 1) && reads; op++) {
            if (subject.source(op, to) == from) {
                return Edge.seen(
                        from,
                        to,
                        EdgeKind.WR,
                        history.key(op),
                        names.transaction(to) + " read " + names.keyValue(op) + ", which " + names.transaction(from)
                                + " wrote");
            }
        }
        if (sessionOrder && history.session(from) == history.session(to) && from < to && subject.precedes(from)) {
            return Edge.seen(
                    from,
                    to,
                    EdgeKind.SO,
                    -1,
                    names.transaction(from) + " comes before " + names.transaction(to) + " in session "
                            + history.sessionName(history.session(to)));
        }
        return versionOrder.explain(from, to, names);
    }
}
