package org.isolde.check.expected;

import java.util.Arrays;
import java.util.Map;
import org.isolde.check.facts.RowCells;
import org.isolde.check.graph.IntList;
import org.isolde.history.Rows;
import org.isolde.history.Scalars;

/**
 * The present state of a table: of each of its rows the write that made the present version, if the row is alive. Rows have
 * numbers of their own here, from 0. Columns are indexed when a condition first asks for one.
 */
final class Table {
    /** Of no column: every row has rank 0. */
    static final int ANY = -1;

    /** What conditions may keep of a table, in bytes. */
    private static final long MOST_KEPT = 64 << 20;

    private static final int NONE = -1;

    private final Scalars scalars;
    private final Map<String, Integer> columns;
    /** All writes of rows of this table. */
    private final int[] writes;

    private final int[] present;
    private final ColumnIndex alive;
    /** By column; null where none was asked for. */
    private final ColumnValues[] values;

    private final ColumnIndex[] indexes;
    private final IntList indexed = new IntList();
    /** The rows that changed, one after the other. */
    private final IntList changes = new IntList();

    private final IntList candidates = new IntList();
    private final RowCells version;
    private long reserved;

    Table(Rows rows, Scalars scalars, Map<String, Integer> columns, int size, int[] writes) {
        this.columns = columns;
        this.scalars = scalars;
        this.writes = writes;
        present = new int[size];
        Arrays.fill(present, NONE);
        alive = new ColumnIndex(1, size);
        values = new ColumnValues[rows.columnCount()];
        indexes = new ColumnIndex[rows.columnCount()];
        version = new RowCells(rows, scalars);
    }

    /** How many rows it ever has. */
    int size() {
        return present.length;
    }

    /** The write that made the present version of a row; less than 0 if it is not alive. */
    int present(int row) {
        return present[row];
    }

    RowCells version(int row) {
        return version.of(present[row]);
    }

    void write(int row, int op) {
        present[row] = op;
        changes.add(row);
        alive.put(row, 0);
        version.of(op);
        for (int i = 0; i < indexed.size(); i++) {
            int column = indexed.get(i);
            indexes[column].put(row, values[column].rank(version.code(column)));
        }
    }

    void delete(int row) {
        present[row] = NONE;
        changes.add(row);
        alive.remove(row);
        for (int i = 0; i < indexed.size(); i++) {
            indexes[indexed.get(i)].remove(row);
        }
    }

    /** How many changes there were. */
    int changes() {
        return changes.size();
    }

    /** The row that a change was of. */
    int changed(int change) {
        return changes.get(change);
    }

    ColumnValues values(int column) {
        if (values[column] == null) {
            long[] codes = new long[writes.length];
            for (int i = 0; i < writes.length; i++) {
                codes[i] = version.of(writes[i]).code(column);
            }
            values[column] = new ColumnValues(scalars, codes);
        }
        return values[column];
    }

    /** The rows that are alive, by a column or {@link #ANY}. */
    ColumnIndex index(int column) {
        if (column == ANY) {
            return alive;
        }
        if (indexes[column] == null) {
            indexes[column] = new ColumnIndex(values(column).size(), size());
            indexed.add(column);
            for (int row = 0; row < present.length; row++) {
                if (present[row] != NONE) {
                    indexes[column].put(row, values[column].rank(version(row).code(column)));
                }
            }
        }
        return indexes[column];
    }

    /** The number of a column; less than 0 if no version has it. */
    int columnNumber(String name) {
        return columns.getOrDefault(name, NONE);
    }

    /** What stands in a column. */
    ColumnValues.Type type(String name) {
        int column = columnNumber(name);
        return column < 0 ? ColumnValues.Type.NOTHING : values(column).type();
    }

    /** A list for rows that may match a condition, for whoever asks now. */
    IntList candidates() {
        return candidates;
    }

    /** Asks for room to keep something of this table; whether there is any left. */
    boolean reserve(long bytes) {
        if (reserved + bytes > MOST_KEPT) {
            return false;
        }
        reserved += bytes;
        return true;
    }
}
