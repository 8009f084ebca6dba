package org.isolde.check.expected;

import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.isolde.check.expected.ColumnValues.Type;
import org.isolde.condition.Condition;
import org.isolde.condition.Condition.Comparator;
import org.isolde.condition.Operand;
import org.isolde.condition.Truth;

/**
 * What a condition says of a single column: the ranks for which it is true, and those for which it is false; for all others it
 * is unknown. With both sets, three-valued logic is union and intersection.
 */
record ColumnRanges(Ranges isTrue, Ranges isFalse) {
    private static final ColumnRanges UNKNOWN = new ColumnRanges(Ranges.EMPTY, Ranges.EMPTY);

    /** The same for a condition; null if it speaks of something else than a column and literals of the column's type. */
    static ColumnRanges of(Condition condition, String column, ColumnValues values) {
        return new Reader(column, values).read(condition);
    }

    private ColumnRanges and(ColumnRanges other) {
        return new ColumnRanges(isTrue.and(other.isTrue), isFalse.or(other.isFalse));
    }

    private ColumnRanges or(ColumnRanges other) {
        return new ColumnRanges(isTrue.or(other.isTrue), isFalse.and(other.isFalse));
    }

    private ColumnRanges not(boolean negated) {
        return negated ? new ColumnRanges(isFalse, isTrue) : this;
    }

    private record Reader(String column, ColumnValues values) {
        ColumnRanges read(Condition condition) {
            if (condition instanceof Condition.Constant constant) {
                return constant(constant.value());
            }
            if (condition instanceof Condition.And and) {
                return join(and.parts(), this::read, ColumnRanges::and);
            }
            if (condition instanceof Condition.Or or) {
                return join(or.parts(), this::read, ColumnRanges::or);
            }
            if (condition instanceof Condition.Not not) {
                return ifKnown(read(not.part()), part -> part.not(true));
            }
            if (condition instanceof Condition.Comparison comparison) {
                return isColumn(comparison.left())
                        ? compared(comparison.comparator(), comparison.right())
                        : isColumn(comparison.right())
                                ? compared(turned(comparison.comparator()), comparison.left())
                                : null;
            }
            if (condition instanceof Condition.IsNull isNull && isColumn(isNull.operand())) {
                return new ColumnRanges(Ranges.of(0, 1), values.all()).not(isNull.negated());
            }
            if (condition instanceof Condition.In in && isColumn(in.operand())) {
                ColumnRanges some = join(in.values(), value -> compared(Comparator.EQUAL, value), ColumnRanges::or);
                return ifKnown(some, known -> known.not(in.negated()));
            }
            if (condition instanceof Condition.Between between && isColumn(between.operand())) {
                ColumnRanges low = compared(Comparator.GREATER_OR_EQUAL, between.low());
                ColumnRanges high = compared(Comparator.LESS_OR_EQUAL, between.high());
                return low == null || high == null ? null : low.and(high).not(between.negated());
            }
            return null;
        }

        private static ColumnRanges ifKnown(ColumnRanges ranges, UnaryOperator<ColumnRanges> change) {
            return ranges == null ? null : change.apply(ranges);
        }

        private static <T> ColumnRanges join(
                List<T> parts,
                Function<T, ColumnRanges> read,
                java.util.function.BinaryOperator<ColumnRanges> operator) {
            ColumnRanges all = null;
            for (T part : parts) {
                ColumnRanges ranges = read.apply(part);
                if (ranges == null) {
                    return null;
                }
                all = all == null ? ranges : operator.apply(all, ranges);
            }
            return all;
        }

        private ColumnRanges constant(Truth truth) {
            Ranges everything = Ranges.of(0, values.size());
            return switch (truth) {
                case TRUE -> new ColumnRanges(everything, Ranges.EMPTY);
                case FALSE -> new ColumnRanges(Ranges.EMPTY, everything);
                case UNKNOWN -> UNKNOWN;
            };
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
        private ColumnRanges compared(Comparator comparator, Operand literal) {
            if (literal instanceof Operand.NullLiteral) {
                return UNKNOWN;
            }
            Type type = literal instanceof Operand.IntegerLiteral
                    ? Type.INTEGERS
                    : literal instanceof Operand.TextLiteral ? Type.TEXTS : null;
            if (type == null || (values.type() != type && values.type() != Type.NOTHING)) {
                return null;
            }
            return switch (comparator) {
                case EQUAL -> known(values.equal(literal));
                case UNEQUAL -> known(values.equal(literal)).not(true);
                case LESS -> known(values.less(literal));
                case GREATER_OR_EQUAL -> known(values.less(literal)).not(true);
                case GREATER -> known(values.greater(literal));
                case LESS_OR_EQUAL -> known(values.greater(literal)).not(true);
            };
        }

        /** True in these ranks, and false for all other values but null. */
        private ColumnRanges known(Ranges isTrue) {
            Ranges isFalse = values.all();
            for (int i = 0; i < isTrue.size(); i++) {
                isFalse = isFalse.and(Ranges.of(0, isTrue.begin(i)).or(Ranges.of(isTrue.end(i), values.size())));
            }
            return new ColumnRanges(isTrue, isFalse);
        }
    }
}
