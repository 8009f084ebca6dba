package org.isolde.sql.ast;

import java.util.List;
import org.isolde.condition.Operand.Operator;

/** What has a value. */
public sealed interface Expression extends Node {
    Type type();

    /** A constant. */
    sealed interface Literal extends Expression {}

    record IntegerLiteral(long value) implements Literal {
        @Override
        public Type type() {
            return Type.INTEGER;
        }
    }

    /** A finite double. */
    record RealLiteral(double value) implements Literal {
        public RealLiteral {
            if (!Double.isFinite(value)) {
                throw new IllegalArgumentException("not a number of SQL: " + value);
            }
        }

        @Override
        public Type type() {
            return Type.REAL;
        }
    }

    record TextLiteral(String value) implements Literal {
        @Override
        public Type type() {
            return Type.TEXT;
        }
    }

    record NullLiteral(Type type) implements Literal {}

    /**
     * A column of a source, by the name that the source has in its query; in an update or delete, the table's own name; in a check of a
     * table, empty.
     */
    record ColumnReference(String source, String column, Type type) implements Expression {}

    /** Both sides are numbers of the same type. */
    record Arithmetic(Expression left, Operator operator, Expression right) implements Expression {
        public Arithmetic {
            if (left.type() != right.type() || left.type() == Type.TEXT) {
                throw new IllegalArgumentException("no arithmetic of " + left.type() + " and " + right.type());
            }
        }

        @Override
        public Type type() {
            return left.type();
        }
    }

    /** A function of single rows. */
    record Call(Function function, List<Expression> arguments) implements Expression {
        public Call {
            arguments = List.copyOf(arguments);
            if (!arguments.stream().map(Expression::type).toList().equals(function.parameters())) {
                throw new IllegalArgumentException(function + " of " + arguments);
            }
        }

        @Override
        public Type type() {
            return function.result();
        }
    }

    /** The first of at least two that is not null. */
    record Coalesce(List<Expression> arguments) implements Expression {
        public Coalesce {
            arguments = List.copyOf(arguments);
            sameType(arguments);
        }

        @Override
        public Type type() {
            return arguments.get(0).type();
        }
    }

    /** The left side, or null if the two are equal. */
    record NullIf(Expression left, Expression right) implements Expression {
        public NullIf {
            sameType(List.of(left, right));
        }

        @Override
        public Type type() {
            return left.type();
        }
    }

    /** {@code case when .. then .. else .. end}. */
    record Case(List<When> branches, Expression otherwise) implements Expression {
        public Case {
            branches = List.copyOf(branches);
            if (branches.isEmpty()
                    || branches.stream().anyMatch(branch -> branch.value().type() != otherwise.type())) {
                throw new IllegalArgumentException("branches of a case: " + branches + ", " + otherwise);
            }
        }

        @Override
        public Type type() {
            return otherwise.type();
        }
    }

    /** A branch of a case. */
    record When(Predicate condition, Expression value) implements Node {}

    /** The single value of a query that has one column and at most one row. */
    record ScalarQuery(Query query) implements Expression {
        @Override
        public Type type() {
            return query.onlyType();
        }
    }

    /** A function of the rows of a group; only count takes no argument, and then counts rows. */
    record Aggregate(AggregateFunction function, boolean distinct, List<Expression> arguments) implements Expression {
        public Aggregate {
            arguments = List.copyOf(arguments);
            if (arguments.size() > 1 || arguments.isEmpty() && (function != AggregateFunction.COUNT || distinct)) {
                throw new IllegalArgumentException(function + " of " + arguments);
            }
        }

        @Override
        public Type type() {
            return switch (function) {
                case COUNT -> Type.INTEGER;
                case AVERAGE -> Type.REAL;
                case MINIMUM, MAXIMUM, SUM -> arguments.get(0).type();
            };
        }
    }

    /** What {@link Aggregate} and {@link Window} make of a set of rows. */
    enum AggregateFunction {
        COUNT,
        MINIMUM,
        MAXIMUM,
        SUM,
        AVERAGE
    }

    /**
     * A function of the rows around one.
     *
     * @param orderBy of a function of the order, it ends with a key, so that the result does not depend on where rows lie
     */
    record Window(
            WindowFunction function, List<Expression> arguments, List<Expression> partitionBy, List<Order> orderBy)
            implements Expression {
        public Window {
            arguments = List.copyOf(arguments);
            partitionBy = List.copyOf(partitionBy);
            orderBy = List.copyOf(orderBy);
        }

        @Override
        public Type type() {
            return switch (function) {
                case COUNT, ROW_NUMBER, RANK, DENSE_RANK -> Type.INTEGER;
                case LAG, LEAD, FIRST_VALUE, SUM, MINIMUM, MAXIMUM ->
                    arguments.get(0).type();
            };
        }
    }

    /** The functions of a {@link Window}. */
    enum WindowFunction {
        ROW_NUMBER,
        RANK,
        DENSE_RANK,
        LAG,
        LEAD,
        FIRST_VALUE,
        COUNT,
        SUM,
        MINIMUM,
        MAXIMUM
    }

    private static void sameType(List<Expression> expressions) {
        if (expressions.size() < 2
                || expressions.stream().map(Expression::type).distinct().count() > 1) {
            throw new IllegalArgumentException("less than two, or of several types: " + expressions);
        }
    }
}
