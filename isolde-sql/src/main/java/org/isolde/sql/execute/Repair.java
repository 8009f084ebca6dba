package org.isolde.sql.execute;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.isolde.sql.ast.Expression.IntegerLiteral;
import org.isolde.sql.ast.Expression.Literal;
import org.isolde.sql.ast.Table;
import org.isolde.sql.dialect.Dialect;
import org.isolde.sql.testcase.InitialRow;

/** The statements that make tables what they were, from what is in them now. */
final class Repair {
    private final Dialect dialect;
    private final List<InitialRow> rows;
    private final Map<String, Rows> wanted;

    /**
     * @param rows of all tables
     * @param wanted the same as they are read
     */
    Repair(Dialect dialect, List<InitialRow> rows, Map<String, Rows> wanted) {
        this.dialect = dialect;
        this.rows = rows;
        this.wanted = wanted;
    }

    List<String> of(Map<String, Rows> contents) {
        List<String> deletions = new ArrayList<>();
        List<String> insertions = new ArrayList<>();
        contents.forEach((table, now) -> repair(table, now, deletions, insertions));
        // a row that comes may share a value of a unique index with one that goes
        deletions.addAll(insertions);
        return deletions;
    }

    private void repair(String table, Rows now, List<String> deletions, List<String> insertions) {
        Map<Long, List<Object>> missing = new LinkedHashMap<>();
        wanted.get(table).list().forEach(row -> missing.put(Rows.pkey(row), row));
        Set<Long> wrong = new HashSet<>();
        for (List<Object> row : now.list()) {
            if (row.equals(missing.get(Rows.pkey(row)))) {
                missing.remove(Rows.pkey(row));
            } else {
                wrong.add(Rows.pkey(row));
            }
        }
        if (!wrong.isEmpty()) {
            deletions.add("delete from " + table + " where " + Table.PKEY + " in ("
                    + wrong.stream().sorted().map(String::valueOf).collect(Collectors.joining(", ")) + ")");
        }
        List<List<Literal>> again = rows.stream()
                .filter(row -> row.table().equals(table) && missing.containsKey(pkey(row)))
                .map(InitialRow::values)
                .toList();
        if (!again.isEmpty()) {
            insertions.add(dialect.insert(table, again));
        }
    }

    private static long pkey(InitialRow row) {
        return ((IntegerLiteral) row.values().get(0)).value();
    }
}
