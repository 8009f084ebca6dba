package org.isolde.check.known;

import org.isolde.check.EdgeKind;

import org.isolde.history.History;

/** Which cycles of a serialization graph are lost updates, on one key alone; cycles are given by their edges. */
final class LostUpdateCycles {
    private LostUpdateCycles() {}

    /** Whether a cycle that begins with its only anti-dependency has nothing but version order of the same key behind it. */
    static boolean isLostUpdate(KnownDependencies graph, int[] edges) {
        int key = graph.key(edges[0]);
        for (int i = 1; i < edges.length; i++) {
            if (graph.kind(edges[i]) != KnownDependencies.INSIDE && !isVersionOrder(graph, edges[i], key)) {
                return false;
            }
        }
        return true;
    }

    /** Whether a dependency is version order of a key: as such, or by a read of whoever wrote it later. */
    static boolean isVersionOrder(KnownDependencies graph, int edge, int key) {
        if (graph.key(edge) != key) {
            return false;
        }
        if (graph.kind(edge) == EdgeKind.WW.ordinal()) {
            return true;
        }
        History history = graph.history();
        int reader = graph.target(edge);
        for (int op = history.firstOp(reader); op < history.firstOp(reader + 1); op++) {
            if (history.isWrite(op) && history.key(op) == key) {
                return true;
            }
        }
        return false;
    }

    /** Whether it is two transactions that overwrote the version of a key that both had read. */
    static boolean isDivergence(KnownDependencies graph, int[] edges) {
        History history = graph.history();
        int readOp = -1;
        int dependencies = 0;
        for (int edge : edges) {
            if (graph.kind(edge) != KnownDependencies.INSIDE) {
                dependencies++;
                int op = graph.read(edge);
                if (dependencies > 2
                        || op < 0
                        || (readOp >= 0
                                && (history.key(op) != history.key(readOp)
                                        || history.value(op) != history.value(readOp)))) {
                    return false;
                }
                readOp = op;
            }
        }
        return true;
    }
}
