package org.isolde.check.polygraph;

import java.util.Arrays;
import org.isolde.check.budget.Budget;
import org.isolde.check.graph.EdgeList;
import org.isolde.check.graph.IncrementalOrder;

/**
 * Tries, before anything is searched for, to order the runs of each key as their writers stand in a topological order of
 * what is known, key by key, the order following what was decided for the keys before; two neighbours that don't fit are
 * exchanged a few times. That takes about as many edges as there are versions, not as there are pairs of them, and mostly
 * succeeds where little is known and so little can go wrong.
 */
final class GreedyVersions {
    private final Polygraph polygraph;
    private final VersionRuns runs;
    private final Budget budget;
    private final int mostExchanges;
    private final IncrementalOrder order;

    /**
     * @param runs what is to be ordered; single versions if the graph is not saturated
     * @param mostExchanges how often neighbours of a key may be exchanged
     */
    GreedyVersions(Polygraph polygraph, VersionRuns runs, Budget budget, int mostExchanges) {
        this.mostExchanges = mostExchanges;
        this.polygraph = polygraph;
        this.runs = runs;
        this.budget = budget;
        order = new IncrementalOrder(polygraph.nodes.count, polygraph.graph.all(), polygraph.order);
    }

    /** Adds version orders to the graph; or leaves it as it is, and says that it found none. */
    boolean solve() {
        for (int key = 0; key < polygraph.history.keys(); key++) {
            if (!place(key)) {
                return false;
            }
            budget.check();
        }
        int[] byPlace = new int[polygraph.nodes.count];
        for (int node = 0; node < byPlace.length; node++) {
            byPlace[order.place(node)] = node;
        }
        if (polygraph.rules.anti() == LevelRules.Anti.NO_PATH) {
            EdgeList chosen = new EdgeList(order.added());
            for (int e = 0; e < order.added(); e++) {
                chosen.add(order.from(e), order.to(e));
            }
            if (!new ClosedPaths(polygraph, byPlace, chosen).forEach((t, read, other) -> false)) {
                return false;
            }
        }
        polygraph.order = byPlace;
        return true;
    }

    private boolean place(int key) {
        Versions versions = polygraph.versions;
        long[] sorted = new long[versions.keyFirst[key + 1] - versions.keyFirst[key]];
        int size = 0;
        for (int v = versions.keyFirst[key]; v < versions.keyFirst[key + 1]; v++) {
            if (runs.last[v] >= 0) {
                sorted[size++] = ((long) order.place(polygraph.nodes.commit(versions.writer[v])) << 32) | v;
            }
        }
        if (size < 2) {
            return true;
        }
        Arrays.sort(sorted, 0, size);
        int[] heads = new int[size];
        for (int i = 0; i < size; i++) {
            heads[i] = (int) sorted[i];
        }
        int before = order.added();
        for (int exchanges = 0; exchanges <= Math.min(mostExchanges, 4 * size); exchanges++) {
            int refused = add(heads);
            if (refused < 0) {
                return true;
            }
            order.shrink(before);
            int other = heads[refused];
            heads[refused] = heads[refused + 1];
            heads[refused + 1] = other;
        }
        return false;
    }

    /** Adds the edges between neighbours; the first neighbour that does not fit with the next, or -1. */
    private int add(int[] heads) {
        boolean anti = polygraph.rules.anti() == LevelRules.Anti.EDGE;
        for (int i = 0; i + 1 < heads.length; i++) {
            if (!runs.forEachEdge(
                    runs.last[heads[i]], heads[i + 1], anti, (from, to, reader) -> order.add(from, to, 0))) {
                return i;
            }
        }
        return -1;
    }
}
