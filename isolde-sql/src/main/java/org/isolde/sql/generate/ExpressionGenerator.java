package org.isolde.sql.generate;

import java.util.ArrayList;
import java.util.List;
import org.isolde.condition.Operand.Operator;
import org.isolde.sql.ast.Column;
import org.isolde.sql.ast.Expression;
import org.isolde.sql.ast.Expression.Arithmetic;
import org.isolde.sql.ast.Expression.Call;
import org.isolde.sql.ast.Expression.Case;
import org.isolde.sql.ast.Expression.Coalesce;
import org.isolde.sql.ast.Expression.ColumnReference;
import org.isolde.sql.ast.Expression.IntegerLiteral;
import org.isolde.sql.ast.Expression.NullIf;
import org.isolde.sql.ast.Expression.NullLiteral;
import org.isolde.sql.ast.Expression.ScalarQuery;
import org.isolde.sql.ast.Expression.TextLiteral;
import org.isolde.sql.ast.Expression.When;
import org.isolde.sql.ast.Function;
import org.isolde.sql.ast.Type;

/** Random values of a type. */
final class ExpressionGenerator {
    private static final List<Type> TYPES = List.of(Type.values());

    private final Draft draft;
    private final PredicateGenerator predicates;
    private final QueryGenerator queries;

    ExpressionGenerator(Draft draft, PredicateGenerator predicates, QueryGenerator queries) {
        this.draft = draft;
        this.predicates = predicates;
        this.queries = queries;
    }

    Type type() {
        // integers meet most often
        return draft.random.chance(0.4) ? Type.INTEGER : draft.pick(TYPES);
    }

    /** A column if there is one of the type, or a constant. */
    Expression leaf(Type type, Scope scope) {
        List<ColumnReference> columns = scope.columns(type);
        return columns.isEmpty() || draft.random.chance(0.25) ? constant(type, scope) : draft.pick(columns);
    }

    /** A constant; often one that stands in a column of the type. */
    Expression constant(Type type, Scope scope) {
        List<ColumnReference> columns = scope.columns(type);
        if (draft.random.chance(0.03)) {
            return new NullLiteral(type);
        }
        return columns.isEmpty() || draft.random.chance(0.4)
                ? Constants.fresh(draft.random, type)
                : constantLike(draft.pick(columns), scope);
    }

    /** A constant that a column is compared with. */
    Expression constantLike(ColumnReference column, Scope scope) {
        String table = scope.tableOf(column.source());
        return table == null
                ? Constants.fresh(draft.random, column.type())
                : draft.constants.of(draft.random, table, column.column(), column.type());
    }

    /** Any value of a type, nested this deep at most. */
    Expression of(Type type, Scope scope, int depth) {
        if (depth <= 0 || draft.random.chance(0.3)) {
            return leaf(type, scope);
        }
        Expression expression = compound(type, scope, depth - 1);
        return draft.limits.isTooLarge(expression) ? leaf(type, scope) : expression;
    }

    /** Without queries and cases: for places where databases are particular. */
    Expression simple(Type type, Scope scope) {
        if (draft.random.chance(0.7)) {
            return leaf(type, scope);
        }
        Expression expression = type == Type.TEXT
                ? call(type, argument -> leaf(argument, scope))
                : new Arithmetic(leaf(type, scope), additive(), leaf(type, scope));
        return draft.limits.isTooLarge(expression) ? leaf(type, scope) : expression;
    }

    private Expression compound(Type type, Scope scope, int depth) {
        return switch (draft.random.below(10)) {
            case 0, 1 -> call(type, argument -> of(argument, scope, depth));
            case 2 -> new Coalesce(List.of(of(type, scope, depth), of(type, scope, depth)));
            case 3 -> new NullIf(of(type, scope, depth), of(type, scope, depth));
            case 4 -> choice(type, scope, depth);
            case 5, 6 -> new ScalarQuery(queries.single(type, scope, depth));
            default ->
                type == Type.TEXT ? call(type, argument -> of(argument, scope, depth)) : arithmetic(type, scope, depth);
        };
    }

    private Expression choice(Type type, Scope scope, int depth) {
        List<When> branches = new ArrayList<>();
        do {
            branches.add(new When(predicates.of(scope, depth), of(type, scope, depth)));
        } while (draft.random.chance(0.3));
        return new Case(branches, of(type, scope, depth));
    }

    private Expression arithmetic(Type type, Scope scope, int depth) {
        Expression left = of(type, scope, depth);
        if (type == Type.INTEGER && draft.random.chance(0.2)) {
            return new Arithmetic(left, Operator.REMAINDER, new IntegerLiteral(2 + draft.random.below(10)));
        }
        Expression right = of(type, scope, depth);
        boolean times = type == Type.INTEGER && draft.random.chance(0.3) && canMultiply(left, right);
        return new Arithmetic(left, times ? Operator.TIMES : additive(), right);
    }

    /** What has no column in it may have 32 bits, and sums of a few products have to fit as well. */
    private boolean canMultiply(Expression left, Expression right) {
        return left instanceof ColumnReference
                || right instanceof ColumnReference
                || draft.limits.of(left) * draft.limits.of(right) <= Limits.SHORT_PRODUCT;
    }

    private Operator additive() {
        return draft.random.chance(0.5) ? Operator.PLUS : Operator.MINUS;
    }

    private Expression call(Type type, java.util.function.Function<Type, Expression> argument) {
        Function function = draft.pick(Functions.of(draft.dialect, type));
        List<Expression> arguments = switch (function) {
            case SUBSTRING ->
                List.of(
                        argument.apply(Type.TEXT),
                        new IntegerLiteral(1 + draft.random.below(3)),
                        new IntegerLiteral(1 + draft.random.below(4)));
            case REPLACE ->
                List.of(
                        argument.apply(Type.TEXT),
                        new TextLiteral(Constants.text(draft.random, 1)),
                        new TextLiteral(Constants.text(draft.random, 1 + draft.random.below(2))));
            default -> function.parameters().stream().map(argument).toList();
        };
        return new Call(function, arguments);
    }

    /** A value that fits into a column, and is not null if the column can't be. */
    Expression assignable(Column column, Scope scope, int depth) {
        Expression value = of(column.type(), scope, depth);
        if (draft.limits.of(value) > (column.type() == Type.TEXT ? Limits.COLUMN_TEXT : Limits.COLUMN)) {
            value = switch (column.type()) {
                case INTEGER -> new Arithmetic(value, Operator.REMAINDER, new IntegerLiteral(1000));
                case REAL -> leaf(Type.REAL, Scope.EMPTY);
                case TEXT ->
                    new Call(Function.SUBSTRING, List.of(value, new IntegerLiteral(1), new IntegerLiteral((long)
                            Limits.COLUMN_TEXT)));
            };
        }
        return column.nullable() ? value : new Coalesce(List.of(value, Constants.fresh(draft.random, column.type())));
    }
}
