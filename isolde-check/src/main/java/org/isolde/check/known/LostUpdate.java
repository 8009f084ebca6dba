package org.isolde.check.known;

import java.util.List;
import org.isolde.check.EdgeKind;
import org.isolde.check.facts.Facts;
import org.isolde.history.History;
import org.isolde.proof.ProofEdge;

/** Which cycles of a serialization graph are lost updates, on one key alone; cycles are given by their edges. */
public final class LostUpdate {
    private LostUpdate() {}

    /** The same of a cycle of dependencies: one anti-dependency, and for the rest version order of its key. */
    public static boolean isLostUpdate(Facts facts, List<ProofEdge> cycle) {
        int key = -1;
        int anti = 0;
        for (ProofEdge edge : cycle) {
            if (edge.kind() == ProofEdge.Kind.RW) {
                key = edge.key();
                anti++;
            }
        }
        for (ProofEdge edge : cycle) {
            boolean versions = switch (edge.kind()) {
                case RW -> true;
                case WW -> edge.key() == key;
                case WR -> edge.key() == key && facts.writes(edge.to(), key);
                default -> false;
            };
            if (!versions) {
                return false;
            }
        }
        return anti == 1;
    }

    /** Whether a cycle that begins with its only anti-dependency has nothing but version order of the same key behind it. */
    static boolean isLostUpdate(Dependencies graph, int[] edges) {
        // what a predicate read missed has no key
        int key = graph.key(edges[0]);
        for (int i = 1; i < edges.length; i++) {
            if (key < 0 || graph.kind(edges[i]) != Dependencies.INSIDE && !isVersionOrder(graph, edges[i], key)) {
                return false;
            }
        }
        return true;
    }

    /** Whether a dependency is version order of a key: as such, or by a read of whoever wrote it later. */
    static boolean isVersionOrder(Dependencies graph, int edge, int key) {
        if (graph.key(edge) != key) {
            return false;
        }
        if (graph.kind(edge) == EdgeKind.WW.ordinal()) {
            return true;
        }
        return graph.facts().writes(graph.target(edge), key);
    }

    /** Whether it is two transactions that overwrote the version of a key that both had read. */
    static boolean isDivergence(Dependencies graph, int[] edges) {
        History history = graph.facts().history;
        int readOp = -1;
        int dependencies = 0;
        for (int edge : edges) {
            if (graph.kind(edge) != Dependencies.INSIDE) {
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
