package org.isolde.sql.generate;

import java.util.ArrayList;
import java.util.List;
import org.isolde.condition.Condition.Comparator;
import org.isolde.sql.ast.Expression;
import org.isolde.sql.ast.Expression.ColumnReference;
import org.isolde.sql.ast.Predicate;
import org.isolde.sql.ast.Type;
import org.isolde.sql.dialect.Feature;

/** Random predicates. */
final class PredicateGenerator {
    private static final List<Comparator> COMPARATORS = List.of(Comparator.values());

    private final Draft draft;
    private ExpressionGenerator expressions;
    private QueryGenerator queries;

    PredicateGenerator(Draft draft) {
        this.draft = draft;
    }

    /** The three kinds of generators need each other. */
    void join(ExpressionGenerator values, QueryGenerator subqueries) {
        expressions = values;
        queries = subqueries;
    }

    /** A predicate on the rows of a statement: often one that some row is known to have matched once. */
    Predicate where(Scope scope, int depth) {
        if (draft.random.chance(0.05)) {
            return Predicate.TRUE;
        }
        if (draft.random.chance(0.2)) {
            return simple(scope);
        }
        Predicate any = of(scope, depth);
        return draft.random.chance(0.4)
                ? new Predicate.Or(draft.random.chance(0.5) ? List.of(simple(scope), any) : List.of(any, simple(scope)))
                : any;
    }

    Predicate of(Scope scope, int depth) {
        if (depth <= 0) {
            return simple(scope);
        }
        int inner = depth - 1;
        Type type = expressions.type();
        return switch (draft.random.below(20)) {
            case 0, 1 -> new Predicate.And(several(scope, inner));
            case 2, 3, 4 -> new Predicate.Or(several(scope, inner));
            case 5 -> new Predicate.Not(of(scope, inner));
            case 6, 7 ->
                new Predicate.Comparison(value(type, scope, inner), draft.pick(COMPARATORS), value(type, scope, inner));
            case 8 -> new Predicate.IsNull(value(type, scope, inner), draft.random.chance(0.7));
            case 9 ->
                new Predicate.Between(
                        value(type, scope, inner), value(type, scope, inner), value(type, scope, inner), rarely());
            case 10 -> new Predicate.Like(value(Type.TEXT, scope, inner), pattern(), rarely());
            case 11 -> new Predicate.Distinct(value(type, scope, inner), value(type, scope, inner), rarely());
            case 12, 13 ->
                new Predicate.InQuery(value(type, scope, inner), queries.column(type, scope, inner), rarely());
            case 14, 15 -> new Predicate.Exists(queries.exists(scope, inner), rarely());
            case 16, 17 ->
                new Predicate.Comparison(
                        value(type, scope, inner),
                        draft.pick(COMPARATORS),
                        new Expression.ScalarQuery(queries.single(type, scope, inner)));
            case 18 ->
                draft.dialect.has(Feature.QUANTIFIED_COMPARISONS)
                        ? new Predicate.Quantified(
                                value(type, scope, inner),
                                draft.pick(COMPARATORS),
                                draft.random.chance(0.5),
                                queries.column(type, scope, inner))
                        : simple(scope);
            default -> simple(scope);
        };
    }

    private List<Predicate> several(Scope scope, int depth) {
        List<Predicate> several = new ArrayList<>();
        do {
            several.add(of(scope, depth));
        } while (several.size() < 2 || several.size() < 4 && draft.random.chance(0.2));
        return several;
    }

    private Expression value(Type type, Scope scope, int depth) {
        return expressions.of(type, scope, depth);
    }

    private boolean rarely() {
        return draft.random.chance(0.3);
    }

    private String pattern() {
        String text = Constants.text(draft.random, 1 + draft.random.below(2));
        return switch (draft.random.below(4)) {
            case 0 -> text + "%";
            case 1 -> "%" + text;
            case 2 -> "_" + text.substring(1) + "%";
            default -> "%" + text + "%";
        };
    }

    /** About a column and constants like those in it. */
    Predicate simple(Scope scope) {
        List<ColumnReference> columns = scope.columns();
        if (columns.isEmpty()) {
            return new Predicate.Comparison(
                    expressions.constant(Type.INTEGER, scope),
                    draft.pick(COMPARATORS),
                    expressions.constant(Type.INTEGER, scope));
        }
        ColumnReference column = draft.pick(columns);
        return switch (draft.random.below(8)) {
            case 0 -> new Predicate.IsNull(column, draft.random.chance(0.8));
            case 1 -> new Predicate.Between(column, like(column, scope), like(column, scope), rarely());
            case 2 -> {
                List<Expression> values = new ArrayList<>();
                do {
                    values.add(like(column, scope));
                } while (values.size() < 3 && draft.random.chance(0.7));
                yield new Predicate.InValues(column, values, rarely());
            }
            case 3 ->
                column.type() == Type.TEXT
                        ? new Predicate.Like(column, pattern(), rarely())
                        : new Predicate.Distinct(column, like(column, scope), rarely());
            default -> new Predicate.Comparison(column, draft.pick(COMPARATORS), like(column, scope));
        };
    }

    private Expression like(ColumnReference column, Scope scope) {
        return expressions.constantLike(column, scope);
    }

    /** For a join: without queries, and mostly an equality of two columns. */
    Predicate on(Scope left, Scope right) {
        Type type = expressions.type();
        List<ColumnReference> of = left.columns(type);
        List<ColumnReference> and = right.columns(type);
        if (of.isEmpty() || and.isEmpty()) {
            return simple(right);
        }
        return new Predicate.Comparison(
                draft.pick(of), draft.random.chance(0.6) ? Comparator.EQUAL : draft.pick(COMPARATORS), draft.pick(and));
    }
}
