package org.isolde.check.expected;

import java.util.List;
import org.isolde.check.expected.ColumnValues.Type;
import org.isolde.condition.Condition;
import org.isolde.condition.Condition.Comparator;
import org.isolde.condition.Operand;
import org.isolde.condition.Truth;

/**
 * What a condition says of a single column: for which ranks it is true, or for which it is false; for all others it is unknown.
 * With both to ask for, three-valued logic is union and intersection.
 */
record ColumnRanges(String column, ColumnValues values) {
    /**
     * The ranks for which a condition has a truth value that is not unknown; null if the condition speaks of something else than
     * the column and literals of the column's type.
     */
    Ranges of(Condition condition, boolean truth) {
        if (condition instanceof Condition.Comparison comparison) {
            return isColumn(comparison.left())
                    ? compared(comparison.comparator(), comparison.right(), truth)
                    : isColumn(comparison.right())
                            ? compared(turned(comparison.comparator()), comparison.left(), truth)
                            : null;
        }
        if (condition instanceof Condition.And and) {
            return join(and.parts(), truth, truth);
        }
        if (condition instanceof Condition.Or or) {
            return join(or.parts(), truth, !truth);
        }
        if (condition instanceof Condition.Not not) {
            return of(not.part(), !truth);
        }
        if (condition instanceof Condition.Constant constant) {
            return constant.value() == Truth.of(truth) ? Ranges.of(0, values.size()) : Ranges.EMPTY;
        }
        if (condition instanceof Condition.IsNull isNull && isColumn(isNull.operand())) {
            return isNull.negated() == truth ? values.all() : Ranges.of(0, 1);
        }
        if (condition instanceof Condition.In in && isColumn(in.operand())) {
            return in(in, truth != in.negated());
        }
        if (condition instanceof Condition.Between between && isColumn(between.operand())) {
            boolean inside = truth != between.negated();
            Ranges low = compared(Comparator.GREATER_OR_EQUAL, between.low(), inside);
            Ranges high = compared(Comparator.LESS_OR_EQUAL, between.high(), inside);
            return low == null || high == null ? null : inside ? low.and(high) : low.or(high);
        }
        return null;
    }

    /** All of the parts have the truth value, or one of them. */
    private Ranges join(List<Condition> parts, boolean truth, boolean all) {
        Ranges joined = null;
        for (Condition part : parts) {
            Ranges ranges = of(part, truth);
            if (ranges == null) {
                return null;
            }
            joined = joined == null ? ranges : all ? joined.and(ranges) : joined.or(ranges);
        }
        return joined;
    }

    /** The column equals one of the values, or differs from all. */
    private Ranges in(Condition.In in, boolean inside) {
        Ranges joined = null;
        for (Operand value : in.values()) {
            Ranges ranges = compared(Comparator.EQUAL, value, inside);
            if (ranges == null) {
                return null;
            }
            joined = joined == null ? ranges : inside ? joined.or(ranges) : joined.and(ranges);
        }
        return joined;
    }

    private boolean isColumn(Operand operand) {
        return operand instanceof Operand.Column named && named.name().equals(column);
    }

    private static Comparator turned(Comparator comparator) {
        return switch (comparator) {
            case LESS -> Comparator.GREATER;
            case LESS_OR_EQUAL -> Comparator.GREATER_OR_EQUAL;
            case GREATER -> Comparator.LESS;
            case GREATER_OR_EQUAL -> Comparator.LESS_OR_EQUAL;
            case EQUAL, UNEQUAL -> comparator;
        };
    }

    /** The column compared with something; null, if that is no literal of its type. */
    private Ranges compared(Comparator comparator, Operand literal, boolean truth) {
        if (literal instanceof Operand.NullLiteral) {
            return Ranges.EMPTY;
        }
        Type type = literal instanceof Operand.IntegerLiteral
                ? Type.INTEGERS
                : literal instanceof Operand.TextLiteral ? Type.TEXTS : null;
        if (type == null || (values.type() != type && values.type() != Type.NOTHING)) {
            return null;
        }
        return switch (comparator) {
            case EQUAL -> truth ? values.equal(literal) : values.unequal(literal);
            case UNEQUAL -> truth ? values.unequal(literal) : values.equal(literal);
            case LESS -> truth ? values.less(literal) : values.notLess(literal);
            case GREATER_OR_EQUAL -> truth ? values.notLess(literal) : values.less(literal);
            case GREATER -> truth ? values.greater(literal) : values.notGreater(literal);
            case LESS_OR_EQUAL -> truth ? values.notGreater(literal) : values.greater(literal);
        };
    }
}
