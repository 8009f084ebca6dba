package org.isolde.sql.generate;

import java.util.ArrayList;
import java.util.List;
import org.isolde.condition.Condition.Comparator;
import org.isolde.condition.Operand.Operator;
import org.isolde.sql.ast.Column;
import org.isolde.sql.ast.Expression;
import org.isolde.sql.ast.Expression.Aggregate;
import org.isolde.sql.ast.Expression.AggregateFunction;
import org.isolde.sql.ast.Expression.Call;
import org.isolde.sql.ast.Expression.ColumnReference;
import org.isolde.sql.ast.Expression.Window;
import org.isolde.sql.ast.Expression.WindowFunction;
import org.isolde.sql.ast.Function;
import org.isolde.sql.ast.Order;
import org.isolde.sql.ast.Predicate;
import org.isolde.sql.ast.Query;
import org.isolde.sql.ast.Query.CommonTable;
import org.isolde.sql.ast.Query.Item;
import org.isolde.sql.ast.Source;
import org.isolde.sql.ast.Table;
import org.isolde.sql.ast.Type;
import org.isolde.sql.dialect.Feature;

/** Random queries, and what they take their rows from. */
final class QueryGenerator {
    private final Draft draft;
    private final PredicateGenerator predicates;
    private final ExpressionGenerator expressions;

    QueryGenerator(Draft draft, PredicateGenerator predicates) {
        this.draft = draft;
        this.predicates = predicates;
        expressions = new ExpressionGenerator(draft, predicates, this);
        predicates.join(expressions, this);
    }

    ExpressionGenerator expressions() {
        return expressions;
    }

    /** A source, and what can be seen of it. */
    record Sources(Source source, Scope scope) {}

    // ---- inside expressions; they may look at the query around them

    /** A query of a single value: an aggregate of all rows, or a column of the row with some key. */
    Query single(Type type, Scope outer, int depth) {
        if (draft.random.chance(0.2)) {
            Sources from = base(draft.tableToRead());
            List<ColumnReference> columns = from.scope().columns(type);
            if (!columns.isEmpty()) {
                Scope.Visible source = from.scope().sources().get(0);
                return plain(
                        draft.pick(columns),
                        from,
                        new Predicate.Comparison(
                                key(source),
                                Comparator.EQUAL,
                                new Expression.IntegerLiteral(draft.constants.key(draft.random, source.table()))));
            }
        }
        Sources from = sources(depth);
        return plain(aggregate(type, from.scope()), from, predicates.of(outer.with(from.scope()), depth));
    }

    /** A query of one column. */
    Query column(Type type, Scope outer, int depth) {
        Sources from = sources(depth);
        Scope inside = outer.with(from.scope());
        if (draft.random.chance(0.25)) {
            List<ColumnReference> columns = from.scope().columns(type);
            if (!columns.isEmpty()) {
                return grouped(from, List.of(draft.pick(columns)), List.of(), predicates.of(inside, depth));
            }
        }
        // at least one column of its own, or a database may take the query for a constant
        return new Query(
                List.of(),
                draft.random.chance(0.1),
                List.of(new Item(expressions.simple(type, from.scope()), draft.newName("c"))),
                from.source(),
                predicates.of(inside, depth),
                List.of(),
                Predicate.TRUE,
                List.of());
    }

    Query exists(Scope outer, int depth) {
        Sources from = sources(depth);
        return plain(draft.pick(from.scope().columns()), from, predicates.of(outer.with(from.scope()), depth));
    }

    private Query plain(Expression item, Sources from, Predicate where) {
        return new Query(List.of(new Item(item, draft.newName("c"))), from.source(), where);
    }

