package org.isolde.sql.dialect;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.isolde.condition.Operand.Operator;
import org.isolde.sql.ast.Expression;
import org.isolde.sql.ast.Expression.Aggregate;
import org.isolde.sql.ast.Expression.Window;
import org.isolde.sql.ast.Order;
import org.isolde.sql.ast.Predicate;
import org.isolde.sql.ast.Query;
import org.isolde.sql.ast.Schema;
import org.isolde.sql.ast.Source;
import org.isolde.sql.ast.Statement;
import org.isolde.sql.ast.Statement.Assignment;
import org.isolde.sql.ast.Statement.Row;
import org.isolde.sql.ast.Table;

/**
 * Writes a tree in a dialect. What is made of several parts has parentheses around it, unless it stands alone between commas or
 * keywords: databases disagree on what binds how tightly.
 */
final class SqlPrinter {
    private final Dialect dialect;

    /** Where the columns of written tables are looked up. */
    private final Schema schema;

    SqlPrinter(Dialect dialect, Schema schema) {
        this.dialect = dialect;
        this.schema = schema;
    }

    String print(Statement statement) {
        if (statement instanceof Statement.Select select) {
            return query(select.query()) + dialect.lock(select.lock());
        }
        if (statement instanceof Statement.Insert insert) {
            return insertInto(insert.table()) + " values " + String.join(", ", rows(insert.rows(), insert.vkey()));
        }
        if (statement instanceof Statement.InsertSelect insert) {
            return insertInto(insert.table()) + " " + query(insert.query());
        }
        if (statement instanceof Statement.Upsert upsert) {
            return dialect.upsert(
                    schema.table(upsert.table()),
                    rows(upsert.rows(), upsert.vkey()),
                    assignments(upsert.vkey(), upsert.assignments()));
        }
        if (statement instanceof Statement.Update update) {
            return "update " + update.table() + " set "
                    + String.join(", ", assignments(update.vkey(), update.assignments())) + where(update.where());
        }
        if (statement instanceof Statement.Delete delete) {
            return "delete from " + delete.table() + where(delete.where());
        }
        if (statement instanceof Statement.Savepoint savepoint) {
            return dialect.savepoint(savepoint.name());
        }
        if (statement instanceof Statement.RollbackTo rollback) {
            return dialect.rollbackTo(rollback.name());
        }
        return dialect.release(((Statement.Release) statement).name());
    }

    private String insertInto(String table) {
        return Dialect.insertInto(schema.table(table));
    }

    private List<String> rows(List<Row> rows, long vkey) {
        return rows.stream()
                .map(row -> "(" + row.pkey() + ", " + vkey
                        + row.values().stream()
                                .map(value -> ", " + print(value))
                                .collect(Collectors.joining()) + ")")
                .toList();
    }

    private List<String> assignments(long vkey, List<Assignment> assignments) {
        List<String> all = new ArrayList<>();
        all.add(Table.VKEY + " = " + vkey);
        assignments.forEach(assignment -> all.add(assignment.column() + " = " + print(assignment.value())));
        return all;
    }

    // ---- queries

    private String query(Query query) {
        return (query.with().isEmpty()
                        ? ""
                        : "with "
                                + join(query.with(), common -> common.name() + " as (" + query(common.query()) + ")")
                                + " ")
                + "select " + (query.distinct() ? "distinct " : "")
                + join(query.items(), item -> print(item.expression()) + " as " + item.name())
                + " from " + source(query.from()) + where(query.where())
                + (query.groupBy().isEmpty() ? "" : " group by " + join(query.groupBy(), this::print))
                + (query.having().equals(Predicate.TRUE) ? "" : " having " + print(query.having()))
                + order(query.orderBy());
    }

    private String where(Predicate predicate) {
        return predicate.equals(Predicate.TRUE) ? "" : " where " + print(predicate);
    }

    private String order(List<Order> order) {
        return order.isEmpty()
                ? ""
                : " order by " + join(order, each -> print(each.expression()) + (each.descending() ? " desc" : ""));
    }

    private String source(Source source) {
        if (source instanceof Source.Base base) {
            return named(base.table(), base.name());
        }
        if (source instanceof Source.Common common) {
            return named(common.common(), common.name());
        }
        if (source instanceof Source.Derived derived) {
            return "(" + query(derived.query()) + ") as " + derived.name();
        }
        Source.Join join = (Source.Join) source;
        String right = source(join.right());
        return source(join.left())
                + switch (join.kind()) {
                    case CROSS -> " cross join " + right;
                    case INNER -> " inner join " + right + " on " + print(join.on());
                    case LEFT -> " left join " + right + " on " + print(join.on());
                };
    }

    private static String named(String what, String name) {
        return what.equals(name) ? what : what + " as " + name;
    }

    private static <T> String join(List<T> all, Function<T, String> text) {
        return all.stream().map(text).collect(Collectors.joining(", "));
    }

    // ---- predicates

