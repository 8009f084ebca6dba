package org.isolde.sql.generate;

import java.util.HashMap;
import java.util.Map;
import org.isolde.condition.Operand.Operator;
import org.isolde.sql.ast.Expression;
import org.isolde.sql.ast.Expression.Aggregate;
import org.isolde.sql.ast.Expression.AggregateFunction;
import org.isolde.sql.ast.Expression.ColumnReference;
import org.isolde.sql.ast.Expression.WindowFunction;
import org.isolde.sql.ast.Type;

/**
 * How large the value of an expression may be: the absolute value of a number, the length of a text. An upper bound, so that
 * nothing overflows, and what goes into a column fits.
 */
final class Limits {
    /** Of numbers in columns; primary keys may be larger. */
    static final double COLUMN = 1_000_000;

    /** Of texts in columns. */
    static final double COLUMN_TEXT = 20;

    /** Of all numbers; a real of this size still has room for quarters. */
    static final double NUMBER = 1e15;

    /** Of products of what may have 32 bits. */
    static final double SHORT_PRODUCT = 1e8;

    /** Of all texts. */
    static final double TEXT = 1000;

    /** More rows than a query has, cross joins included. */
    private static final double ROWS = 1e6;

    /** By source and column; sources have different names in all of a statement. */
    private final Map<String, Double> columns = new HashMap<>();

    void declare(String source, String column, double limit) {
        columns.put(source + "." + column, limit);
    }

    /** Whether a sum over rows of these stays within bounds. */
    boolean canSum(Expression expression) {
        return of(expression) * ROWS <= NUMBER;
    }

    double of(Expression expression) {
        if (expression instanceof Expression.IntegerLiteral literal) {
            return Math.abs((double) literal.value());
        }
        if (expression instanceof Expression.RealLiteral literal) {
            return Math.abs(literal.value());
        }
        if (expression instanceof Expression.TextLiteral literal) {
            return literal.value().length();
        }
        if (expression instanceof ColumnReference reference) {
            return columns.get(reference.source() + "." + reference.column());
        }
        if (expression instanceof Expression.Arithmetic arithmetic) {
            double left = of(arithmetic.left());
            double right = of(arithmetic.right());
            return arithmetic.operator() == Operator.TIMES
                    ? left * right
                    : arithmetic.operator() == Operator.REMAINDER ? right : left + right;
        }
        if (expression instanceof Expression.Call call) {
            return of(call);
        }
        if (expression instanceof Expression.ScalarQuery scalar) {
            return of(scalar.query().items().get(0).expression());
        }
        if (expression instanceof Aggregate aggregate) {
            return aggregate.function() == AggregateFunction.COUNT
                    ? ROWS
                    : of(aggregate.arguments().get(0)) * (aggregate.function() == AggregateFunction.SUM ? ROWS : 1);
        }
        if (expression instanceof Expression.Window window) {
            return switch (window.function()) {
                case COUNT, ROW_NUMBER, RANK, DENSE_RANK -> ROWS;
                default -> of(window.arguments().get(0)) * (window.function() == WindowFunction.SUM ? ROWS : 1);
            };
        }
        if (expression instanceof Expression.Case choice) {
            return choice.branches().stream()
                    .mapToDouble(branch -> of(branch.value()))
                    .reduce(of(choice.otherwise()), Math::max);
        }
        if (expression instanceof Expression.Coalesce coalesce) {
            return coalesce.arguments().stream().mapToDouble(this::of).max().orElseThrow();
        }
        return expression instanceof Expression.NullIf nullIf ? of(nullIf.left()) : 0;
    }

    private double of(Expression.Call call) {
        double largest = call.arguments().stream()
                .filter(argument -> argument.type() == call.type())
                .mapToDouble(this::of)
                .max()
                .orElse(0);
        return switch (call.function()) {
            case SIGN -> 1;
            case LENGTH -> TEXT;
            // a real below zero is rounded away from it
            case FLOOR -> largest + 1;
            case TO_REAL -> of(call.arguments().get(0));
            case CONCAT -> call.arguments().stream().mapToDouble(this::of).sum();
            case REPLACE ->
                of(call.arguments().get(0)) * Math.max(1, of(call.arguments().get(2)));
            default -> largest;
        };
    }

    /** Whether a value may be too large to go on with. */
    boolean isTooLarge(Expression expression) {
        return of(expression) > (expression.type() == Type.TEXT ? TEXT : NUMBER);
    }
}
