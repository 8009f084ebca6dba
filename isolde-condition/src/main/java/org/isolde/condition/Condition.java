package org.isolde.condition;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What is true, false or unknown of a row. The language, from what binds least: {@code or}, {@code and}, {@code not}; a
 * comparison ({@code = <> < <= > >=}), {@code is [not] null}, {@code [not] in (...)}, {@code [not] between .. and ..},
 * {@code [not] like}; {@code + -}, {@code * %}, unary minus; columns, integers, {@code 'texts'}, {@code null}, {@code true},
 * {@code false}. Keywords may be written in any case.
 */
public sealed interface Condition {
    /** Reads a condition. Its text may be nested {@value Parser#DEEPEST} deep. */
    static Condition parse(String text) throws ConditionException {
        return new Parser(text).parse();
    }

    /** {@code true}, {@code false}; unknown is written {@code null}. */
    record Constant(Truth value) implements Condition {}

    /** All of at least two. */
    record And(List<Condition> parts) implements Condition {
        public And {
            parts = severalOf(parts);
        }
    }

    /** One of at least two. */
    record Or(List<Condition> parts) implements Condition {
        public Or {
            parts = severalOf(parts);
        }
    }

    record Not(Condition part) implements Condition {}

    /** Unknown, if a side is null. Texts are compared by code point. */
    record Comparison(Operand left, Comparator comparator, Operand right) implements Condition {}

    record IsNull(Operand operand, boolean negated) implements Condition {}

    /** {@code x = a or x = b or ...}, of at least one. */
    record In(Operand operand, List<Operand> values, boolean negated) implements Condition {
        public In {
            values = List.copyOf(values);
            if (values.isEmpty()) {
                throw new IllegalArgumentException("in nothing");
            }
        }
    }

    /** {@code low <= x and x <= high}. */
    record Between(Operand operand, Operand low, Operand high, boolean negated) implements Condition {}

    /**
     * {@code %} stands for any text, {@code _} for one character, and a backslash takes its meaning from what follows it. Upper
     * and lower case differ.
     */
    record Like(Operand operand, Operand pattern, boolean negated) implements Condition {}

    /** How two values are compared. */
    enum Comparator {
        EQUAL("="),
        UNEQUAL("<>"),
        LESS("<"),
        LESS_OR_EQUAL("<="),
        GREATER(">"),
        GREATER_OR_EQUAL(">=");

        private final String text;

        Comparator(String text) {
            this.text = text;
        }

        public String text() {
            return text;
        }

        /**
         * @param order less than 0, 0, or more, as the left side is less, equal, or greater
         */
        boolean accepts(int order) {
            return switch (this) {
                case EQUAL -> order == 0;
                case UNEQUAL -> order != 0;
                case LESS -> order < 0;
                case LESS_OR_EQUAL -> order <= 0;
                case GREATER -> order > 0;
                case GREATER_OR_EQUAL -> order >= 0;
            };
        }
    }

    /** As {@link #parse} reads it: the one spelling of this tree. */
    default String text() {
        return new ConditionPrinter().print(this);
    }

    /** The columns that it names, in alphabetical order. */
    default Set<String> columns() {
        Set<String> columns = new TreeSet<>();
        Columns.add(this, columns);
        return columns;
    }

    private static List<Condition> severalOf(List<Condition> parts) {
        if (parts.size() < 2) {
            throw new IllegalArgumentException("joins less than two: " + parts);
        }
        return List.copyOf(parts);
    }
}
