package org.isolde.check.weak;

import java.util.ArrayList;
import java.util.List;
import org.isolde.check.Edge.Premise;
import org.isolde.check.ViolationLimit;
import org.isolde.check.facts.Facts;
import org.isolde.check.facts.SeenEdges;
import org.isolde.check.graph.Digraph;
import org.isolde.check.graph.ShortestCycle;
import org.isolde.check.refute.Contradiction;
import org.isolde.check.refute.Contradiction.Forced;
import org.isolde.check.refute.Contradiction.ForcedCycle;
import org.isolde.check.weak.ForcedOrderings.ToInitial;
import org.isolde.history.History;
import org.isolde.proof.ProofEdge;

/** The cycles of what was seen and what a level forces: a shortest one for each strongly connected component. */
final class ForcedCycles {
    /** Components that are searched if one cycle of each kind is enough. */
    private static final int MOST_SEARCHED = 2_000;

    private final Facts facts;
    private final SeenEdges seen;
    private final List<List<Premise>> premises;
    private final ViolationLimit limit;

    /**
     * @param premises what can explain forced edges, level by level, the weakest first
     */
    ForcedCycles(Facts facts, SeenEdges seen, List<List<Premise>> premises, ViolationLimit limit) {
        this.facts = facts;
        this.seen = seen;
        this.premises = premises;
        this.limit = limit;
    }

    List<Contradiction> in(Digraph graph) {
        List<int[]> cycles = new ArrayList<>();
        List<int[]> components = graph.components();
        ShortestCycle search = new ShortestCycle(graph);
        for (int i = 0; i < components.size() && i < most(); i++) {
            cycles.add(ShortestCycle.rotated(search.in(components.get(i))));
        }
        cycles.sort((a, b) -> Integer.compare(a[0], b[0]));
        Reasons reasons = new Reasons(facts, premises);
        List<int[]> forced = new ArrayList<>();
        for (int[] cycle : cycles) {
            for (int i = 0; i < cycle.length; i++) {
                int to = cycle[(i + 1) % cycle.length];
                if (!isSeen(graph, cycle[i], to)) {
                    forced.add(new int[] {cycle[i], to});
                }
            }
        }
        if (!forced.isEmpty()) {
            reasons.find(forced);
        }
        List<Contradiction> found = new ArrayList<>();
        for (int[] cycle : cycles) {
            List<Forced> edges = new ArrayList<>();
            for (int i = 0; i < cycle.length; i++) {
                int to = cycle[(i + 1) % cycle.length];
                edges.add(
                        isSeen(graph, cycle[i], to)
                                ? new Forced(seen.edge(cycle[i], to), null)
                                : reasons.edge(cycle[i], to));
            }
            found.add(new ForcedCycle(edges));
        }
        return found;
    }

    /** How many are looked at. */
    private int most() {
        return switch (limit) {
            case FIRST -> 1;
            case EACH -> MOST_SEARCHED;
            case ALL -> Integer.MAX_VALUE;
        };
    }

    /**
     * Transactions that would have to come before the initial state: for the first one the weakest reason that anybody gives, and
     * each other read of an initial version for itself.
     */
    List<Contradiction> toInitial(List<ToInitial> reads) {
        Reasons reasons = new Reasons(facts, premises);
        int first = reads.get(0).before();
        reasons.find(List.of(new int[] {first, History.INITIAL}));
        Forced least = reasons.edge(first, History.INITIAL);
        List<Contradiction> found = new ArrayList<>();
        found.add(toInitial(least));
        boolean causal = least.premise() == Premise.CAUSAL;
        for (int i = 0; i < reads.size() && found.size() < most(); i++) {
            ToInitial read = reads.get(i);
            if (read.reader() == least.edge().third()
                    && read.key() == least.edge().key()) {
                continue;
            }
            Premise premise = reasons.ofInitial(read);
            // a way to tell of may be long, and one of a kind is enough unless all are wanted
            if (limit == ViolationLimit.ALL || premise != Premise.CAUSAL || !causal) {
                causal |= premise == Premise.CAUSAL;
                found.add(toInitial(reasons.toInitial(read, premise)));
            }
        }
        return found;
    }

    private static Contradiction toInitial(Forced edge) {
        ProofEdge back = ProofEdge.of(
                ProofEdge.Kind.WW,
                History.INITIAL,
                edge.edge().from(),
                edge.edge().key());
        return new ForcedCycle(List.of(edge, new Forced(back, null)));
    }

    private static boolean isSeen(Digraph graph, int from, int to) {
        for (int e = graph.first[from]; e < graph.inferredFrom[from]; e++) {
            if (graph.target[e] == to) {
                return true;
            }
        }
        return false;
    }
}
