package org.isolde.condition;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.isolde.condition.Condition.Comparator;
import org.isolde.condition.Operand.Operator;

/**
 * Random conditions on rows of two columns of integers, {@code a} and {@code b}, and two of texts, {@code c} and {@code d}, with
 * nulls everywhere. Every one of them can be put to every row: there is no remainder by zero, nothing is large, and integers
 * meet integers alone.
 */
public final class RandomConditions {
    public static final List<String> COLUMNS = List.of("a", "b", "c", "d");

    private static final List<String> LETTERS =
            List.of("a", "A", "b", "%", "_", "\\", "'", " ", "ß", "\ud83d\ude00", "\uff21");

    private final SplittableRandom random;
    private final List<String> letters;

    public RandomConditions(SplittableRandom random) {
        this(random, true);
    }

    /**
     * @param large whether there are letters beyond 16 bits: to some databases these are two
     */
    public RandomConditions(SplittableRandom random, boolean large) {
        this.random = random;
        this.letters = large ? LETTERS : LETTERS.subList(0, LETTERS.size() - 2);
    }

    /** A row: {@link Long}, {@link String} or null for each of {@link #COLUMNS}. */
    public Object[] row() {
        return new Object[] {
            maybeNull(this::smallInteger), maybeNull(this::smallInteger), maybeNull(this::text), maybeNull(this::text)
        };
    }

    private <T> T maybeNull(Supplier<T> value) {
        return random.nextInt(4) == 0 ? null : value.get();
    }

    private long smallInteger() {
        return random.nextInt(-4, 5);
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(4); i > 0; i--) {
            text.append(letters.get(random.nextInt(letters.size())));
        }
        return text.toString();
    }

    /** A pattern in which a backslash stands before what it may stand before in all databases alone. */
    private String pattern() {
        StringBuilder pattern = new StringBuilder();
        for (int i = random.nextInt(5); i > 0; i--) {
            String letter = letters.get(random.nextInt(letters.size()));
            boolean special = "%_\\".contains(letter);
            pattern.append(letter.equals("\\") || special && random.nextInt(4) == 0 ? "\\" : "")
                    .append(letter);
        }
        return pattern.toString();
    }

    public Condition condition() {
        return condition(random.nextInt(4));
    }

    private Condition condition(int depth) {
        if (depth > 0) {
            return switch (random.nextInt(3)) {
                case 0 -> new Condition.And(parts(depth - 1));
                case 1 -> new Condition.Or(parts(depth - 1));
                default -> new Condition.Not(condition(depth - 1));
            };
        }
        boolean texts = random.nextInt(3) == 0;
        boolean negated = random.nextBoolean();
        return switch (random.nextInt(10)) {
            case 0 -> new Condition.Constant(Truth.values()[random.nextInt(3)]);
            case 1 -> new Condition.IsNull(operand(texts), negated);
            case 2, 3 -> new Condition.In(operand(texts), operands(texts), negated);
            case 4, 5 -> new Condition.Between(operand(texts), operand(texts), operand(texts), negated);
            case 6 ->
                new Condition.Like(
                        operand(true),
                        random.nextInt(8) == 0 ? new Operand.NullLiteral() : new Operand.TextLiteral(pattern()),
                        negated);
            default -> new Condition.Comparison(operand(texts), Comparator.values()[random.nextInt(6)], operand(texts));
        };
    }

    private List<Condition> parts(int depth) {
        List<Condition> parts = new ArrayList<>();
        for (int i = random.nextInt(2, 4); i > 0; i--) {
            parts.add(condition(depth));
        }
        return parts;
    }

    private List<Operand> operands(boolean texts) {
        List<Operand> operands = new ArrayList<>();
        for (int i = random.nextInt(1, 4); i > 0; i--) {
            operands.add(operand(texts));
        }
        return operands;
    }

    private Operand operand(boolean texts) {
        if (random.nextInt(10) == 0) {
            return new Operand.NullLiteral();
        }
        if (!texts) {
            return integer(random.nextInt(3));
        }
        return random.nextInt(3) == 0
                ? new Operand.TextLiteral(text())
                : new Operand.Column(random.nextBoolean() ? "c" : "d");
    }

    /** What has an integer: databases that infer types get no bare null here. */
    private Operand integer(int depth) {
        if (depth > 0 && random.nextInt(3) == 0) {
            Operator operator = Operator.values()[random.nextInt(4)];
            Operand right = operator == Operator.REMAINDER
                    ? new Operand.IntegerLiteral(random.nextBoolean() ? 3 : -2)
                    : integer(depth - 1);
            return random.nextInt(5) == 0
                    ? new Operand.Negation(integer(depth - 1))
                    : new Operand.Arithmetic(integer(depth - 1), operator, right);
        }
        return random.nextInt(3) == 0
                ? new Operand.IntegerLiteral(smallInteger())
                : new Operand.Column(random.nextBoolean() ? "a" : "b");
    }

    /** A row as an evaluator looks at it. */
    public static Cells cells(Object... row) {
        return new Cells() {
            @Override
            public boolean isNull(int column) {
                return row[column] == null;
            }

            @Override
            public boolean isText(int column) {
                return row[column] instanceof String;
            }

            @Override
            public long integer(int column) {
                return (Long) row[column];
            }

            @Override
            public String text(int column) {
                return (String) row[column];
            }
        };
    }
}
