package org.isolde.check.expected;

import java.util.List;
import java.util.function.Function;
import org.isolde.check.expected.ColumnValues.Type;
import org.isolde.condition.Condition;
import org.isolde.condition.Operand;

/**
 * Whether a condition can fail on some row: by an integer compared with a text, by arithmetic, by a pattern that is none. One that
 * can't may be put to those rows only that an index finds.
 */
final class Failures {
    private final Function<String, Type> typeOf;

    private Failures(Function<String, Type> typeOf) {
        this.typeOf = typeOf;
    }

    /**
     * @param typeOf what stands in a column, by its name
     */
    static boolean arePossible(Condition condition, Function<String, Type> typeOf) {
        return new Failures(typeOf).in(condition);
    }

    private boolean in(Condition condition) {
        if (condition instanceof Condition.And and) {
            return and.parts().stream().anyMatch(this::in);
        }
        if (condition instanceof Condition.Or or) {
            return or.parts().stream().anyMatch(this::in);
        }
        if (condition instanceof Condition.Not not) {
            return in(not.part());
        }
        if (condition instanceof Condition.Comparison comparison) {
            return between(comparison.left(), List.of(comparison.right()));
        }
        if (condition instanceof Condition.IsNull isNull) {
            return type(isNull.operand()) == null;
        }
        if (condition instanceof Condition.In in) {
            return between(in.operand(), in.values());
        }
        if (condition instanceof Condition.Between between) {
            return between(between.operand(), List.of(between.low(), between.high()));
        }
        return condition instanceof Condition.Like;
    }

    private boolean between(Operand operand, List<Operand> others) {
        Type type = type(operand);
        return type == null
                || type == Type.MIXED
                || others.stream().map(this::type).anyMatch(other -> !isComparable(type, other));
    }

    private static boolean isComparable(Type type, Type other) {
        return other != null && other != Type.MIXED && (type == other || type == Type.NOTHING || other == Type.NOTHING);
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