    private Query grouped(Sources from, List<ColumnReference> keys, List<Expression> aggregates, Predicate where) {
        List<Item> items = new ArrayList<>();
        keys.forEach(key -> items.add(new Item(key, draft.newName("c"))));
        aggregates.forEach(aggregate -> items.add(new Item(aggregate, draft.newName("c"))));
        Predicate having = draft.random.chance(0.4)
                ? new Predicate.Comparison(
                        aggregate(Type.INTEGER, from.scope()),
                        draft.pick(List.of(Comparator.values())),
                        Constants.fresh(draft.random, Type.INTEGER))
                : Predicate.TRUE;
        return new Query(List.of(), false, items, from.source(), where, List.copyOf(keys), having, List.of());
    }

    /** An aggregate of the rows of a query alone: what is outside would make it an aggregate of the outer query. */
    private Expression aggregate(Type type, Scope inside) {
        List<ColumnReference> columns = inside.columns(type);
        if (type == Type.REAL && draft.random.chance(0.3)) {
            List<ColumnReference> numbers = draft.random.chance(0.5) ? columns : inside.columns(Type.INTEGER);
            numbers = numbers.stream().filter(draft.limits::canSum).toList();
            if (!numbers.isEmpty()) {
                // rounded, so that it is a multiple of a quarter
                return new Call(
                        Function.FLOOR,
                        List.of(new Aggregate(AggregateFunction.AVERAGE, false, List.of(draft.pick(numbers)))));
            }
        }
        if (type == Type.INTEGER && draft.random.chance(0.3)) {
            List<ColumnReference> all = inside.columns();
            return draft.random.chance(0.4)
                    ? new Aggregate(AggregateFunction.COUNT, false, List.of())
                    : new Aggregate(AggregateFunction.COUNT, draft.random.chance(0.4), List.of(draft.pick(all)));
        }
        if (columns.isEmpty()) {
            return new Aggregate(AggregateFunction.MAXIMUM, false, List.of(Constants.fresh(draft.random, type)));
        }
        ColumnReference column = draft.pick(columns);
        boolean sum = type != Type.TEXT && draft.random.chance(0.4) && draft.limits.canSum(column);
        return sum
                ? new Aggregate(AggregateFunction.SUM, draft.random.chance(0.2), List.of(column))
                : new Aggregate(
                        draft.random.chance(0.5) ? AggregateFunction.MINIMUM : AggregateFunction.MAXIMUM,
                        false,
                        List.of(column));
    }

    // ---- sources; they see nothing around them

    private Sources base(Table table) {
        String name = draft.newName("r");
        return new Sources(new Source.Base(table.name(), name), Scope.of(List.of(draft.declare(table, name))));
    }

    /** A table, a query, or a join of some. */
    Sources sources(int depth) {
        Sources first = source(depth);
        if (depth <= 0 || draft.random.chance(0.65)) {
            return first;
        }
        Sources joined = join(first, source(depth - 1));
        return draft.random.chance(0.8) ? joined : join(joined, source(depth - 1));
    }

    private Sources join(Sources left, Sources right) {
        Source.Kind kind =
                draft.pick(List.of(Source.Kind.INNER, Source.Kind.LEFT, Source.Kind.LEFT, Source.Kind.CROSS));
        Predicate on = kind == Source.Kind.CROSS ? Predicate.TRUE : predicates.on(left.scope(), right.scope());
        return new Sources(
                new Source.Join(left.source(), kind, right.source(), on),
                left.scope().with(right.scope()));
    }

    private Sources source(int depth) {
        return depth <= 1 || draft.random.chance(0.8) ? base(draft.tableToRead()) : derived(depth - 1);
    }

    private Sources derived(int depth) {
        Query query = inner(depth);
        String name = draft.newName("r");
        return new Sources(new Source.Derived(query, name), Scope.of(List.of(visible(name, query))));
    }

    /** What can be seen of a query by a name. */
    private Scope.Visible visible(String name, Query query) {
        List<Column> columns = query.items().stream()
                .map(item -> new Column(item.name(), item.expression().type(), true))
                .toList();
        query.items().forEach(item -> draft.limits.declare(name, item.name(), draft.limits.of(item.expression())));
        return new Scope.Visible(name, null, columns);
    }

