package org.isolde.check.expected;

import org.isolde.check.graph.IntList;

/**
 * What leads to the rows that match a condition, without looking at the others: the ranks that a column must have.
 *
 * @param column {@link Table#ANY} if every row may match
 */
record Lead(Table table, int column, Ranges ranges) {
    int count() {
        return table.index(column).count(ranges);
    }

    void list(IntList rows) {
        table.index(column).list(ranges, rows);
    }

    boolean leadsTo(int row) {
        return ranges.contains(table.index(column).rank(row));
    }

    Lead and(Ranges others) {
        return new Lead(table, column, ranges.and(others));
    }
}
