package org.isolde.sql.dialect;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.isolde.sql.ast.Column;
import org.isolde.sql.ast.Expression.AggregateFunction;
import org.isolde.sql.ast.Expression.Literal;
import org.isolde.sql.ast.Function;
import org.isolde.sql.ast.Index;
import org.isolde.sql.ast.Schema;
import org.isolde.sql.ast.Statement;
import org.isolde.sql.ast.Statement.Lock;
import org.isolde.sql.ast.Table;
import org.isolde.sql.ast.Type;

/**
 * How one database writes SQL, what it has, and what its errors mean. What is here is standard SQL; a database overrides what
 * it writes otherwise. Arguments that are texts are SQL already, and need no parentheses.
 */
public abstract class Dialect {
    /** The longest text of a column. */
    public static final int TEXT_LENGTH = 40;

    /** The name of the database, as {@link org.isolde.run.Database#name} has it. */
    public abstract String name();

    /** What it has. */
    public abstract Set<Feature> features();

    public final boolean has(Feature feature) {
        return features().contains(feature);
    }

    // ---- statements

    /** A statement as text. */
    public final String sql(Statement statement, Schema schema) {
        return new SqlPrinter(this, schema).print(statement);
    }

    /** Statements that make the tables, without rows. */
    public final List<String> create(Schema schema) {
        List<String> statements = new ArrayList<>();
        schema.tables().forEach(table -> statements.add(create(table)));
        schema.indexes().forEach(index -> statements.add(create(index)));
        return statements;
    }

    /** Statements that drop the tables; one may fail because a table {@linkplain #isMissingTable was not there}. */
    public final List<String> drop(Schema schema) {
        return schema.tables().stream().map(table -> drop(table.name())).toList();
    }

    /** One statement that inserts rows of constants into a table, each of all columns in their order. */
    public final String insert(String table, List<List<Literal>> rows) {
        SqlPrinter printer = new SqlPrinter(this, null);
        return "insert into " + table + " values "
                + rows.stream()
                        .map(row -> row.stream().map(printer::print).collect(Collectors.joining(", ", "(", ")")))
                        .collect(Collectors.joining(", "));
    }

    private String create(Table table) {
        return "create table " + table.name() + " ("
                + table.columns().stream().map(this::column).collect(Collectors.joining(", "))
                + ", primary key (" + Table.PKEY + ")"
                + table.checks().stream()
                        .map(check -> ", check (" + new SqlPrinter(this, null).print(check) + ")")
                        .collect(Collectors.joining())
                + ")" + tableSuffix();
    }

    private String column(Column column) {
        return column.name() + " " + typeName(column.type()) + (column.nullable() ? "" : " not null");
    }

    private static String create(Index index) {
        return "create " + (index.unique() ? "unique " : "") + "index " + index.name() + " on " + index.table()
                + index.columns().stream().collect(Collectors.joining(", ", " (", ")"));
    }

    protected String drop(String table) {
        return "drop table if exists " + table;
    }

    /** What stands behind the columns, such as the engine. */
    protected String tableSuffix() {
        return "";
    }

    // ---- words

    protected String typeName(Type type) {
        return switch (type) {
            case INTEGER -> "bigint";
            case REAL -> "double precision";
            case TEXT -> "varchar(" + TEXT_LENGTH + ")";
        };
    }

    protected String cast(String expression, Type type) {
        return "cast(" + expression + " as " + typeName(type) + ")";
    }

    /** A null that has a type where the database would guess none. */
    protected String nullOf(Type type) {
        return "null";
    }

    protected String text(String value) {
        return "'" + value.replace("'", "''") + "'";
    }

    /** A finite double, such that it is a double and no decimal number. */
    protected String real(double value) {
        // the exponent makes it a double
        String text = Double.toString(value).toLowerCase(Locale.ROOT);
        return text.contains("e") ? text : text + "e0";
    }

    protected String remainder(String left, String right) {
        return "mod(" + left + ", " + right + ")";
    }

