package org.isolde.check.tell;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.isolde.check.Anomaly;
import org.isolde.check.AnomalyKind;
import org.isolde.check.Edge;
import org.isolde.check.Names;
import org.isolde.check.facts.Facts;
import org.isolde.check.facts.VersionOrder;
import org.isolde.check.known.CycleKind;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.proof.Ordering;
import org.isolde.proof.ProofEdge;
import org.isolde.proof.Refutation;

/**
 * Tells a refutation in words, where no single cycle of known dependencies is enough: which orderings of versions are
 * forced, each with the cycle that its opposite would close, and the cycle that they lead to in the end.
 */
final class CaseWords {
    private static final int MOST_CASES = 40;

    private final Names names;
    private final EdgeWords words;
    private final Refutation refutation;
    /** Orderings that need no supposing: given by the history, or shown by a step before. */
    private final Set<Ordering> known = new HashSet<>();

    CaseWords(Facts facts, Refutation refutation) {
        VersionOrder given = facts.given();
        for (int i = 0; i < given.size(); i++) {
            known.add(new Ordering(given.key(i), given.before(i), given.after(i)));
        }
        this.names = new Names(facts.history);
        this.words = new EdgeWords(facts, null);
        this.refutation = refutation;
    }

    Anomaly anomaly(Level level) {
        List<Anomaly.Case> cases = new ArrayList<>();
        List<List<ProofEdge>> cycles = new ArrayList<>();
        List<Integer> involved = new ArrayList<>();
        int key = -1;
        int clauses = 0;
        List<Refutation.Step> steps = refutation.steps();
        List<ProofEdge> last = List.of();
        for (int i = 0; i < steps.size(); i++) {
            if (!(steps.get(i) instanceof Refutation.Cycle cycle)) {
                clauses++;
                continue;
            }
            for (ProofEdge edge : cycle.edges()) {
                if (!involved.contains(edge.from()) && edge.from() != History.INITIAL) {
                    involved.add(edge.from());
                }
                key = key < 0 && edge.kind() == ProofEdge.Kind.RW ? edge.key() : key;
            }
            List<Integer> supposed = new ArrayList<>();
            String claim = claim(cycle.edges(), supposed);
            if (claim.isEmpty() || i == steps.size() - 1) {
                // it supposes nothing that is not established: that is the contradiction
                last = cycle.edges();
                break;
            }
            if (cases.size() < MOST_CASES) {
                cases.add(new Anomaly.Case(claim, words(cycle.edges()), supposed));
                cycles.add(cycle.edges());
            }
        }
        cycles.add(last);
        CycleKind all = CycleKind.ofAll(cycles);
        AnomalyKind kind = last.isEmpty() ? AnomalyKind.NO_VERSION_ORDER : all.anomaly();
        String story = clauses == 0
                ? "The order of some versions follows from what was read, and it leads to a circle"
                : "All of the following must hold, each because there is a circle otherwise, and together they can't"
                        + (cases.size() == MOST_CASES ? " (the first " + MOST_CASES + " are shown)" : "");
        return new Anomaly(
                kind,
                last.isEmpty() ? kind.alias() : all.alias(),
                level,
                involved,
                key,
                -1,
                -1,
                words(last),
                cases,
                null,
                story);
    }

    private List<Edge> words(List<ProofEdge> cycle) {
        return cycle.stream().map(words::supposed).toList();
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
}
