package org.isolde.run.jdbc;

import java.util.List;
import org.isolde.condition.Condition;
import org.isolde.condition.Condition.Comparator;
import org.isolde.condition.Condition.Comparison;
import org.isolde.condition.ConditionPrinter;
import org.isolde.condition.Operand;
import org.isolde.run.rows.RowStatement.Aggregate;
import org.isolde.run.rows.RowStatement.Insert;
import org.isolde.run.rows.RowStatement.OnConflict;
import org.isolde.run.rows.RowStatement.Update;

/**
 * How a database spells statements on {@link org.isolde.run.rows rows}. What is here is standard SQL; others override it.
 *
 * <p>Parameters come in the order that the methods name; behind them, if the condition asks for just one key, that key. Other
 * conditions stand in the text, so that a database which plans by statistics sees them.
 */
public class RowDialect {
    /** The table's name, in a database that Isolde started; in one of others something stands behind it. */
    public static final String TABLE = "isolde_rows";

    /** What is read of a row. */
    public static final String COLUMNS = "id, a, b, v, prev, born";

    private final String table;

    /** @param table the table's name */
    public RowDialect(String table) {
        this.table = table;
    }

    /** The table's name. */
    public final String table() {
        return table;
    }

    /** The statements that make the empty table. */
    public List<String> create() {
        return List.of(
                "create table " + table + " (id " + numberType() + " not null primary key, a " + numberType() + ", b "
                        + numberType() + ", v " + numberType() + " not null, prev " + numberType() + ", born "
                        + nameType() + " not null)" + tableSuffix(),
                "create index " + table + "_a on " + table + " (a)");
    }

    protected String numberType() {
        return "bigint";
    }

    protected String nameType() {
        return "varchar(40)";
    }

    /** What stands behind the columns, such as the engine. */
    protected String tableSuffix() {
        return "";
    }

    protected ConditionPrinter printer() {
        return new ConditionPrinter();
    }

    /** A condition on a key alone has it as a parameter, the last one: {@link #key}. */
    public final String where(Condition condition) {
        return " where " + (key(condition) == null ? printer().print(condition) : "id = ?");
    }

    /** The key that a condition asks for, if it asks for just one; else null. */
    public static Long key(Condition condition) {
        return condition instanceof Comparison comparison
                        && comparison.comparator() == Comparator.EQUAL
                        && comparison.left() instanceof Operand.Column column
                        && column.name().equals("id")
                        && comparison.right() instanceof Operand.IntegerLiteral literal
                ? (Long) literal.value()
                : null;
    }

    public String select(Condition where) {
        return "select " + COLUMNS + " from " + table + where(where);
    }

    public final String aggregate(Aggregate aggregate) {
        // the least of an indexed column could be looked up, without looking at all rows that match: whoever changes
        // one
        // of the others might come before or behind, while the history says that they matched
        String column = aggregate.column() == null ? "*" : aggregate.column() + " + 0";
        return "select " + aggregate.function().text() + "(" + column + ") as result from " + table
                + where(aggregate.where());
    }

    /** A change that says which rows it made, if it {@link #hasReturning can}. */
    public final String returning(String change) {
        return change + " returning " + COLUMNS;
    }

    /** The same, so that nobody else changes the rows; where there is no such statement, without. */
    public String selectToChange(Condition where) {
        return select(where) + " for update";
    }

    /** Parameters: version, value. */
    public String update(Update update) {
        // prev first: there are databases that look at what stands to the left of an assignment
        return "update " + table + " set prev = v, v = ?, " + update.column() + " = "
                + (update.adds() ? update.column() + " + ?" : "?") + where(update.where());
    }

    public String delete(Condition where) {
        return "delete from " + table + where(where);
    }

    /**
     * Parameters: id, a, b, version, born.
     *
     * @return null if there is no such clause: then the row is looked for first
     */
    public String insert(Insert insert) {
        return insert.onConflict() == OnConflict.FAIL ? insertText() : null;
    }

    protected final String insertText() {
        return "insert into " + table + " (id, a, b, v, born) values (?, ?, ?, ?, ?)";
    }

    /**
     * Whether a change can say which rows it made, by {@code returning}. Else they are locked before it by
     * {@link #selectToChange}, and read again behind it.
     */
    public boolean hasReturning() {
        return false;
    }

    public boolean hasSavepoints() {
        return true;
    }
}
