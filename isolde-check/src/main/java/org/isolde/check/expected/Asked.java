package org.isolde.check.expected;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.ToIntFunction;
import org.isolde.check.expected.ColumnValues.Type;
import org.isolde.check.graph.IntList;
import org.isolde.condition.Condition;
import org.isolde.condition.ConditionException;
import org.isolde.condition.Evaluator;
import org.isolde.condition.Truth;

/**
 * A condition on a table, asked any number of times: which rows of the present state match?
 *
 * <p>Where it is about one column, the index of that column knows. Where parts of a conjunction are, the one that the fewest
 * rows match leads to them, and they are looked at. Else the matching rows are kept, and those that changed since the last
 * time are looked at again.
 */
final class Asked {
    private static final Ranges EVERYTHING = Ranges.of(0, 1);

    private final Table table;
    private final Evaluator evaluator;
    /** Columns, or one of them, that lead to the rows; none if only looking at rows does. */
    private final int[] columns;

    private final Ranges[] ranges;
    /** Whether the ranges of the one column are all that the condition says. */
    private final boolean isExact;

    private final IntList candidates = new IntList();
    /** Whether each row matched when so many changes had been; null before it is asked twice. */
    private long[] kept;

    private int keptCount;
    private int keptChanges;
    private boolean wasAsked;

    /**
     * @param columnNumber the number of a column, by its name; less than 0 if no version has it
     */
    Asked(Table table, Condition condition, ToIntFunction<String> columnNumber) {
        this.table = table;
        evaluator = new Evaluator(condition, columnNumber);
        boolean canFail = Failures.arePossible(condition, name -> {
            int column = columnNumber.applyAsInt(name);
            return column < 0 ? Type.NOTHING : table.values(column).type();
        });
        List<Ranges> found = new ArrayList<>();
        IntList foundColumns = new IntList();
        boolean exact = false;
        if (!canFail) {
            Set<String> named = condition.columns();
            String only = named.size() == 1 ? named.iterator().next() : null;
            ColumnRanges whole = only == null ? null : ranges(condition, only, columnNumber);
            if (condition instanceof Condition.Constant constant) {
                foundColumns.add(Table.ANY);
                found.add(constant.value() == Truth.TRUE ? EVERYTHING : Ranges.EMPTY);
                exact = true;
            } else if (whole != null) {
                foundColumns.add(columnNumber.applyAsInt(only));
                found.add(whole.isTrue());
                exact = true;
            } else if (condition instanceof Condition.And and) {
                addParts(and, columnNumber, foundColumns, found);
            }
        }
        columns = foundColumns.toArray();
        ranges = found.toArray(Ranges[]::new);
        isExact = exact;
    }

    /** What the parts of a conjunction that are about a column say of it, for each column. */
    private void addParts(
            Condition.And and, ToIntFunction<String> columnNumber, IntList foundColumns, List<Ranges> found) {
        for (String name : and.columns()) {
            Ranges all = null;
            for (Condition part : and.parts()) {
                ColumnRanges ranges = part.columns().isEmpty() ? null : ranges(part, name, columnNumber);
                if (ranges != null) {
                    all = all == null ? ranges.isTrue() : all.and(ranges.isTrue());
                }
            }
            if (all != null) {
                foundColumns.add(columnNumber.applyAsInt(name));
                found.add(all);
            }
        }
    }

    /** What a condition says of a column; null if the condition is not about it alone, or no version has the column. */
    private ColumnRanges ranges(Condition condition, String name, ToIntFunction<String> columnNumber) {
        int column = columnNumber.applyAsInt(name);
        return column < 0 ? null : ColumnRanges.of(condition, name, table.values(column));
    }

    /** Whether a row that is alive matches. */
    boolean matches(int row) throws ConditionException {
        return isExact
                ? ranges[0].contains(table.index(columns[0]).rank(row))
                : evaluator.evaluate(table.version(row)) == Truth.TRUE;
    }

    /** How many rows match. */
    int count() throws ConditionException {
        if (isExact) {
            return table.index(columns[0]).count(ranges[0]);
        }
        if (columns.length == 0 && keep()) {
            return keptCount;
        }
        listCandidates();
        int count = 0;
        for (int i = 0; i < candidates.size(); i++) {
            count += matches(candidates.get(i)) ? 1 : 0;
        }
        return count;
    }

    /** Adds the rows that match to a list. */
    void list(IntList rows) throws ConditionException {
        if (isExact) {
            table.index(columns[0]).list(ranges[0], rows);
        } else if (columns.length == 0 && keep()) {
            for (int word = 0; word < kept.length; word++) {
                for (long bits = kept[word]; bits != 0; bits &= bits - 1) {
                    rows.add((word << 6) + Long.numberOfTrailingZeros(bits));
                }
            }
        } else {
            listCandidates();
            for (int i = 0; i < candidates.size(); i++) {
                if (matches(candidates.get(i))) {
                    rows.add(candidates.get(i));
                }
            }
        }
    }

    /** The rows of the column that the fewest are of; all, where no column leads to them. */
    private void listCandidates() {
        candidates.clear();
        if (columns.length == 0) {
            table.index(Table.ANY).list(EVERYTHING, candidates);
            return;
        }
        int best = 0;
        int fewest = Integer.MAX_VALUE;
        for (int i = 0; i < columns.length && columns.length > 1; i++) {
            int count = table.index(columns[i]).count(ranges[i]);
            if (count < fewest) {
                fewest = count;
                best = i;
            }
        }
        table.index(columns[best]).list(ranges[best], candidates);
    }

    /** Brings the matching rows up to date; whether they are kept, as they are once it is asked again and there is room. */
    private boolean keep() throws ConditionException {
        if (kept == null && !(wasAsked && table.reserve((table.size() + 63) >>> 3))) {
            wasAsked = true;
            return false;
        }
        int changes = table.changes();
        if (kept == null || changes - keptChanges >= table.size()) {
            kept = kept == null ? new long[(table.size() + 63) >>> 6] : kept;
            Arrays.fill(kept, 0);
            keptCount = 0;
            for (int row = 0; row < table.size(); row++) {
                look(row);
            }
        } else {
            for (int change = keptChanges; change < changes; change++) {
                look(table.changed(change));
            }
        }
        keptChanges = changes;
        return true;
    }

    private void look(int row) throws ConditionException {
        long bit = 1L << row;
        boolean before = (kept[row >>> 6] & bit) != 0;
        boolean now = table.present(row) >= 0 && matches(row);
        if (before != now) {
            kept[row >>> 6] ^= bit;
            keptCount += now ? 1 : -1;
        }
    }
}