    /** A query that others take their rows from. */
    private Query inner(int depth) {
        if (draft.random.chance(0.3)) {
            return groups(depth);
        }
        Sources from = sources(depth);
        if (draft.dialect.has(Feature.WINDOW_FUNCTIONS) && draft.random.chance(0.25)) {
            List<Item> items = columns(from.scope());
            items.add(new Item(window(from.scope()), draft.newName("c")));
            return new Query(items, from.source(), predicates.of(from.scope(), depth));
        }
        return new Query(
                List.of(),
                draft.random.chance(0.15),
                columns(from.scope()),
                from.source(),
                predicates.of(from.scope(), depth),
                List.of(),
                Predicate.TRUE,
                List.of());
    }

    /** Some columns, at most four, and one at least. */
    private List<Item> columns(Scope scope) {
        List<ColumnReference> all = new ArrayList<>(scope.columns());
        List<Item> items = new ArrayList<>();
        do {
            items.add(new Item(all.remove(draft.random.below(all.size())), draft.newName("c")));
        } while (!all.isEmpty() && items.size() < 4 && draft.random.chance(0.75));
        return items;
    }

    /** Groups and what is true of each. */
    private Query groups(int depth) {
        Sources from = sources(depth);
        List<ColumnReference> keys = new ArrayList<>();
        keys.add(draft.pick(from.scope().columns()));
        if (draft.random.chance(0.3)) {
            ColumnReference second = draft.pick(from.scope().columns());
            if (!keys.contains(second)) {
                keys.add(second);
            }
        }
        List<Expression> aggregates = new ArrayList<>();
        do {
            aggregates.add(aggregate(expressions.type(), from.scope()));
        } while (aggregates.size() < 3 && draft.random.chance(0.4));
        return grouped(from, keys, aggregates, predicates.where(from.scope(), depth));
    }

    /** A function of the rows around one; where their order counts, it ends with the key of each source. */
    private Expression window(Scope scope) {
        List<Scope.Visible> sources = scope.sources();
        boolean ordered = sources.stream().allMatch(source -> source.table() != null);
        ColumnReference argument = draft.pick(scope.columns());
        List<Expression> partition = draft.random.chance(0.5) ? List.of(draft.pick(scope.columns())) : List.of();
        Order by = new Order(draft.pick(scope.columns()), draft.random.chance(0.3));
        switch (draft.random.below(ordered ? 9 : 5)) {
            case 0:
                return new Window(WindowFunction.RANK, List.of(), partition, List.of(by));
            case 1:
                return new Window(WindowFunction.DENSE_RANK, List.of(), partition, List.of(by));
            case 2:
                return new Window(WindowFunction.COUNT, List.of(argument), partition, List.of());
            case 3:
                return new Window(
                        argument.type() != Type.TEXT && draft.limits.canSum(argument)
                                ? WindowFunction.SUM
                                : WindowFunction.MAXIMUM,
                        List.of(argument),
                        partition,
                        draft.random.chance(0.5) ? List.of() : List.of(by));
            case 4:
                return new Window(WindowFunction.MINIMUM, List.of(argument), partition, List.of(by));
            default:
                List<Order> total = new ArrayList<>(List.of(by));
                sources.forEach(source -> total.add(new Order(key(source), false)));
                WindowFunction function = draft.pick(List.of(
                        WindowFunction.ROW_NUMBER,
                        WindowFunction.LAG,
                        WindowFunction.LEAD,
                        WindowFunction.FIRST_VALUE));
                return new Window(
                        function,
                        function == WindowFunction.ROW_NUMBER ? List.of() : List.of(argument),
                        partition,
                        total);
        }
    }

    private static ColumnReference key(Scope.Visible source) {
        return new ColumnReference(source.name(), Table.PKEY, Type.INTEGER);
    }

    // ---- whole statements

