package org.isolde.check.polygraph;

import java.util.Arrays;
import org.isolde.check.facts.Nodes;

/**
 * Versions of a key that overwrote each other directly, the writer of each having read the one before: nothing can stand
 * between them, so that version orders are orders of such runs. (Not for pc, which lets updates get lost: there every
 * version is a run of its own.)
 */
final class VersionRuns {
    private final Polygraph polygraph;
    private final Versions versions;
    /** The first version of the run that a version is in. */
    final int[] first;
    /** For the first version of a run the last one; -1 for other versions. */
    final int[] last;
    /** The next version of a run, or -1. */
    final int[] next;

    VersionRuns(Polygraph polygraph) {
        this(polygraph, polygraph.rules.conflicts());
    }

    /** Every version as a run of its own, so that the edges between neighbours are all that there are. */
    static VersionRuns single(Polygraph polygraph) {
        return new VersionRuns(polygraph, false);
    }

    private VersionRuns(Polygraph polygraph, boolean joined) {
        this.polygraph = polygraph;
        this.versions = polygraph.versions;
        first = new int[versions.count];
        last = new int[versions.count];
        next = new int[versions.count];
        boolean[] follows = new boolean[versions.count];
        Arrays.fill(next, -1);
        if (joined) {
            for (int v = 0; v < versions.count; v++) {
                if (versions.updaterFirst[v + 1] > versions.updaterFirst[v]) {
                    int w = versions.of(versions.key[v], versions.updater[versions.updaterFirst[v]]);
                    next[v] = w;
                    follows[w] = true;
                }
            }
        }
        Arrays.fill(last, -1);
        for (int v = 0; v < versions.count; v++) {
            if (!follows[v]) {
                int end = v;
                first[v] = v;
                while (next[end] >= 0) {
                    end = next[end];
                    first[end] = v;
                }
                last[v] = end;
            }
        }
    }

    /** An edge that follows from an order of two runs. */
    interface EdgeVisitor {
        /**
         * @param reader from whom the anti-dependency leads, 0 for version order
         * @return whether to go on
         */
        boolean edge(int from, int to, int reader);
    }

    /**
     * The edges that follow if one run is before another; whether all were taken.
     *
     * @param earlier the last version of the one
     * @param later the first version of the other
     * @param anti whether with the anti-dependencies
     */
    boolean forEachEdge(int earlier, int later, boolean anti, EdgeVisitor visitor) {
        int b = versions.writer[later];
        Nodes nodes = polygraph.nodes;
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
