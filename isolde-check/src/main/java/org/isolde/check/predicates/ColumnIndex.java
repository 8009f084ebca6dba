package org.isolde.check.predicates;

import java.util.Arrays;
import org.isolde.check.facts.RowCells;
import org.isolde.check.facts.RowVersions;
import org.isolde.check.facts.VersionChains;
import org.isolde.check.graph.TimeSort;
import org.isolde.history.History;
import org.isolde.history.Scalars;

/** The versions that have an integer in a column, by that integer. */
final class ColumnIndex {
    private final long[] key;
    private final int[] version;

    ColumnIndex(History history, VersionChains chains, RowVersions versions, int column) {
        Scalars scalars = history.scalars();
        long[] keys = new long[chains.size()];
        int[] found = new int[chains.size()];
        int size = 0;
        for (int v = 0; v < chains.size(); v++) {
            if (versions.isAlive(chains.value(v))) {
                long code = versions.cell(chains.value(v), column);
                if (code != Scalars.NULL && scalars.kind(code) == Scalars.Kind.NUMBER) {
                    keys[size] = RowCells.integer(scalars, code);
                    found[size++] = v;
                }
            }
        }
        new TimeSort().sort(keys, found, size);
        this.key = Arrays.copyOf(keys, size);
        this.version = Arrays.copyOf(found, size);
    }

    /** The first entry whose integer is at least so great. */
    int from(long low) {
        int below = 0;
        int above = key.length;
        while (below < above) {
            int middle = (below + above) >>> 1;
            if (key[middle] < low) {
                below = middle + 1;
            } else {
                above = middle;
            }
        }
        return below;
    }

    /** Where the entries end whose integers are at most so great. */
    int to(long high) {
        return high == Long.MAX_VALUE ? key.length : from(high + 1);
    }

    int version(int entry) {
        return version[entry];
    }
}
