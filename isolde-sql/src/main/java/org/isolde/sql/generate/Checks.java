package org.isolde.sql.generate;

import java.util.ArrayList;
import java.util.List;
import org.isolde.condition.Condition.Comparator;
import org.isolde.generate.RandomSource;
import org.isolde.sql.ast.Column;
import org.isolde.sql.ast.Expression;
import org.isolde.sql.ast.Expression.Call;
import org.isolde.sql.ast.Expression.ColumnReference;
import org.isolde.sql.ast.Expression.IntegerLiteral;
import org.isolde.sql.ast.Expression.Literal;
import org.isolde.sql.ast.Expression.RealLiteral;
import org.isolde.sql.ast.Expression.TextLiteral;
import org.isolde.sql.ast.Function;
import org.isolde.sql.ast.Predicate;
import org.isolde.sql.ast.Table;

/**
 * Checks of tables: about the values of single rows, so that whether a statement breaks one follows from the rows that it writes,
 * which are compared. Most values fulfil them; a statement that does not fails, and its transaction with it.
 */
final class Checks {
    private static final int MOST = 2;

    private Checks() {}

    /** One check or two of some of the columns. */
    static List<Predicate> random(RandomSource random, List<Column> columns) {
        List<Predicate> checks = new ArrayList<>();
        do {
            Column column = columns.get(random.below(columns.size()));
            List<Column> others = columns.stream()
                    .filter(other -> other.type() == column.type() && !other.equals(column))
                    .toList();
            checks.add(
                    others.isEmpty() || random.chance(0.6)
                            ? ofOne(random, column)
                            : new Predicate.Comparison(
                                    reference(column),
                                    Comparator.UNEQUAL,
                                    reference(others.get(random.below(others.size())))));
        } while (checks.size() < MOST && random.chance(0.3));
        return checks;
    }

    private static ColumnReference reference(Column column) {
        return new ColumnReference("", column.name(), column.type());
    }

    private static Predicate ofOne(RandomSource random, Column column) {
        ColumnReference value = reference(column);
        if (random.chance(0.3)) {
            return new Predicate.Comparison(value, Comparator.UNEQUAL, Constants.fresh(random, column.type()));
        }
        return switch (column.type()) {
            case INTEGER -> {
                IntegerLiteral bound = new IntegerLiteral(800 + random.below(200));
                IntegerLiteral below = new IntegerLiteral(-bound.value());
                yield switch (random.below(3)) {
                    case 0 -> new Predicate.Comparison(value, Comparator.LESS_OR_EQUAL, bound);
                    case 1 -> new Predicate.Comparison(value, Comparator.GREATER, below);
                    default -> new Predicate.Between(value, below, bound, false);
                };
            }
            case REAL -> new Predicate.Comparison(value, Comparator.GREATER_OR_EQUAL, new RealLiteral(-9.5));
            case TEXT ->
                new Predicate.Comparison(
                        new Call(Function.LENGTH, List.of(value)),
                        Comparator.LESS,
                        new IntegerLiteral(4 + random.below(10)));
        };
    }

    /** Whether constants may be a row of the table; they are in the order of its columns. */
    static boolean allow(Table table, List<Literal> row) {
        return table.checks().stream().allMatch(check -> isFulfilled(check, table, row));
    }

    private static boolean isFulfilled(Predicate check, Table table, List<Literal> row) {
        if (check instanceof Predicate.Comparison comparison) {
            return compare(comparison.left(), comparison.comparator(), comparison.right(), table, row);
        }
        Predicate.Between between = (Predicate.Between) check;
        return compare(between.expression(), Comparator.GREATER_OR_EQUAL, between.low(), table, row)
                && compare(between.expression(), Comparator.LESS_OR_EQUAL, between.high(), table, row);
    }

    /** Also if a side is null: what is unknown breaks nothing. */
    private static boolean compare(
            Expression left, Comparator comparator, Expression right, Table table, List<Literal> row) {
        Comparable<Object> one = value(left, table, row);
        Comparable<Object> other = value(right, table, row);
        if (one == null || other == null) {
            return true;
        }
        int order = one.compareTo(other);
        return switch (comparator) {
            case EQUAL -> order == 0;
            case UNEQUAL -> order != 0;
            case LESS -> order < 0;
            case LESS_OR_EQUAL -> order <= 0;
            case GREATER -> order > 0;
            case GREATER_OR_EQUAL -> order >= 0;
        };
    }

    @SuppressWarnings("unchecked")
    private static Comparable<Object> value(Expression expression, Table table, List<Literal> row) {
        Object value;
        if (expression instanceof ColumnReference reference) {
            return value(row.get(table.columns().indexOf(table.column(reference.column()))), table, row);
        } else if (expression instanceof Call call) {
            Object text = value(call.arguments().get(0), table, row);
            value = text == null ? null : (Object) (long) text.toString().length();
        } else if (expression instanceof IntegerLiteral literal) {
            value = literal.value();
        } else if (expression instanceof RealLiteral literal) {
            value = literal.value();
        } else {
            value = expression instanceof TextLiteral literal ? literal.value() : null;
        }
        return (Comparable<Object>) value;
    }
}
