package org.isolde.check.facts;

import java.util.Arrays;
import org.isolde.condition.ConditionException;
import org.isolde.condition.Evaluator;
import org.isolde.condition.Truth;
import org.isolde.history.History;
import org.isolde.history.OpKind;
import org.isolde.history.Rows;

/** The columns of versions, as conditions look at them. A version goes by its value number here; 0 is the unborn one. */
public final class RowVersions {
    private final History history;
    private final Rows rows;
    private final RowCells cells;
    /** Where the columns of a value are, by {@link Rows#image}; -1 if it has none. */
    private final int[] imageOf;
    /** The table of a key, by its number in {@link Rows}; -1 if no predicate read is about it. */
    private final int[] tableOf;

    public RowVersions(History history) {
        this.history = history;
        this.rows = history.rows();
        this.cells = new RowCells(rows, history.scalars());
        imageOf = new int[history.values()];
        Arrays.fill(imageOf, -1);
        for (int value = 1; value < imageOf.length; value++) {
            if (history.writeOp(value) >= 0) {
                imageOf[value] = rows.image(history.writeOp(value));
            }
        }
        tableOf = tables();
    }

    private int[] tables() {
        int[] table = new int[history.keys()];
        Arrays.fill(table, -1);
        int tables = 0;
        for (int p = 0; p < rows.predicates(); p++) {
            tables = Math.max(tables, rows.table(p) + 1);
        }
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

    /** Puts a condition, by its number, to versions. */
    public Evaluator evaluator(int condition) {
        return new Evaluator(rows.conditions().get(condition), this::column);
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
    public boolean matches(Evaluator condition, int value) {
        if (!isAlive(value)) {
            return false;
        }
        try {
            return condition.evaluate(cells.ofImage(imageOf[value])) == Truth.TRUE;
        } catch (ConditionException e) {
            throw new BadConditionException(e.getMessage() + " (put to version " + history.valueName(value) + " of row "
                    + history.keyName(history.key(history.writeOp(value))) + ")");
        }
    }

    /** Whether it is the version of a row that is there: written, and no deletion. */
    public boolean isAlive(int value) {
        return value > 0 && history.writeOp(value) >= 0 && history.kind(history.writeOp(value)) != OpKind.DELETE;
    }

    /** What stands in a column of a version that is alive, as its code. */
    public long cell(int value, int column) {
        return cells.ofImage(imageOf[value]).code(column);
    }
}
