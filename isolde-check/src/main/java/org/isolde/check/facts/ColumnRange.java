package org.isolde.check.facts;

import java.util.List;
import org.isolde.condition.Condition;
import org.isolde.condition.Condition.Comparator;
import org.isolde.condition.Operand;

/** A range of integers in a column, from the least to the greatest; empty if the least is greater. */
public record ColumnRange(String column, long low, long high) {
    /** The narrowest range that a condition is seen to ask for: where it is true, the column is in it; null if none is seen. */
    public static ColumnRange of(Condition condition) {
        if (condition instanceof Condition.In in && !in.negated() && in.operand() instanceof Operand.Column column) {
            return of(column, in.values());
        }
        return condition instanceof Condition.And and ? ofAll(and.parts()) : exactly(condition);
    }

    /** The range in which a column is if, and only if, the condition is true; null if the condition asks for something else. */
    static ColumnRange exactly(Condition condition) {
        if (condition instanceof Condition.Comparison comparison) {
            return of(comparison);
        }
        return condition instanceof Condition.Between between
                        && !between.negated()
                        && between.operand() instanceof Operand.Column column
                        && between.low() instanceof Operand.IntegerLiteral low
                        && between.high() instanceof Operand.IntegerLiteral high
                ? new ColumnRange(column.name(), low.value(), high.value())
                : null;
    }

    private static ColumnRange of(Condition.Comparison comparison) {
        if (comparison.left() instanceof Operand.Column column
                && comparison.right() instanceof Operand.IntegerLiteral literal) {
            return of(column.name(), comparison.comparator(), literal.value());
        }
        if (comparison.right() instanceof Operand.Column column
                && comparison.left() instanceof Operand.IntegerLiteral literal) {
            return of(column.name(), mirrored(comparison.comparator()), literal.value());
        }
        return null;
    }

    private static Comparator mirrored(Comparator comparator) {
        return switch (comparator) {
            case EQUAL, UNEQUAL -> comparator;
            case LESS -> Comparator.GREATER;
            case LESS_OR_EQUAL -> Comparator.GREATER_OR_EQUAL;
            case GREATER -> Comparator.LESS;
            case GREATER_OR_EQUAL -> Comparator.LESS_OR_EQUAL;
        };
    }

    private static ColumnRange of(String column, Comparator comparator, long value) {
        return switch (comparator) {
            case EQUAL -> new ColumnRange(column, value, value);
            case UNEQUAL -> null;
            case LESS -> value == Long.MIN_VALUE ? empty(column) : new ColumnRange(column, Long.MIN_VALUE, value - 1);
            case LESS_OR_EQUAL -> new ColumnRange(column, Long.MIN_VALUE, value);
            case GREATER ->
                value == Long.MAX_VALUE ? empty(column) : new ColumnRange(column, value + 1, Long.MAX_VALUE);
            case GREATER_OR_EQUAL -> new ColumnRange(column, value, Long.MAX_VALUE);
        };
    }

    private static ColumnRange empty(String column) {
        return new ColumnRange(column, Long.MAX_VALUE, Long.MIN_VALUE);
    }

    private static ColumnRange of(Operand.Column column, List<Operand> values) {
        long low = Long.MAX_VALUE;
        long high = Long.MIN_VALUE;
        for (Operand value : values) {
            if (value instanceof Operand.IntegerLiteral literal) {
                low = Math.min(low, literal.value());
                high = Math.max(high, literal.value());
            } else if (!(value instanceof Operand.NullLiteral)) {
                return null;
            }
        }
        return new ColumnRange(column.name(), low, high);
    }

    private static ColumnRange ofAll(List<Condition> parts) {
        ColumnRange best = null;
        for (Condition part : parts) {
            ColumnRange range = of(part);
            for (Condition other : parts) {
                ColumnRange more = range == null ? null : of(other);
                if (more != null && more.column.equals(range.column)) {
                    range = new ColumnRange(
                            range.column, Math.max(range.low, more.low), Math.min(range.high, more.high));
                }
            }
            best = range != null && (best == null || range.isNarrowerThan(best)) ? range : best;
        }
        return best;
    }

    private boolean isNarrowerThan(ColumnRange other) {
        return Long.compareUnsigned(width(), other.width()) < 0;
    }

    private long width() {
        return high < low ? 0 : high - low;
    }
}