    protected String call(Function function, List<String> arguments) {
        String all = String.join(", ", arguments);
        return switch (function) {
            case ABSOLUTE, ABSOLUTE_REAL -> "abs(" + all + ")";
            case SIGN -> "sign(" + all + ")";
            case NEGATE -> "(- (" + all + "))";
            case FLOOR -> "floor(" + all + ")";
            case TO_REAL -> cast(all, Type.REAL);
            case LENGTH -> "length(" + all + ")";
            case LOWER -> "lower(" + all + ")";
            case UPPER -> "upper(" + all + ")";
            case CONCAT -> "(" + String.join(" || ", arguments) + ")";
            case SUBSTRING -> "substring(" + all + ")";
            case REPLACE -> "replace(" + all + ")";
            case GREATEST -> "greatest(" + all + ")";
            case LEAST -> "least(" + all + ")";
        };
    }

    /** The functions that it has. */
    public Set<Function> functions() {
        return Set.of(Function.values());
    }

    /** @param type what it is for us; a database may give more room to sums, and more places to averages */
    protected String aggregate(AggregateFunction function, Type type, String argument) {
        return standardAggregate(function, argument);
    }

    private static String standardAggregate(AggregateFunction function, String argument) {
        return switch (function) {
            case COUNT -> "count(" + argument + ")";
            case MINIMUM -> "min(" + argument + ")";
            case MAXIMUM -> "max(" + argument + ")";
            case SUM -> "sum(" + argument + ")";
            case AVERAGE -> "avg(" + argument + ")";
        };
    }

    /** An aggregate whose type is the argument's, and that of an average a real's, whatever the database would make of it. */
    final String narrowed(AggregateFunction function, Type type, String argument) {
        String all = standardAggregate(function, argument);
        return function == AggregateFunction.SUM || function == AggregateFunction.AVERAGE ? cast(all, type) : all;
    }

    /** {@code left is [not] distinct from right}. */
    protected String distinct(String left, String right, boolean negated) {
        return left + " is " + (negated ? "not " : "") + "distinct from " + right;
    }

    /** What stands behind a query that locks its rows. */
    protected String lock(Lock lock) {
        return switch (lock) {
            case NONE -> "";
            case SHARE -> " for share";
            case UPDATE -> " for update";
        };
    }

    /**
     * An insert that updates instead where the key is there.
     *
     * @param rows each in parentheses, all columns in their order
     * @param assignments {@code column = value}, the version key first; columns have the table's name before them
     */
    protected String upsert(Table table, List<String> rows, List<String> assignments) {
        return insertInto(table) + " values " + String.join(", ", rows) + " on conflict (" + Table.PKEY
                + ") do update set " + String.join(", ", assignments);
    }

    /** Names the columns, so that SQLite notices when a table was made anew. */
    static String insertInto(Table table) {
        return "insert into " + table.name() + " (" + columnNames(table, "") + ")";
    }

    /** The same by the standard's {@code merge}. */
    static String merge(Table table, List<String> rows, List<String> assignments) {
        return "merge into " + table.name() + " using (values " + String.join(", ", rows) + ") as s ("
                + columnNames(table, "") + ") on " + table.name() + "." + Table.PKEY + " = s." + Table.PKEY
                + " when matched then update set " + String.join(", ", assignments)
                + " when not matched then insert (" + columnNames(table, "") + ") values ("
                + columnNames(table, "s.") + ")";
    }

    private static String columnNames(Table table, String prefix) {
        return table.columns().stream().map(column -> prefix + column.name()).collect(Collectors.joining(", "));
    }

    protected String savepoint(String name) {
        return "savepoint " + name;
    }

    protected String rollbackTo(String name) {
        return "rollback to savepoint " + name;
    }

    protected String release(String name) {
        return "release savepoint " + name;
    }

    /** What a session is told before anything else, so that nothing waits longer than it has to; some may be refused. */
    public List<String> sessionSettings() {
        return List.of();
    }

    /** Whether a statement may wait for another session, with the settings of {@link #sessionSettings}. */
    public boolean waits() {
        return true;
    }

    // ---- errors

    /** Whether a drop failed because there was nothing to drop. */
    public boolean isMissingTable(SQLException problem) {
        return false;
    }

    /** What an error means, by its SQLState; a database overrides what it says otherwise. */
    public ErrorKind classify(SQLException problem) {
        String state = problem.getSQLState() == null ? "" : problem.getSQLState();
        if (state.startsWith("40")) {
            return ErrorKind.ROLLED_BACK;
        }
        if (state.startsWith("23")) {
            return ErrorKind.CONSTRAINT;
        }
        return state.startsWith("08") || state.startsWith("XX") || state.startsWith("57P")
                ? ErrorKind.CRASH
                : ErrorKind.UNEXPECTED;
    }
}
