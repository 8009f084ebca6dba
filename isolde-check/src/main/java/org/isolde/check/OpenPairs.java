package org.isolde.check;

import java.util.Arrays;

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
    private final Polygraph polygraph;
    private final Versions versions;
    /** For the first version of a run the last one; -1 for other versions. */
    private final int[] lastOfRun;
    /** The first version of the run that a version is in. */
    private final int[] firstOfRun;

    /** The next version of a run, or -1. */
    private int[] next;

    private final IntList first = new IntList(1024);
    private final IntList second = new IntList(1024);

    OpenPairs(Polygraph polygraph) {
        this.polygraph = polygraph;
        this.versions = polygraph.versions;
        this.lastOfRun = new int[versions.count];
        this.firstOfRun = new int[versions.count];
        runs();
        int keys = polygraph.history.keys();
        for (int k = 0; k < keys; k++) {
            pairsOf(k);
        }
    }

    private void runs() {
        next = new int[versions.count];
        boolean[] follows = new boolean[versions.count];
        Arrays.fill(next, -1);
        if (polygraph.rules.conflicts()) {
            for (int v = 0; v < versions.count; v++) {
                if (versions.updaterFirst[v + 1] > versions.updaterFirst[v]) {
                    int w = versions.of(versions.key[v], versions.updater[versions.updaterFirst[v]]);
                    next[v] = w;
                    follows[w] = true;
                }
            }
        }
        Arrays.fill(lastOfRun, -1);
        for (int v = 0; v < versions.count; v++) {
            if (!follows[v]) {
                int last = v;
                firstOfRun[v] = v;
                while (next[last] >= 0) {
                    last = next[last];
                    firstOfRun[last] = v;
                }
                lastOfRun[v] = last;
            }
        }
    }

    private void pairsOf(int key) {
        for (int a = versions.keyFirst[key]; a < versions.keyFirst[key + 1]; a++) {
            if (lastOfRun[a] < 0) {
                continue;
            }
            for (int cell = versions.keyCell[key]; cell < versions.keyCell[key + 1]; cell++) {
                int low = unreaching(cell, a);
                int high = versions.cellFirst[cell + 1];
                for (int b = Math.max(low, a + 1); b < high && !isBefore(a, b); b++) {
                    if (lastOfRun[b] >= 0 && !isBefore(lastOfRun[a], b) && !isBefore(lastOfRun[b], a)) {
                        first.add(a);
                        second.add(b);
                    }
                }
            }
        }
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

    int size() {
        return first.size();
    }

    /** The pair of the runs of two versions, as the choice that the one is before the other; -1 if it is not open. */
    int choice(int earlier, int later) {
        int a = firstOfRun[earlier];
        int b = firstOfRun[later];
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
        return lastOfRun[(choice & 1) == 0 ? first.get(choice >> 1) : second.get(choice >> 1)];
    }

    /** The first version of the run that a choice puts first. */
    int firstEarlier(int choice) {
        return (choice & 1) == 0 ? first.get(choice >> 1) : second.get(choice >> 1);
    }

    /** The version that was written over another one by somebody who had read it, or -1. */
    int next(int version) {
        return next[version];
    }

    /** The first version of the run that a choice puts second. */
    int later(int choice) {
        return (choice & 1) == 0 ? second.get(choice >> 1) : first.get(choice >> 1);
    }

    /** An edge of a choice. */
    interface EdgeOfChoice {
        /**
         * @param reader from whom the anti-dependency leads, 0 for version order
         * @return whether to go on
         */
        boolean edge(int from, int to, int reader);
    }

    /** The edges that a choice adds; whether all were taken. */
    boolean forEachEdge(int choice, EdgeOfChoice visitor) {
        return forEachEdge(choice, polygraph.rules.anti() == LevelRules.Anti.EDGE, visitor);
    }

    /**
     * @param anti whether with its anti-dependencies, also where those are no edges
     */
    boolean forEachEdge(int choice, boolean anti, EdgeOfChoice visitor) {
        int earlier = earlier(choice);
        int b = versions.writer[later(choice)];
        PolygraphNodes nodes = polygraph.nodes;
        if (!visitor.edge(nodes.commit(versions.writer[earlier]), polygraph.orderTarget(b), 0)) {
            return false;
        }
        if (anti) {
            int commit = nodes.commit(b);
            for (int i = versions.readerFirst[earlier]; i < versions.readerFirst[earlier + 1]; i++) {
                int t = versions.reader[i];
                if (t != b && !visitor.edge(nodes.snapshot(t), commit, t)) {
                    return false;
                }
            }
        }
        return true;
    }
}
