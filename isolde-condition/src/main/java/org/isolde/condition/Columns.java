package org.isolde.condition;

import java.util.Set;

/** The columns that a condition names. */
final class Columns {
    private Columns() {}

    static void add(Condition condition, Set<String> columns) {
        if (condition instanceof Condition.And and) {
            and.parts().forEach(part -> add(part, columns));
        } else if (condition instanceof Condition.Or or) {
            or.parts().forEach(part -> add(part, columns));
        } else if (condition instanceof Condition.Not not) {
            add(not.part(), columns);
        } else if (condition instanceof Condition.Comparison comparison) {
            add(comparison.left(), columns);
            add(comparison.right(), columns);
        } else if (condition instanceof Condition.IsNull isNull) {
            add(isNull.operand(), columns);
        } else if (condition instanceof Condition.In in) {
            add(in.operand(), columns);
            in.values().forEach(value -> add(value, columns));
        } else if (condition instanceof Condition.Between between) {
            add(between.operand(), columns);
            add(between.low(), columns);
            add(between.high(), columns);
        } else if (condition instanceof Condition.Like like) {
            add(like.operand(), columns);
            add(like.pattern(), columns);
        }
    }

    private static void add(Operand operand, Set<String> columns) {
        if (operand instanceof Operand.Column column) {
            columns.add(column.name());
        } else if (operand instanceof Operand.Negation negation) {
            add(negation.operand(), columns);
        } else if (operand instanceof Operand.Arithmetic arithmetic) {
            add(arithmetic.left(), columns);
            add(arithmetic.right(), columns);
        }
    }
}
