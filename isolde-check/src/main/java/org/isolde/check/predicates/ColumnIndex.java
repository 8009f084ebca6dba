package org.isolde.check.predicates;

import java.util.Arrays;
import org.isolde.check.facts.RowCells;
import org.isolde.check.facts.RowMatcher;
import org.isolde.check.facts.RowVersions;
import org.isolde.check.facts.VersionChains;
import org.isolde.check.graph.TimeSort;
import org.isolde.history.History;
import org.isolde.history.Scalars;

/** The versions of a table that have an integer in a column, by that integer. */
final class ColumnIndex {
    /** In place of an entry: a version without an integer in the column, or none. */
    private static final int ELSEWHERE = -1;
    /** In place of the entry behind: the row has no later version. */
    static final int LAST = -2;

    private final long[] integer;
    private final int[] version;
    private final int[] value;
    /** The entries of the versions before and behind in version order; less than 0 where they have none. */
    private final int[] before;

    private final int[] behind;
    private final RowVersions versions;
    /** Codes of other columns, by entry, as far as conditions have asked for them: those that are asked for together lie so. */
    private final long[][] codes;

    ColumnIndex(History history, VersionChains chains, RowVersions versions, int table, int column) {
        this.versions = versions;
        this.codes = new long[history.rows().columnCount()][];
        Scalars scalars = history.scalars();
        long[] integers = new long[chains.size()];
        int[] found = new int[chains.size()];
        int size = 0;
        for (int v = 0; v < chains.size(); v++) {
            if (versions.tableOf(chains.key(v)) == table && versions.isAlive(chains.value(v))) {
                long code = versions.cell(chains.value(v), column);
                if (Scalars.isPlain(code) || code != Scalars.NULL && scalars.kind(code) == Scalars.Kind.NUMBER) {
                    integers[size] = RowCells.integer(scalars, code);
                    found[size++] = v;
                }
            }
        }
        new TimeSort().sort(integers, found, size);
        this.integer = Arrays.copyOf(integers, size);
        this.version = Arrays.copyOf(found, size);
        this.value = new int[size];
        int[] entryOf = new int[chains.size()];
        Arrays.fill(entryOf, ELSEWHERE);
        for (int entry = 0; entry < size; entry++) {
            value[entry] = chains.value(version[entry]);
            entryOf[version[entry]] = entry;
        }
        this.before = new int[size];
        this.behind = new int[size];
        for (int entry = 0; entry < size; entry++) {
            int v = version[entry];
            int key = chains.key(v);
            before[entry] = v == chains.first(key) ? ELSEWHERE : entryOf[v - 1];
            behind[entry] = v + 1 == chains.first(key + 1) ? LAST : entryOf[v + 1];
        }
    }

    /** Makes ready for a condition that is put to entries. */
    void prepare(RowMatcher condition) {
        for (int column : condition.columns()) {
            if (codes[column] == null) {
                codes[column] = new long[value.length];
                for (int entry = 0; entry < value.length; entry++) {
                    codes[column][entry] = versions.cell(value[entry], column);
                }
            }
        }
    }

    /** Whether a condition is true of an entry; it has been prepared for, if it asks of columns. */
    boolean matches(RowMatcher condition, int entry) {
        int answer = condition.asksOfColumns() ? condition.answer(codes, entry) : -1;
        return answer < 0 ? versions.matches(condition, value[entry]) : answer > 0;
    }

    /** The first entry whose integer is at least so great. */
    int from(long low) {
        int below = 0;
        int above = integer.length;
        while (below < above) {
            int middle = (below + above) >>> 1;
            if (integer[middle] < low) {
                below = middle + 1;
            } else {
                above = middle;
            }
        }
        return below;
    }

    /** Where the entries end whose integers are at most so great. */
    int to(long high) {
        return high == Long.MAX_VALUE ? integer.length : from(high + 1);
    }

    int version(int entry) {
        return version[entry];
    }

    /** The entry of the version before, or less than 0. */
    int before(int entry) {
        return before[entry];
    }

    /** The entry of the version behind, {@link #LAST}, or another number less than 0. */
    int behind(int entry) {
        return behind[entry];
    }
}