    /** As it stands behind a keyword. */
    String print(Predicate predicate) {
        if (predicate instanceof Predicate.Constant constant) {
            return constant.value() ? "1 = 1" : "1 = 0";
        }
        if (predicate instanceof Predicate.And and) {
            return and.operands().stream().map(this::enclosed).collect(Collectors.joining(" and "));
        }
        if (predicate instanceof Predicate.Or or) {
            return or.operands().stream().map(this::enclosed).collect(Collectors.joining(" or "));
        }
        if (predicate instanceof Predicate.Not not) {
            return "not (" + print(not.predicate()) + ")";
        }
        if (predicate instanceof Predicate.Comparison comparison) {
            return print(comparison.left()) + " " + comparison.comparator().text() + " " + print(comparison.right());
        }
        if (predicate instanceof Predicate.Distinct distinct) {
            return dialect.distinct(print(distinct.left()), print(distinct.right()), distinct.negated());
        }
        if (predicate instanceof Predicate.IsNull isNull) {
            return print(isNull.expression()) + " is " + not(isNull.negated()) + "null";
        }
        if (predicate instanceof Predicate.Between between) {
            return print(between.expression()) + " " + not(between.negated()) + "between " + print(between.low())
                    + " and " + print(between.high());
        }
        if (predicate instanceof Predicate.Like like) {
            return print(like.expression()) + " " + not(like.negated()) + "like " + dialect.text(like.pattern());
        }
        if (predicate instanceof Predicate.InValues in) {
            return print(in.expression()) + " " + not(in.negated()) + "in (" + join(in.values(), this::print) + ")";
        }
        if (predicate instanceof Predicate.InQuery in) {
            return print(in.expression()) + " " + not(in.negated()) + "in (" + query(in.query()) + ")";
        }
        if (predicate instanceof Predicate.Exists exists) {
            return not(exists.negated()) + "exists (" + query(exists.query()) + ")";
        }
        Predicate.Quantified quantified = (Predicate.Quantified) predicate;
        return print(quantified.left()) + " " + quantified.comparator().text() + (quantified.all() ? " all" : " any")
                + " (" + query(quantified.query()) + ")";
    }

    private String enclosed(Predicate predicate) {
        return "(" + print(predicate) + ")";
    }

    private static String not(boolean negated) {
        return negated ? "not " : "";
    }

    // ---- values

    /** As it may stand anywhere. */
    String print(Expression expression) {
        if (expression instanceof Expression.IntegerLiteral literal) {
            return literal.value() < 0 ? "(" + literal.value() + ")" : Long.toString(literal.value());
        }
        if (expression instanceof Expression.RealLiteral literal) {
            return literal.value() < 0 ? "(" + dialect.real(literal.value()) + ")" : dialect.real(literal.value());
        }
        if (expression instanceof Expression.TextLiteral literal) {
            return dialect.text(literal.value());
        }
        if (expression instanceof Expression.NullLiteral literal) {
            return dialect.nullOf(literal.type());
        }
        if (expression instanceof Expression.ColumnReference reference) {
            return reference.source().isEmpty() ? reference.column() : reference.source() + "." + reference.column();
        }
        if (expression instanceof Expression.Arithmetic arithmetic) {
            String left = print(arithmetic.left());
            String right = print(arithmetic.right());
            return arithmetic.operator() == Operator.REMAINDER
                    ? dialect.remainder(left, right)
                    : "(" + left + " " + arithmetic.operator().text() + " " + right + ")";
        }
        if (expression instanceof Expression.Call call) {
            return dialect.call(
                    call.function(), call.arguments().stream().map(this::print).toList());
        }
        if (expression instanceof Expression.Coalesce coalesce) {
            return "coalesce(" + join(coalesce.arguments(), this::print) + ")";
        }
        if (expression instanceof Expression.NullIf nullIf) {
            return "nullif(" + print(nullIf.left()) + ", " + print(nullIf.right()) + ")";
        }
        if (expression instanceof Expression.Case choice) {
            return "case "
                    + choice.branches().stream()
                            .map(branch -> "when " + print(branch.condition()) + " then " + print(branch.value()))
                            .collect(Collectors.joining(" "))
                    + " else " + print(choice.otherwise()) + " end";
        }
        if (expression instanceof Expression.ScalarQuery scalar) {
            return "(" + query(scalar.query()) + ")";
        }
        if (expression instanceof Aggregate aggregate) {
            return dialect.aggregate(
                    aggregate.function(),
                    aggregate.type(),
                    aggregate.arguments().isEmpty()
                            ? "*"
                            : (aggregate.distinct() ? "distinct " : "")
                                    + print(aggregate.arguments().get(0)));
        }
        return window((Window) expression);
    }

    private String window(Window window) {
        String function = switch (window.function()) {
            case ROW_NUMBER -> "row_number";
            case RANK -> "rank";
            case DENSE_RANK -> "dense_rank";
            case LAG -> "lag";
            case LEAD -> "lead";
            case FIRST_VALUE -> "first_value";
            case COUNT -> "count";
            case SUM -> "sum";
            case MINIMUM -> "min";
            case MAXIMUM -> "max";
        };
        return function + "(" + join(window.arguments(), this::print) + ") over ("
                + (window.partitionBy().isEmpty() ? "" : "partition by " + join(window.partitionBy(), this::print))
                + (window.partitionBy().isEmpty() ? order(window.orderBy()).stripLeading() : order(window.orderBy()))
                + ")";
    }
}
