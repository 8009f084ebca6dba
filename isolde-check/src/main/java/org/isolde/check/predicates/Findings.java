package org.isolde.check.predicates;

import java.util.ArrayList;
import java.util.List;
import org.isolde.check.graph.IntList;
import org.isolde.check.refute.Contradiction;

/** What predicate reads were found to be: flawed, outside of snapshots, and dependent on others. */
final class Findings {
    final List<Contradiction> flaws = new ArrayList<>();
    final List<Contradiction> outside = new ArrayList<>();
    /** By threes: a predicate read that read rows without giving them back, a row, the value that it read. */
    final IntList aggregated = new IntList();
    /** All dependencies; null where it is enough to know whether they lead forward. */
    final PredicateEdges edges;

    private final Visibility order;
    /** By kind, whether a dependency leads backward in the order. */
    private final boolean[] backward = new boolean[PredicateEdges.KINDS.length];

    private boolean coarse;

    private Findings(PredicateEdges edges, Visibility order) {
        this.edges = edges;
        this.order = order;
    }

    static Findings withEdges() {
        return new Findings(new PredicateEdges(), null);
    }

    /** Holds dependencies to an order, and keeps none. */
    static Findings along(Visibility order) {
        return new Findings(null, order);
    }

    void add(int before, int after, PredicateEdges.Kind kind, int row) {
        if (edges != null) {
            edges.add(before, after, kind, row);
        } else if (order.place(before) > order.place(after)) {
            backward[kind.ordinal()] = true;
        }
    }

    /** Of a read that has seen a beginning of a time line and missed an end of it. */
    void hold(int t, TimeLine line, int seen, int missed) {
        int place = order.place(t);
        backward[PredicateEdges.Kind.SEEN.ordinal()] |= seen > 0 && line.place(seen - 1) > place;
        backward[PredicateEdges.Kind.MISSED.ordinal()] |= missed < line.size() && line.place(missed) < place;
    }

    boolean leadsBackward(PredicateEdges.Kind kind) {
        return backward[kind.ordinal()];
    }

    /** Some edges stand for version order: see {@link Emme#isCoarse}. */
    void markCoarse() {
        coarse = true;
    }

    boolean isCoarse() {
        return coarse;
    }
}
