package org.isolde.check.expected;

import java.util.List;
import java.util.function.Function;
import org.isolde.check.expected.ColumnValues.Type;
import org.isolde.condition.Condition;
import org.isolde.condition.Operand;

/**
 * Whether a condition can fail on some row: by an integer compared with a text, by arithmetic, by a pattern that is none. One that
 * can't may be put to those rows only that an index finds.
 *
 * @param typeOf what stands in a column, by its name
 */
record Failures(Function<String, Type> typeOf) {
    boolean arePossible(Condition condition) {
        if (condition instanceof Condition.Comparison comparison) {
            return !areComparable(comparison.left(), comparison.right());
        }
        if (condition instanceof Condition.And and) {
            return inOneOf(and.parts());
        }
        if (condition instanceof Condition.Or or) {
            return inOneOf(or.parts());
        }
        if (condition instanceof Condition.Not not) {
            return arePossible(not.part());
        }
        if (condition instanceof Condition.IsNull isNull) {
            return type(isNull.operand()) == null;
        }
        if (condition instanceof Condition.In in) {
            return !areComparable(in.operand(), in.values());
        }
        if (condition instanceof Condition.Between between) {
            return !areComparable(between.operand(), between.low())
                    || !areComparable(between.operand(), between.high());
        }
        return condition instanceof Condition.Like;
    }

    private boolean inOneOf(List<Condition> parts) {
        for (Condition part : parts) {
            if (arePossible(part)) {
                return true;
            }
        }
        return false;
    }

    private boolean areComparable(Operand operand, List<Operand> others) {
        for (Operand other : others) {
            if (!areComparable(operand, other)) {
                return false;
            }
        }
        return true;
    }

    private boolean areComparable(Operand left, Operand right) {
        Type one = type(left);
        Type other = type(right);
        return one != null
                && other != null
                && one != Type.MIXED
                && other != Type.MIXED
                && (one == other || one == Type.NOTHING || other == Type.NOTHING);
    }

    /** What an operand is where it is not null; null if it has to be computed. */
    private Type type(Operand operand) {
        if (operand instanceof Operand.Column column) {
            return typeOf.apply(column.name());
        }
        if (operand instanceof Operand.IntegerLiteral) {
            return Type.INTEGERS;
        }
        if (operand instanceof Operand.TextLiteral) {
            return Type.TEXTS;
        }
        return operand instanceof Operand.NullLiteral ? Type.NOTHING : null;
    }
}
