package org.isolde.sql.generate;

import java.util.HashMap;
import java.util.Map;
import org.isolde.sql.ast.Expression;
import org.isolde.sql.ast.Node;
import org.isolde.sql.ast.Query;
import org.isolde.sql.ast.Source;
import org.isolde.sql.ast.Statement;

/**
 * How many rows a statement may make a database look at. An upper bound for one that joins by nested loops in the order of the text,
 * evaluates every condition on every row, and a subquery anew for each row around it: some do just that, and a query that takes others
 * milliseconds takes them years.
 */
final class Cost {
    /** What a statement may take: some databases look at a million rows a second, and a case executes a statement ten times or more. */
    private static final double LIMIT = 100_000;

    /** However large tables are, a few subqueries for each row may stay. */
    private static final double LOOPS = 4;

    private final double table;

    /** The queries that the statement names ahead of itself. */
    private final Map<String, Query> common = new HashMap<>();

    private Cost(double table) {
        this.table = table;
    }

    /**
     * Whether a statement might take too long.
     *
     * @param rows of a table, about
     */
    static boolean isTooMuch(Statement statement, int rows) {
        return of(statement, rows) > Math.max(LIMIT, LOOPS * rows * rows);
    }

    static double of(Statement statement, int rows) {
        double inside = new Cost(rows).of((Node) statement);
        // the conditions and values of what changes rows are about each of these
        return statement instanceof Statement.Changing ? rows * (1 + inside) : inside;
    }

    private double of(Node node) {
        return node instanceof Query query ? of(query) : ofParts(node);
    }

    private double ofParts(Node node) {
        double sum = 0;
        for (Node part : node.parts()) {
            sum += of(part);
        }
        return sum;
    }

    private double of(Query query) {
        query.with().forEach(each -> common.put(each.name(), each.query()));
        double perRow = 1 + of(query.where()) + of(query.having());
        for (Query.Item item : query.items()) {
            perRow += of(item);
        }
        return of(query.from()) + rows(query.from()) * perRow;
    }

    /** What it takes to have its rows once. */
    private double of(Source source) {
        if (source instanceof Source.Derived derived) {
            return of(derived.query());
        }
        if (source instanceof Source.Common named) {
            return of(common.get(named.common()));
        }
        return source instanceof Source.Join join
                ? of(join.left()) + rows(join.left()) * of(join.right()) + rows(join) * of(join.on())
                : table;
    }

    private double rows(Source source) {
        if (source instanceof Source.Derived derived) {
            return rows(derived.query());
        }
        if (source instanceof Source.Common named) {
            return rows(common.get(named.common()));
        }
        return source instanceof Source.Join join ? rows(join.left()) * rows(join.right()) : table;
    }

    private double rows(Query query) {
        boolean[] aggregated = {false};
        query.items().forEach(item -> aggregated[0] |= item.expression() instanceof Expression.Aggregate);
        return aggregated[0] && query.groupBy().isEmpty() ? 1 : rows(query.from());
    }
}
