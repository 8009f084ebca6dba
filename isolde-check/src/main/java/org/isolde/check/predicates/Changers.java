package org.isolde.check.predicates;

import java.util.Arrays;
import org.isolde.check.facts.ColumnRange;
import org.isolde.check.facts.RowMatcher;
import org.isolde.check.facts.RowVersions;
import org.isolde.check.facts.VersionChains;
import org.isolde.check.graph.IntList;
import org.isolde.history.History;
import org.isolde.history.Rows;

/**
 * The versions of a table that change the matches of a condition: exactly one of the version and the one before it matches, the
 * unborn one included. Ascending, and so row by row, each row's in version order.
 */
final class Changers {
    final int[] version;
    /** Whether the version matches, and the one before it does not. */
    final boolean[] matches;

    private Changers(int[] version, boolean[] matches) {
        this.version = version;
        this.matches = matches;
    }

    int size() {
        return version.length;
    }

    /** The first changer that is this version or a later one, or of a row behind it. */
    int from(int wanted) {
        int found = Arrays.binarySearch(version, wanted);
        return found < 0 ? -found - 1 : found;
    }

    /** Finds them for all conditions of a history. */
    static final class Finder {
        private final History history;
        private final Rows rows;
        private final VersionChains chains;
        private final RowVersions versions;
        /** By table and column; null where no condition asked for one. */
        private final ColumnIndex[][] indexes;

        Finder(History history, VersionChains chains, RowVersions versions) {
            this.history = history;
            this.rows = history.rows();
            this.chains = chains;
            this.versions = versions;
            this.indexes = new ColumnIndex[versions.tables()][rows.columnCount()];
        }

        Changers of(int table, int condition, RowMatcher matcher) {
            IntList found = new IntList();
            ColumnRange range = ColumnRange.of(rows.conditions().get(condition));
            int column = range == null ? -1 : versions.column(range.column());
            if (range != null && column < 0) {
                // no version has the column, so it is null everywhere
                return new Changers(new int[0], new boolean[0]);
            }
            if (range == null) {
                for (int key = 0; key < history.keys(); key++) {
                    for (int v = chains.first(key); versions.tableOf(key) == table && v < chains.first(key + 1); v++) {
                        addMatching(v, matcher, found);
                    }
                }
                return of(found.toArray());
            }
            if (indexes[table][column] == null) {
                indexes[table][column] = new ColumnIndex(history, chains, versions, table, column);
            }
            ColumnIndex index = indexes[table][column];
            RowMatcher rest = matcher.beyond(column);
            int end = index.to(range.high());
            for (int i = index.from(range.low()); i < end; i++) {
                if (rest == null) {
                    found.add(index.version(i));
                } else {
                    addMatching(index.version(i), rest, found);
                }
            }
            int[] matching = found.toArray();
            Arrays.sort(matching);
            return of(matching);
        }

        private void addMatching(int version, RowMatcher matcher, IntList found) {
            if (versions.matches(matcher, chains.value(version))) {
                found.add(version);
            }
        }

        /** All versions that match, ascending; they change matches at both ends of a run. */
        private Changers of(int[] matching) {
            int[] version = new int[matching.length * 2];
            boolean[] begins = new boolean[version.length];
            int size = 0;
            for (int i = 0; i < matching.length; i++) {
                int v = matching[i];
                int key = chains.key(v);
                boolean matchedBefore = i > 0 && matching[i - 1] == v - 1 && v > chains.first(key);
                if (!matchedBefore) {
                    begins[size] = true;
                    version[size++] = v;
                }
                boolean matchesAfter = i + 1 < matching.length && matching[i + 1] == v + 1;
                if (!matchesAfter && v + 1 < chains.first(key + 1)) {
                    begins[size] = false;
                    version[size++] = v + 1;
                }
            }
            return new Changers(Arrays.copyOf(version, size), Arrays.copyOf(begins, size));
        }
    }
}
