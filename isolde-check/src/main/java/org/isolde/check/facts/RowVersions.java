package org.isolde.check.facts;

import java.util.Arrays;
import org.isolde.condition.ConditionException;
import org.isolde.condition.Truth;
import org.isolde.history.History;
import org.isolde.history.OpKind;
import org.isolde.history.Rows;
import org.isolde.history.Scalars;

/** The columns of versions, as conditions look at them. A version goes by its value number here; 0 is the unborn one. */
public final class RowVersions {
    private final History history;
    private final Rows rows;
    private final RowCells cells;
    /** Where the columns of a value are, by {@link Rows#image}; -1 if it has none. */
    private final int[] imageOf;

    private final int tables;
    /** The table of a key, by its number in {@link Rows}; -1 if no predicate read is about it. */
    private final int[] tableOf;
    /** Whether a value is a version that is there. */
    private final boolean[] isAlive;
    /** Columns that were asked for, each as codes by value number. */
    private final long[][] columns;

    public RowVersions(History history) {
        this.history = history;
        this.rows = history.rows();
        this.cells = new RowCells(rows, history.scalars());
        imageOf = new int[history.values()];
        isAlive = new boolean[history.values()];
        columns = new long[rows.columnCount()][];
        Arrays.fill(imageOf, -1);
        for (int image = 0; image < rows.images(); image++) {
            int value = history.value(rows.imageOp(image));
            if (history.writeOp(value) == rows.imageOp(image)) {
                imageOf[value] = image;
            }
        }
        for (int value = 1; value < isAlive.length; value++) {
            int op = history.writeOp(value);
            isAlive[value] = op >= 0 && history.kind(op) != OpKind.DELETE;
        }
        tables = countTables();
        tableOf = tablesOfKeys();
    }

    private int countTables() {
        int count = 0;
        for (int p = 0; p < rows.predicates(); p++) {
            count = Math.max(count, rows.table(p) + 1);
        }
        return count;
    }

    /** How many tables predicate reads are about. */
    public int tables() {
        return tables;
    }

    private int[] tablesOfKeys() {
        int[] table = new int[history.keys()];
        Arrays.fill(table, -1);
        String[] prefix = new String[tables];
        for (int i = 0; i < tables; i++) {
            prefix[i] = rows.tableName(i) + "/";
        }
        for (int key = 0; key < table.length; key++) {
            String name = history.keyName(key);
            for (int i = 0; i < tables; i++) {
                if (name.startsWith(prefix[i])) {
                    table[key] = i;
                }
            }
        }
        return table;
    }

    /** The table of a key, by its number among those of predicate reads; -1 if none is about it. */
    public int tableOf(int key) {
        return tableOf[key];
    }

    /** A condition, by its number, to be put to versions. */
    public RowMatcher matcher(int condition) {
        RowMatcher matcher = new RowMatcher(rows.conditions().get(condition), this::column);
        if (matcher.asksOfColumns()) {
            for (int column : matcher.columns()) {
                fill(column);
            }
        }
        return matcher;
    }

    /** The number of a column; -1 if no version has it. */
    public int column(String name) {
        for (int column = 0; column < rows.columnCount(); column++) {
            if (rows.columnName(column).equals(name)) {
                return column;
            }
        }
        return -1;
    }

    /** Whether a version is there and the condition is true of it. */
    public boolean matches(RowMatcher condition, int value) {
        if (!isAlive(value)) {
            return false;
        }
        if (condition.asksOfColumns()) {
            int answer = condition.answer(columns, value);
            if (answer >= 0) {
                return answer > 0;
            }
        }
        try {
            return condition.evaluator.evaluate(cells.ofImage(imageOf[value])) == Truth.TRUE;
        } catch (ConditionException e) {
            throw new BadConditionException(e.getMessage() + " (put to version " + history.valueName(value) + " of row "
                    + history.keyName(history.key(history.writeOp(value))) + ")");
        }
    }

    /** The codes of a column, by value number. */
    private long[] fill(int number) {
        if (columns[number] == null) {
            long[] codes = new long[imageOf.length];
            Arrays.fill(codes, Scalars.NULL);
            for (int value = 0; value < codes.length; value++) {
                if (imageOf[value] >= 0) {
                    codes[value] = cells.ofImage(imageOf[value]).code(number);
                }
            }
            columns[number] = codes;
        }
        return columns[number];
    }

    /** Whether it is the version of a row that is there: written, and no deletion. */
    public boolean isAlive(int value) {
        return value > 0 && isAlive[value];
    }

    /** What stands in a column of a version that is alive, as its code. */
    public long cell(int value, int column) {
        return fill(column)[value];
    }
}
