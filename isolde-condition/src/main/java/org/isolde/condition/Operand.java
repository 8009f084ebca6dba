package org.isolde.condition;

/** What has a value in a row: an integer, a text or null. */
public sealed interface Operand {
    /** A column of the row; null, if the row has none of that name. Upper and lower case differ. */
    record Column(String name) implements Operand {}

    record IntegerLiteral(long value) implements Operand {}

    record TextLiteral(String value) implements Operand {}

    record NullLiteral() implements Operand {}

    /** {@code -x}. A minus before a digit belongs to the number. */
    record Negation(Operand operand) implements Operand {}

    /** Null, if one of the two is. */
    record Arithmetic(Operand left, Operator operator, Operand right) implements Operand {}

    /** What is between two integers. */
    enum Operator {
        PLUS("+"),
        MINUS("-"),
        TIMES("*"),
        /** The remainder has the sign of the left side. */
        REMAINDER("%");

        private final String text;

        Operator(String text) {
            this.text = text;
        }

        public String text() {
            return text;
        }

        boolean bindsTighter() {
            return this == TIMES || this == REMAINDER;
        }
    }
}