    /** All columns of a table's rows, and maybe more behind them. */
    Query rows(int depth) {
        Sources from = base(draft.tableToRead());
        Scope.Visible source = from.scope().sources().get(0);
        List<Item> items = allColumns(from);
        if (draft.random.chance(0.2)) {
            items.add(new Item(expressions.of(expressions.type(), from.scope(), depth), draft.newName("c")));
        }
        if (draft.dialect.has(Feature.WINDOW_FUNCTIONS) && draft.random.chance(0.15)) {
            items.add(new Item(window(from.scope()), draft.newName("c")));
        }
        List<Order> order = new ArrayList<>();
        if (draft.random.chance(0.2)) {
            order.add(new Order(draft.pick(from.scope().columns()), draft.random.chance(0.5)));
            order.add(new Order(key(source), false));
        }
        return new Query(
                List.of(),
                order.isEmpty() && draft.random.chance(0.1),
                items,
                from.source(),
                predicates.where(from.scope(), depth),
                List.of(),
                Predicate.TRUE,
                order);
    }

    Query allRows() {
        Sources from = base(draft.tableToRead());
        return new Query(allColumns(from), from.source(), Predicate.TRUE);
    }

    /** All columns of a table's rows, such that the rows can be locked. */
    Query lockable(int depth) {
        Sources from = base(draft.tableToRead());
        return new Query(allColumns(from), from.source(), predicates.where(from.scope(), depth));
    }

    private static List<Item> allColumns(Sources from) {
        Scope.Visible source = from.scope().sources().get(0);
        List<Item> items = new ArrayList<>();
        source.columns()
                .forEach(column -> items.add(
                        new Item(new ColumnReference(source.name(), column.name(), column.type()), column.name())));
        return items;
    }

    /** Rows that are made of several, or of none. */
    Query report(int depth) {
        if (draft.random.chance(0.4)) {
            return groups(depth);
        }
        Sources from = sources(depth);
        List<Item> items = columns(from.scope());
        if (draft.random.chance(0.3)) {
            items.add(new Item(expressions.of(expressions.type(), from.scope(), depth), draft.newName("c")));
        }
        if (draft.dialect.has(Feature.WINDOW_FUNCTIONS) && draft.random.chance(0.25)) {
            items.add(new Item(window(from.scope()), draft.newName("c")));
        }
        return new Query(
                List.of(),
                draft.random.chance(0.15),
                items,
                from.source(),
                predicates.where(from.scope(), depth),
                List.of(),
                Predicate.TRUE,
                List.of());
    }

    /** A query of what it names ahead of itself, and maybe of a table too. */
    Query withCommonTable(int depth) {
        Query query = inner(depth);
        String common = draft.newName("w");
        String name = draft.newName("r");
        Sources from = new Sources(new Source.Common(common, name), Scope.of(List.of(visible(name, query))));
        if (draft.random.chance(0.4)) {
            from = join(from, base(draft.tableToRead()));
        }
        return new Query(
                List.of(new CommonTable(common, query)),
                false,
                columns(from.scope()),
                from.source(),
                predicates.where(from.scope(), depth),
                List.of(),
                Predicate.TRUE,
                List.of());
    }

    /** For each row of a table one of another: its key by an offset, its version, and any values. */
    Query copy(Table into, long offset, long vkey, int depth) {
        Sources from = base(draft.tableToRead());
        List<Item> items = new ArrayList<>();
        items.add(new Item(
                new Expression.Arithmetic(
                        key(from.scope().sources().get(0)), Operator.PLUS, new Expression.IntegerLiteral(offset)),
                Table.PKEY));
        items.add(new Item(new Expression.IntegerLiteral(vkey), Table.VKEY));
        into.plainColumns()
                .forEach(column ->
                        items.add(new Item(expressions.assignable(column, from.scope(), depth - 1), column.name())));
        return new Query(items, from.source(), predicates.where(from.scope(), depth));
    }
}
