package org.isolde.condition;

import java.util.List;
import java.util.function.ToIntFunction;
import org.isolde.condition.Condition.Comparator;

/**
 * Puts a condition to rows. Columns are looked up once, when it is made; nothing is allocated for a row but by {@code like}.
 * It has room for the values of one row: each thread needs one of its own.
 */
public final class Evaluator {
    /** A part of the condition. */
    private interface Test {
        Truth of(Cells row) throws ConditionException;
    }

    /** An operand: puts what it is in a row into its {@link Value}. */
    private interface Source {
        Value of(Cells row) throws ConditionException;
    }

    private final Test test;

    /**
     * @param columns the number of a column, by its name; less than 0 for one that no row has
     */
    public Evaluator(Condition condition, ToIntFunction<String> columns) {
        test = test(condition, columns);
    }

    /** True where the row matches. */
    public Truth evaluate(Cells row) throws ConditionException {
        return test.of(row);
    }

    private static Test test(Condition condition, ToIntFunction<String> columns) {
        if (condition instanceof Condition.Constant constant) {
            return row -> constant.value();
        }
        if (condition instanceof Condition.And and) {
            Test[] parts = tests(and.parts(), columns);
            return row -> {
                Truth all = Truth.TRUE;
                for (Test part : parts) {
                    all = all.and(part.of(row));
                }
                return all;
            };
        }
        if (condition instanceof Condition.Or or) {
            Test[] parts = tests(or.parts(), columns);
            return row -> {
                Truth some = Truth.FALSE;
                for (Test part : parts) {
                    some = some.or(part.of(row));
                }
                return some;
            };
        }
        if (condition instanceof Condition.Not not) {
            Test part = test(not.part(), columns);
            return row -> part.of(row).not();
        }
        if (condition instanceof Condition.Comparison comparison) {
            return comparison(
                    condition,
                    source(comparison.left(), columns),
                    comparison.comparator(),
                    source(comparison.right(), columns));
        }
        if (condition instanceof Condition.IsNull isNull) {
            Source operand = source(isNull.operand(), columns);
            return row -> Truth.of(operand.of(row).isNull() != isNull.negated());
        }
        if (condition instanceof Condition.In in) {
            return in(in, columns);
        }
        if (condition instanceof Condition.Between between) {
            Source operand = source(between.operand(), columns);
            Test low = comparison(condition, operand, Comparator.GREATER_OR_EQUAL, source(between.low(), columns));
            Test high = comparison(condition, operand, Comparator.LESS_OR_EQUAL, source(between.high(), columns));
            return row -> negate(low.of(row).and(high.of(row)), between.negated());
        }
        return like((Condition.Like) condition, columns);
    }

    private static Test[] tests(List<Condition> conditions, ToIntFunction<String> columns) {
        return conditions.stream().map(condition -> test(condition, columns)).toArray(Test[]::new);
    }

    private static Test in(Condition.In in, ToIntFunction<String> columns) {
        Source operand = source(in.operand(), columns);
        Test[] equal = in.values().stream()
                .map(value -> comparison(in, operand, Comparator.EQUAL, source(value, columns)))
                .toArray(Test[]::new);
        return row -> {
            Truth some = Truth.FALSE;
            for (Test part : equal) {
                some = some.or(part.of(row));
            }
            return negate(some, in.negated());
        };
    }

    private static Test comparison(Condition whole, Source left, Comparator comparator, Source right) {
        return row -> {
            Value first = left.of(row);
            Value second = right.of(row);
            if (first.isNull() || second.isNull()) {
                return Truth.UNKNOWN;
            }
            if (first.isText() != second.isText()) {
                throw problem("an integer is never compared with a text", whole);
            }
            return Truth.of(comparator.accepts(first.compareTo(second)));
        };
    }

    private static Test like(Condition.Like like, ToIntFunction<String> columns) {
        Source operand = source(like.operand(), columns);
        Source pattern = source(like.pattern(), columns);
        return new Test() {
            private String patternText;
            private LikePattern parsed;

            @Override
            public Truth of(Cells row) throws ConditionException {
                Value text = operand.of(row);
                Value form = pattern.of(row);
                if (form.isNull()) {
                    return Truth.UNKNOWN;
                }
                if (!form.isText() || !text.isNull() && !text.isText()) {
                    throw problem("like is for texts", like);
                }
                if (!form.text().equals(patternText)) {
                    parsed = LikePattern.of(form.text());
                    patternText = form.text();
                }
                return text.isNull() ? Truth.UNKNOWN : negate(Truth.of(parsed.matches(text.text())), like.negated());
            }
        };
    }

    private static Truth negate(Truth truth, boolean negated) {
        return negated ? truth.not() : truth;
    }

    private static Source source(Operand operand, ToIntFunction<String> columns) {
        Value value = new Value();
        if (operand instanceof Operand.Column column) {
            int number = columns.applyAsInt(column.name());
            if (number < 0) {
                value.setNull();
                return row -> value;
            }
            return row -> {
                if (row.isNull(number)) {
                    value.setNull();
                } else if (row.isText(number)) {
                    value.set(row.text(number));
                } else {
                    value.set(row.integer(number));
                }
                return value;
            };
        }
        if (operand instanceof Operand.Negation negation) {
            Source part = source(negation.operand(), columns);
            Value zero = new Value();
            zero.set(0);
            return arithmetic(operand, row -> zero, Operand.Operator.MINUS, part, value);
        }
        if (operand instanceof Operand.Arithmetic arithmetic) {
            return arithmetic(
                    operand,
                    source(arithmetic.left(), columns),
                    arithmetic.operator(),
                    source(arithmetic.right(), columns),
                    value);
        }
        if (operand instanceof Operand.IntegerLiteral literal) {
            value.set(literal.value());
        } else if (operand instanceof Operand.TextLiteral literal) {
            value.set(literal.value());
        } else {
            value.setNull();
        }
        return row -> value;
    }

    private static Source arithmetic(
            Operand whole, Source left, Operand.Operator operator, Source right, Value result) {
        return row -> {
            Value first = left.of(row);
            Value second = right.of(row);
            if (first.isText() || second.isText()) {
                throw problem("no arithmetic with texts", whole);
            }
            if (first.isNull() || second.isNull()) {
                result.setNull();
            } else {
                result.set(compute(whole, first.integer(), operator, second.integer()));
            }
            return result;
        };
    }

    private static long compute(Operand whole, long left, Operand.Operator operator, long right)
            throws ConditionException {
        try {
            return switch (operator) {
                case PLUS -> Math.addExact(left, right);
                case MINUS -> Math.subtractExact(left, right);
                case TIMES -> Math.multiplyExact(left, right);
                case REMAINDER -> {
                    if (right == 0) {
                        throw problem("a remainder by zero", whole);
                    }
                    yield left % right;
                }
            };
        } catch (ArithmeticException e) {
            throw problem(left + " " + operator.text() + " " + right + " is beyond 64 bits", whole);
        }
    }

    private static ConditionException problem(String problem, Condition whole) {
        return new ConditionException(problem + ", in: " + new ConditionPrinter().print(whole));
    }

    private static ConditionException problem(String problem, Operand whole) {
        return new ConditionException(problem + ", in: " + new ConditionPrinter().print(whole));
    }
}
