package org.isolde.sql.testcase;

import java.util.List;
import org.isolde.sql.ast.Expression.Literal;

/** A row that is there before the first transaction: its values in the order of the table's columns, the two keys first. */
public record InitialRow(String table, List<Literal> values) {
    public InitialRow {
        values = List.copyOf(values);
    }
}
