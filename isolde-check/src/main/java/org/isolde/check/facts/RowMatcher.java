package org.isolde.check.facts;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;
import org.isolde.condition.Condition;
import org.isolde.condition.Condition.Comparator;
import org.isolde.condition.Evaluator;
import org.isolde.condition.Operand;

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

    private static Part part(Condition condition, ToIntFunction<String> columns) {
        if (condition instanceof Condition.IsNull isNull
                && isNull.negated()
                && isNull.operand() instanceof Operand.Column column) {
            return new Part(columns.applyAsInt(column.name()), false, 0, 0);
        }
        if (condition instanceof Condition.Between between
                && !between.negated()
                && between.operand() instanceof Operand.Column column
                && between.low() instanceof Operand.IntegerLiteral low
                && between.high() instanceof Operand.IntegerLiteral high) {
            return new Part(columns.applyAsInt(column.name()), true, low.value(), high.value());
        }
        return condition instanceof Condition.Comparison comparison
                        && comparison.left() instanceof Operand.Column column
                        && comparison.right() instanceof Operand.IntegerLiteral literal
                ? range(columns.applyAsInt(column.name()), comparison.comparator(), literal.value())
                : null;
    }

    private static Part range(int column, Comparator comparator, long value) {
        boolean isLeast = value == Long.MIN_VALUE;
        boolean isGreatest = value == Long.MAX_VALUE;
        return switch (comparator) {
            case EQUAL -> new Part(column, true, value, value);
            case UNEQUAL -> null;
            case LESS -> isLeast ? null : new Part(column, true, Long.MIN_VALUE, value - 1);
            case LESS_OR_EQUAL -> new Part(column, true, Long.MIN_VALUE, value);
            case GREATER -> isGreatest ? null : new Part(column, true, value + 1, Long.MAX_VALUE);
            case GREATER_OR_EQUAL -> new Part(column, true, value, Long.MAX_VALUE);
        };
    }
}
