package org.isolde.check.tell;

import org.isolde.check.Anomaly;
import org.isolde.check.AnomalyKind;
import org.isolde.check.Edge;
import org.isolde.check.EdgeKind;
import org.isolde.check.Names;
import org.isolde.check.facts.Subject;
import org.isolde.check.facts.VersionOrder;
import org.isolde.check.known.CycleKind;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.proof.Ordering;
import org.isolde.proof.ProofEdge;
import org.isolde.proof.Refutation;

/**
 * Tells a refutation in words, where no single cycle of known dependencies is enough: which orderings of versions are
 * forced, each with the cycle that its opposite would close, and the cycle that they lead to in the end.
 */
public final class CaseStory {
    private static final int MOST_CASES = 40;

    private final Subject subject;
    private final History history;
    private final Names names;
    private final Refutation refutation;

    /** Orderings that need no supposing: given by the history, or shown by a step before. */
    private final Set<Ordering> known = new HashSet<>();

    public CaseStory(Subject subject, VersionOrder given, Refutation refutation) {
        for (int i = 0; i < given.size(); i++) {
            known.add(new Ordering(given.key(i), given.before(i), given.after(i)));
        }
        this.subject = subject;
        this.history = subject.history;
        this.names = new Names(history);
        this.refutation = refutation;
    }

    public Anomaly anomaly(Level level) {
        List<Anomaly.Case> cases = new ArrayList<>();
        List<Integer> involved = new ArrayList<>();
        int key = -1;
        int clauses = 0;
        List<Refutation.Step> steps = refutation.steps();
        List<Edge> last = List.of();
        for (int i = 0; i < steps.size(); i++) {
            if (steps.get(i) instanceof Refutation.Cycle cycle) {
                List<Edge> edges = edges(cycle.edges());
                for (Edge edge : edges) {
                    if (!involved.contains(edge.from()) && edge.from() != History.INITIAL) {
                        involved.add(edge.from());
                    }
                    key = key < 0 && edge.kind() == EdgeKind.RW ? edge.key() : key;
                }
                List<Integer> supposed = new ArrayList<>();
                String claim = claim(cycle.edges(), supposed);
                if (claim.isEmpty() || i == steps.size() - 1) {
                    // it supposes nothing that is not established: that is the contradiction
                    last = edges;
                    break;
                }
                if (cases.size() < MOST_CASES) {
                    cases.add(new Anomaly.Case(claim, edges, List.copyOf(supposed)));
                }
            } else {
                clauses++;
            }
        }
        List<List<Edge>> all = new ArrayList<>();
        cases.forEach(each -> all.add(each.cycle()));
        all.add(last);
        AnomalyKind kind = last.isEmpty()
                ? AnomalyKind.NO_VERSION_ORDER
                : CycleKind.ofAll(all).anomaly();
        String story = clauses == 0
                ? "The order of some versions follows from what was read, and it leads to a circle"
                : "All of the following must hold, each because there is a circle otherwise, and together they can't"
                        + (cases.size() == MOST_CASES ? " (the first " + MOST_CASES + " are shown)" : "");
        return new Anomaly(kind, level, List.copyOf(involved), key, -1, -1, last, cases, story);
    }

    /** What a cycle excludes: that all orderings that it supposes hold; and the places of the edges that suppose them. */
    private String claim(List<ProofEdge> cycle, List<Integer> places) {
        Set<Ordering> supposed = new LinkedHashSet<>();
        for (int place = 0; place < cycle.size(); place++) {
            ProofEdge edge = cycle.get(place);
            if (edge.kind() == ProofEdge.Kind.WW || edge.kind() == ProofEdge.Kind.RW) {
                int before = edge.kind() == ProofEdge.Kind.WW ? edge.from() : edge.third();
                Ordering ordering = new Ordering(edge.key(), before, edge.to());
                if (before != History.INITIAL && !known.contains(ordering)) {
                    supposed.add(ordering.opposite());
                    places.add(place);
                }
            }
        }
        if (supposed.size() == 1) {
            known.addAll(supposed);
        }
        return String.join(", or ", supposed.stream().map(this::before).toList());
    }

    private String before(Ordering ordering) {
        return names.transaction(ordering.before()) + " wrote " + names.key(ordering.key()) + " before "
                + names.transaction(ordering.after()) + " did";
    }

    private List<Edge> edges(List<ProofEdge> cycle) {
        List<Edge> edges = new ArrayList<>();
        for (ProofEdge edge : cycle) {
            edges.add(Edge.seen(
                    edge.from(), edge.to(), EdgeKind.valueOf(edge.kind().name()), edge.key(), because(edge)));
        }
        return edges;
    }

    private String because(ProofEdge edge) {
        String from = names.transaction(edge.from());
        String to = names.transaction(edge.to());
        String key = edge.key() < 0 ? "" : names.key(edge.key());
        return switch (edge.kind()) {
            case SO -> from + " comes before " + to + " in session " + history.sessionName(history.session(edge.to()));
            case RT ->
                from + " had ended (" + names.time(history.end(edge.from())) + ") before " + to + " began ("
                        + names.time(history.begin(edge.to())) + ")";
            case WR ->
                to + " read " + names.keyValue(readOf(edge.to(), edge.key(), edge.from())) + ", which " + from
                        + " wrote";
            case WW -> from + " wrote " + key + " before " + to + " did";
            case RW ->
                from + " read " + names.keyValue(readOf(edge.from(), edge.key(), edge.third())) + ", which "
                        + (edge.third() == History.INITIAL
                                ? "was the initial value"
                                : names.transaction(edge.third()) + " wrote")
                        + "; " + to + " wrote " + key + " after that, so " + from + " comes before " + to;
            case CO -> from + " comes before " + to;
        };
    }

    private int readOf(int t, int key, int source) {
        for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
            if (history.key(op) == key && subject.source(op, t) == source) {
                return op;
            }
        }
        throw new IllegalStateException("no such read");
    }
}
