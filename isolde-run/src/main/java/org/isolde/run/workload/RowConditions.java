package org.isolde.run.workload;

import java.util.List;
import org.isolde.condition.Condition;
import org.isolde.condition.Condition.Between;
import org.isolde.condition.Condition.Comparator;
import org.isolde.condition.Condition.Comparison;
import org.isolde.condition.Condition.In;
import org.isolde.condition.Condition.IsNull;
import org.isolde.condition.Condition.Not;
import org.isolde.condition.Operand;
import org.isolde.condition.Operand.IntegerLiteral;
import org.isolde.generate.RandomSource;
import org.isolde.run.rows.RowStatement;

/**
 * Conditions on rows whose columns {@code a} and {@code b} hold small numbers or null. Few of them are frequent, so that
 * transactions meet; any of them may come, nulls and negations included. All databases read them in the same way: there is no
 * remainder and no constant in them.
 */
final class RowConditions {
    /** Columns hold numbers from 0 to this, without. */
    static final int VALUES = 6;

    static final Operand.Column ID = new Operand.Column("id");
    private static final Operand.Column A = new Operand.Column("a");
    private static final Operand.Column B = new Operand.Column("b");

    private RowConditions() {}

    static Condition key(long id) {
        return RowStatement.key(id);
    }

    static Condition keysBelow(long id) {
        return new Comparison(ID, Comparator.LESS, number(id));
    }

    /** All rows: keys begin with 0. */
    static Condition all() {
        return new Comparison(ID, Comparator.GREATER_OR_EQUAL, number(0));
    }

    /** The rows of a condition whose keys are not below one. */
    static Condition from(long id, Condition where) {
        return new Condition.And(List.of(where, new Comparison(ID, Comparator.GREATER_OR_EQUAL, number(id))));
    }

    static Condition isA(long value) {
        return new Comparison(A, Comparator.EQUAL, number(value));
    }

    private static Operand number(long value) {
        return new IntegerLiteral(value);
    }

    private static Operand value(RandomSource random) {
        return number(random.below(VALUES));
    }

    /** One of the few hot ranges of {@code a}. */
    static Condition range(RandomSource random) {
        int from = random.below(VALUES);
        return switch (random.below(4)) {
            case 0 -> isA(from);
            case 1 -> new Comparison(A, Comparator.LESS, number(VALUES / 3));
            case 2 -> new Comparison(A, Comparator.GREATER_OR_EQUAL, number(2L * VALUES / 3));
            default -> new Between(A, number(from / 2 * 2L), number(from / 2 * 2L + 1), false);
        };
    }

    /** Mostly a hot range; else any condition. */
    static Condition any(RandomSource random) {
        return random.chance(0.75) ? range(random) : composed(random, 2);
    }

    private static Condition composed(RandomSource random, int depth) {
        if (depth > 0 && random.chance(0.6)) {
            List<Condition> parts = List.of(composed(random, depth - 1), composed(random, depth - 1));
            return switch (random.below(3)) {
                case 0 -> new Condition.And(parts);
                case 1 -> new Condition.Or(parts);
                // "not not" is no SQL everywhere
                default -> parts.get(0) instanceof Not ? parts.get(0) : new Not(parts.get(0));
            };
        }
        Operand column = random.chance(0.5) ? A : B;
        boolean negated = random.chance(0.3);
        return switch (random.below(6)) {
            case 0 -> new IsNull(B, negated);
            case 1 -> new In(column, List.of(value(random), value(random)), negated);
            case 2 -> new Between(column, value(random), value(random), negated);
            case 3 ->
                new Comparison(
                        new Operand.Arithmetic(A, Operand.Operator.PLUS, B), Comparator.LESS_OR_EQUAL, value(random));
            default -> new Comparison(column, Comparator.values()[random.below(6)], value(random));
        };
    }
}
