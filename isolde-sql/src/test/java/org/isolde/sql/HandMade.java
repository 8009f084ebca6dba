package org.isolde.sql;

import java.util.ArrayList;
import java.util.List;
import org.isolde.condition.Condition.Comparator;
import org.isolde.sql.ast.Column;
import org.isolde.sql.ast.Expression;
import org.isolde.sql.ast.Expression.Aggregate;
import org.isolde.sql.ast.Expression.AggregateFunction;
import org.isolde.sql.ast.Expression.ColumnReference;
import org.isolde.sql.ast.Expression.IntegerLiteral;
import org.isolde.sql.ast.Expression.ScalarQuery;
import org.isolde.sql.ast.Predicate;
import org.isolde.sql.ast.Query;
import org.isolde.sql.ast.Schema;
import org.isolde.sql.ast.Source;
import org.isolde.sql.ast.Statement;
import org.isolde.sql.ast.Statement.Assignment;
import org.isolde.sql.ast.Statement.Delete;
import org.isolde.sql.ast.Statement.Insert;
import org.isolde.sql.ast.Statement.Lock;
import org.isolde.sql.ast.Statement.Row;
import org.isolde.sql.ast.Statement.Select;
import org.isolde.sql.ast.Statement.Update;
import org.isolde.sql.ast.Table;
import org.isolde.sql.ast.Type;
import org.isolde.sql.testcase.InitialRow;
import org.isolde.sql.testcase.PlannedTransaction;
import org.isolde.sql.testcase.TestCase;

/** Test cases by hand, on two tables {@code t} and {@code s} with one column {@code c} beside the keys. */
public final class HandMade {
    private final List<InitialRow> rows = new ArrayList<>();
    private final List<PlannedTransaction> transactions = new ArrayList<>();

    private static Table table(String name) {
        return new Table(
                name,
                List.of(
                        new Column(Table.PKEY, Type.INTEGER, false),
                        new Column(Table.VKEY, Type.INTEGER, false),
                        new Column("c", Type.INTEGER, true)));
    }

    public HandMade row(String table, long pkey, long vkey, long c) {
        rows.add(new InitialRow(
                table, List.of(new IntegerLiteral(pkey), new IntegerLiteral(vkey), new IntegerLiteral(c))));
        return this;
    }

    public HandMade commits(Statement... statements) {
        transactions.add(new PlannedTransaction(List.of(statements), true));
        return this;
    }

    public HandMade aborts(Statement... statements) {
        transactions.add(new PlannedTransaction(List.of(statements), false));
        return this;
    }

    /** Each number is a transaction, once for each of its statements and once for its end. */
    public TestCase schedule(int... order) {
        List<Integer> schedule = new ArrayList<>();
        for (int transaction : order) {
            schedule.add(transaction);
        }
        return new TestCase(1, 0, new Schema(List.of(table("t"), table("s")), List.of()), rows, transactions, schedule);
    }

    public static Expression number(long value) {
        return new IntegerLiteral(value);
    }

    public static Expression column(String table, String name) {
        return new ColumnReference(table, name, Type.INTEGER);
    }

    public static Predicate where(String table, String column, Comparator comparator, Expression value) {
        return new Predicate.Comparison(column(table, column), comparator, value);
    }

    public static Predicate where(String table, String column, long value) {
        return where(table, column, Comparator.EQUAL, number(value));
    }

    /** The least value of a column. */
    public static Expression least(String table, String column) {
        return new ScalarQuery(new Query(
                List.of(new Query.Item(
                        new Aggregate(AggregateFunction.MINIMUM, false, List.of(column(table, column))), "m")),
                new Source.Base(table, table),
                Predicate.TRUE));
    }

    public static Select select(String table, Predicate where) {
        return new Select(
                new Query(
                        table(table).columns().stream()
                                .map(column -> new Query.Item(column(table, column.name()), column.name()))
                                .toList(),
                        new Source.Base(table, table),
                        where),
                Lock.NONE);
    }

    public static Update update(String table, long vkey, Expression c, Predicate where) {
        return new Update(table, vkey, List.of(new Assignment("c", c)), where);
    }

    public static Insert insert(String table, long vkey, long pkey, Expression c) {
        return new Insert(table, vkey, List.of(new Row(pkey, List.of(c))));
    }

    public static Delete delete(String table, Predicate where) {
        return new Delete(table, where);
    }
}
