package org.isolde.sql.ast;

import java.util.List;
import org.isolde.condition.Condition.Comparator;

/** What is true, false or unknown. */
public sealed interface Predicate extends Node {
    /** What stands for no condition at all. */
    Predicate TRUE = new Constant(true);

    record Constant(boolean value) implements Predicate {}

    /** All of at least two. */
    record And(List<Predicate> operands) implements Predicate {
        public And {
            operands = severalOf(operands);
        }
    }

    /** One of at least two. */
    record Or(List<Predicate> operands) implements Predicate {
        public Or {
            operands = severalOf(operands);
        }
    }

    record Not(Predicate predicate) implements Predicate {}

    record Comparison(Expression left, Comparator comparator, Expression right) implements Predicate {}

    /** {@code is [not] distinct from}: never unknown. */
    record Distinct(Expression left, Expression right, boolean negated) implements Predicate {}

    record IsNull(Expression expression, boolean negated) implements Predicate {}

    record Between(Expression expression, Expression low, Expression high, boolean negated) implements Predicate {}

    /** The pattern has {@code %} and {@code _}, and nothing that would need an escape. */
    record Like(Expression expression, String pattern, boolean negated) implements Predicate {}

    /** In at least one value. */
    record InValues(Expression expression, List<Expression> values, boolean negated) implements Predicate {
        public InValues {
            values = List.copyOf(values);
            if (values.isEmpty()) {
                throw new IllegalArgumentException("in nothing");
            }
        }
    }

    /** In the single column of a query. */
    record InQuery(Expression expression, Query query, boolean negated) implements Predicate {}

    record Exists(Query query, boolean negated) implements Predicate {}

    /** A comparison with {@code all} or {@code any} value of a query's single column. */
    record Quantified(Expression left, Comparator comparator, boolean all, Query query) implements Predicate {}

    private static List<Predicate> severalOf(List<Predicate> predicates) {
        if (predicates.size() < 2) {
            throw new IllegalArgumentException("joins less than two: " + predicates);
        }
        return List.copyOf(predicates);
    }
}
