package org.isolde.check.expected;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.isolde.check.graph.Offsets;
import org.isolde.history.History;
import org.isolde.history.Rows;
import org.isolde.history.Scalars;

/** The tables that conditions ask of, and the conditions. Other rows are read by their keys alone, like registers. */
final class Tables {
    private static final int NONE = -1;

    private final Rows rows;
    private final Table[] tables;
    /** Of each key its table and its number there. */
    private final int[] tableOf;

    private final int[] rowOf;
    /** The conditions, each by the tables that it was asked of: mostly one. */
    private final Asked[] asked;

    private final int[] askedTable;
    /** How often each is asked. */
    private final int[] asks;

    private final Map<Long, Asked> askedOfOthers = new HashMap<>();

    Tables(History history) {
        rows = history.rows();
        int count = 0;
        Map<String, Integer> numbers = new HashMap<>();
        for (int p = 0; p < rows.predicates(); p++) {
            count = Math.max(count, rows.table(p) + 1);
        }
        for (int table = 0; table < count; table++) {
            numbers.put(rows.tableName(table), table);
        }
        Map<String, Integer> columns = new HashMap<>();
        for (int column = 0; column < rows.columnCount(); column++) {
            columns.put(rows.columnName(column), column);
        }
        tableOf = new int[history.keys()];
        rowOf = new int[history.keys()];
        int[] sizes = new int[count];
        for (int key = 0; key < history.keys(); key++) {
            tableOf[key] = numbers.getOrDefault(tableName(history, key), NONE);
            rowOf[key] = tableOf[key] == NONE ? NONE : sizes[tableOf[key]]++;
        }
        int[] first = new int[count + 1];
        for (int op = 0; op < history.operations(); op++) {
            if (history.isWrite(op) && tableOf[history.key(op)] != NONE) {
                first[tableOf[history.key(op)] + 1]++;
            }
        }
        int[] writes = new int[Offsets.sum(first)];
        int[] next = Offsets.next(first);
        for (int op = 0; op < history.operations(); op++) {
            if (history.isWrite(op) && tableOf[history.key(op)] != NONE) {
                writes[next[tableOf[history.key(op)]]++] = op;
            }
        }
        tables = new Table[count];
        for (int table = 0; table < count; table++) {
            tables[table] = new Table(
                    rows,
                    history.scalars(),
                    columns,
                    sizes[table],
                    Arrays.copyOfRange(writes, first[table], first[table + 1]));
        }
        int conditions = rows.conditions().size();
        asked = new Asked[conditions];
        askedTable = new int[conditions];
        asks = new int[conditions];
        for (int p = 0; p < rows.predicates(); p++) {
            asks[rows.condition(p)]++;
        }
    }

    /** What stands before the first slash of a key's name; null if it has none. */
    private static String tableName(History history, int key) {
        long code = history.keyCode(key);
        if (Scalars.isPlain(code) || history.scalars().kind(code) != Scalars.Kind.TEXT) {
            return null;
        }
        String name = history.keyName(key);
        int slash = name.indexOf('/');
        return slash < 0 ? null : name.substring(0, slash);
    }

    /** Whether conditions ask of a key's table. */
    boolean has(int key) {
        return tableOf[key] != NONE;
    }

    /** The number of the table of a key that is in one. */
    int tableOf(int key) {
        return tableOf[key];
    }

    int rowOf(int key) {
        return rowOf[key];
    }

    int size() {
        return tables.length;
    }

    Table table(int table) {
        return tables[table];
    }

    /** The condition of a predicate read on its table. One that comes but once is not kept. */
    Asked asked(int predicate) {
        int condition = rows.condition(predicate);
        int table = rows.table(predicate);
        if (asks[condition] == 1) {
            return make(condition, table);
        }
        if (asked[condition] == null) {
            asked[condition] = make(condition, table);
            askedTable[condition] = table;
        }
        return askedTable[condition] == table
                ? asked[condition]
                : askedOfOthers.computeIfAbsent((long) condition << 32 | table, unused -> make(condition, table));
    }

    private Asked make(int condition, int table) {
        return new Asked(tables[table], rows.conditions().get(condition));
    }
}
