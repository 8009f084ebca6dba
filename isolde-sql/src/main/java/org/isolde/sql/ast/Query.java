package org.isolde.sql.ast;

import java.util.List;

/**
 * {@code [with ..] select [distinct] .. from .. where .. group by .. having .. order by ..}.
 *
 * @param having {@link Predicate#TRUE} if there is none
 */
public record Query(
        List<CommonTable> with,
        boolean distinct,
        List<Item> items,
        Source from,
        Predicate where,
        List<Expression> groupBy,
        Predicate having,
        List<Order> orderBy)
        implements Node {
    public Query {
        with = List.copyOf(with);
        items = List.copyOf(items);
        groupBy = List.copyOf(groupBy);
        orderBy = List.copyOf(orderBy);
        if (items.isEmpty()) {
            throw new IllegalArgumentException("a query of nothing");
        }
    }

    /** A plain query: neither grouped nor ordered. */
    public Query(List<Item> items, Source from, Predicate where) {
        this(List.of(), false, items, from, where, List.of(), Predicate.TRUE, List.of());
    }

    /** The same with other columns of the result. */
    public Query withItems(List<Item> others) {
        return new Query(with, distinct, others, from, where, groupBy, having, orderBy);
    }

    /** The same with another condition. */
    public Query withWhere(Predicate other) {
        return new Query(with, distinct, items, from, other, groupBy, having, orderBy);
    }

    /** A column of the result. */
    public record Item(Expression expression, String name) implements Node {}

    /** A query that the statement names ahead of itself. */
    public record CommonTable(String name, Query query) implements Node {}

    /** The type of the single column. */
    Type onlyType() {
        if (items.size() != 1) {
            throw new IllegalArgumentException("a value of " + items.size() + " columns");
        }
        return items.get(0).expression().type();
    }
}
