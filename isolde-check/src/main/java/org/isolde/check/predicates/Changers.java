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

    private Changers(int[] version) {
        this.version = version;
    }

    int size() {
        return version.length;
    }

    /** The first changer that is this version or a later one, or of a row behind it. */
    int from(int wanted) {
        int found = Arrays.binarySearch(version, wanted);
        return found < 0 ? -found - 1 : found;
    }

    /** Changers as they come. */
    interface Sink {
        /**
         * @param begins whether the version matches, and the one before it does not
         */
        void add(int version, boolean begins);
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
            find(table, condition, matcher, (version, begins) -> found.add(version));
            int[] version = found.toArray();
            Arrays.sort(version);
            return new Changers(version);
        }

        /** Finds those of a condition, in any order. */
        void find(int table, int condition, RowMatcher matcher, Sink sink) {
            ColumnRange range = ColumnRange.of(rows.conditions().get(condition));
            if (range == null) {
                findAmongAll(table, matcher, sink);
                return;
            }
            int column = versions.column(range.column());
            if (column < 0) {
                // no version has the column, so it is null everywhere
                return;
            }
            if (indexes[table][column] == null) {
                indexes[table][column] = new ColumnIndex(history, chains, versions, table, column);
            }
            findInRange(indexes[table][column], range, matcher.beyond(column), sink);
        }

        private void findAmongAll(int table, RowMatcher matcher, Sink sink) {
            for (int key = 0; key < history.keys(); key++) {
                boolean before = false;
                for (int v = chains.first(key); versions.tableOf(key) == table && v < chains.first(key + 1); v++) {
                    boolean now = versions.matches(matcher, chains.value(v));
                    if (now != before) {
                        sink.add(v, now);
                    }
                    before = now;
                }
            }
        }

        /**
         * @param rest what is asked beside the range; null for nothing
         */
        private void findInRange(ColumnIndex index, ColumnRange range, RowMatcher rest, Sink sink) {
            if (rest != null && rest.asksOfColumns()) {
                index.prepare(rest);
            }
            int first = index.from(range.low());
            int end = index.to(range.high());
            for (int entry = first; entry < end; entry++) {
                if (!matches(index, entry, rest)) {
                    continue;
                }
                int version = index.version(entry);
                int before = index.before(entry);
                if (before < first || before >= end || !matches(index, before, rest)) {
                    sink.add(version, true);
                }
                int behind = index.behind(entry);
                if (behind != ColumnIndex.LAST && (behind < first || behind >= end || !matches(index, behind, rest))) {
                    sink.add(version + 1, false);
                }
            }
        }

        private static boolean matches(ColumnIndex index, int entry, RowMatcher rest) {
            return rest == null || index.matches(rest, entry);
        }
    }
}
