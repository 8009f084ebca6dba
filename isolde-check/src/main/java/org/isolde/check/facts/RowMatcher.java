package org.isolde.check.facts;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToIntFunction;
import org.isolde.condition.Condition;
import org.isolde.condition.Evaluator;
import org.isolde.condition.Operand;
import org.isolde.history.Scalars;

/**
 * A condition that is put to versions. One that only asks of some columns that they are in a range of integers, or not null, as
 * most do, is asked without being evaluated part by part.
 */
public final class RowMatcher {
    final Evaluator evaluator;
    /** What each part asks: a column, and the least and the greatest integer; null if it asks for something else. */
    final Part[] parts;

    /** All of a column's values but null, if it is not {@code isRange}. */
    record Part(int column, boolean isRange, long low, long high) {}

    /**
     * @param columns the number of a column, by its name; less than 0 for one that no row has
     */
    RowMatcher(Condition condition, ToIntFunction<String> columns) {
        evaluator = new Evaluator(condition, columns);
        List<Part> found = new ArrayList<>();
        List<Condition> conditions = condition instanceof Condition.And and ? and.parts() : List.of(condition);
        for (Condition each : conditions) {
            Part part = part(each, columns);
            if (part == null || part.column < 0) {
                parts = null;
                return;
            }
            found.add(part);
        }
        parts = found.toArray(Part[]::new);
    }

    private RowMatcher(Evaluator evaluator, Part[] parts) {
        this.evaluator = evaluator;
        this.parts = parts;
    }

    /**
     * The same for versions that have what it asks of a column: null if it asks for nothing else.
     *
     * @param column one of which a range is asked, and the version is in that
     */
    public RowMatcher beyond(int column) {
        if (parts == null) {
            return this;
        }
        Part[] others =
                Arrays.stream(parts).filter(part -> part.column != column).toArray(Part[]::new);
        return others.length == 0 ? null : new RowMatcher(evaluator, others);
    }

    /** Whether it can be put to codes of columns by {@link #answer}. */
    public boolean asksOfColumns() {
        return parts != null;
    }

    /** The columns that {@link #answer} looks at. */
    public int[] columns() {
        return Arrays.stream(parts).mapToInt(Part::column).toArray();
    }

    /**
     * What it says of a row.
     *
     * @param codes of each column that it looks at
     * @param row the place of the row's codes in them
     * @return 1 if all parts match, 0 if one does not, -1 if one of the columns has something else than an integer or null
     */
    public int answer(long[][] codes, int row) {
        boolean all = true;
        for (Part part : parts) {
            long code = codes[part.column][row];
            if (code == Scalars.NULL) {
                all = false;
            } else if (part.isRange) {
                if (!Scalars.isPlain(code)) {
                    return -1;
                }
                all &= code >= part.low && code <= part.high;
            }
        }
        return all ? 1 : 0;
    }

    private static Part part(Condition condition, ToIntFunction<String> columns) {
        if (condition instanceof Condition.IsNull isNull
                && isNull.negated()
                && isNull.operand() instanceof Operand.Column column) {
            return new Part(columns.applyAsInt(column.name()), false, 0, 0);
        }
        ColumnRange range = ColumnRange.exactly(condition);
        return range == null ? null : new Part(columns.applyAsInt(range.column()), true, range.low(), range.high());
    }
}
