package org.isolde.check.polygraph;

import org.isolde.check.budget.Budget;
import org.isolde.check.graph.IntList;

/**
 * The pairs of versions of a key that saturation left unordered. Versions that overwrote each other directly (the writer of
 * the second had read the first) stand together, so that a pair is one of such <em>runs</em>: all of the one before all of
 * the other, or the other way round.
 *
 * <p>Pair {@code i} has two choices, {@code 2 i} (the first run before the second) and {@code 2 i + 1}. A choice stands for
 * the edge from the last version of the earlier run to the first of the later one, and for the anti-dependencies of those
 * who read the former.
 */
final class OpenPairs {
    /** About what a pair takes here and as a variable of a search. */
    private static final long BYTES_A_PAIR = 96;
    /** How many pairs are made between two questions whether there may be more: a key may have far more than fit. */
    private static final int STEP = 1 << 14;

    private final Polygraph polygraph;
    private final Versions versions;
    private final VersionRuns runs;
    private final Budget budget;

    private final IntList first = new IntList();
    private final IntList second = new IntList();

    OpenPairs(Polygraph polygraph, VersionRuns runs, Budget budget) {
        this.polygraph = polygraph;
        this.versions = polygraph.versions;
        this.runs = runs;
        this.budget = budget;
        int keys = polygraph.history.keys();
        for (int k = 0; k < keys; k++) {
            pairsOf(k);
        }
        budget.claim(BYTES_A_PAIR * first.size());
    }

    private void pairsOf(int key) {
        for (int a = versions.keyFirst[key]; a < versions.keyFirst[key + 1]; a++) {
            if (runs.last[a] < 0) {
                continue;
            }
            budget.check();
            for (int cell = versions.keyCell[key]; cell < versions.keyCell[key + 1]; cell++) {
                int low = unreaching(cell, a);
                int high = versions.cellFirst[cell + 1];
                for (int b = Math.max(low, a + 1); b < high && !isBefore(a, b); b++) {
                    if (runs.last[b] >= 0 && !isBefore(runs.last[a], b) && !isBefore(runs.last[b], a)) {
                        add(a, b);
                    }
                }
            }
        }
    }

    private void add(int a, int b) {
        if (first.size() % STEP == 0) {
            budget.claim(BYTES_A_PAIR * first.size());
        }
        first.add(a);
        second.add(b);
    }

    /** The first version of a cell that is not known to be before another one. */
    private int unreaching(int cell, int a) {
        int low = versions.cellFirst[cell];
        int high = versions.cellFirst[cell + 1];
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (isBefore(middle, a)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private boolean isBefore(int earlier, int later) {
        return polygraph.reaches(
                polygraph.nodes.commit(versions.writer[earlier]), polygraph.orderTarget(versions.writer[later]));
    }

    VersionRuns runs() {
        return runs;
    }

    int size() {
        return first.size();
    }

    /** The pair of the runs of two versions, as the choice that the one is before the other; -1 if it is not open. */
    int choice(int earlier, int later) {
        int a = runs.first[earlier];
        int b = runs.first[later];
        boolean swapped = a > b;
        int wantedFirst = swapped ? b : a;
        int wantedSecond = swapped ? a : b;
        // pairs are sorted by their first run
        int low = 0;
        int high = first.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (first.get(middle) < wantedFirst) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        for (int i = low; i < first.size() && first.get(i) == wantedFirst; i++) {
            if (second.get(i) == wantedSecond) {
                return 2 * i + (swapped ? 1 : 0);
            }
        }
        return -1;
    }

    /** The last version of the run that a choice puts first. */
    int earlier(int choice) {
        return runs.last[(choice & 1) == 0 ? first.get(choice >> 1) : second.get(choice >> 1)];
    }

    /** The first version of the run that a choice puts first. */
    int firstEarlier(int choice) {
        return (choice & 1) == 0 ? first.get(choice >> 1) : second.get(choice >> 1);
    }

    /** The first version of the run that a choice puts second. */
    int later(int choice) {
        return (choice & 1) == 0 ? second.get(choice >> 1) : first.get(choice >> 1);
    }

    /** The edges that a choice adds; whether all were taken. */
    boolean forEachEdge(int choice, VersionRuns.EdgeVisitor visitor) {
        return forEachEdge(choice, polygraph.rules.anti() == LevelRules.Anti.EDGE, visitor);
    }

    /**
     * @param anti whether with its anti-dependencies, also where those are no edges
     */
    boolean forEachEdge(int choice, boolean anti, VersionRuns.EdgeVisitor visitor) {
        return runs.forEachEdge(earlier(choice), later(choice), anti, visitor);
    }
}
