package org.isolde.proof;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.isolde.condition.Condition;
import org.isolde.condition.Operand;
import org.isolde.condition.Truth;
import org.isolde.history.History;
import org.isolde.history.OpKind;
import org.isolde.history.Rows;
import org.isolde.history.Scalars;

/**
 * Which versions match which conditions: the proof checker's own reading of a condition's tree, by the words of docs/formats.md.
 * Truth is a number, {@link #FALSE} to {@link #TRUE}: {@code and} is the least, {@code or} the greatest, {@code not} the opposite.
 *
 * <p>Invariant: behind {@link #value}, {@code type} says which of {@code integer} and {@code text} the operand's value is.
 */
final class Matching {
    /** A condition that can't be put to a version: a text compared with an integer, say. */
    static final class Unanswerable extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Unanswerable(String reason) {
            super(reason, null, false, false);
        }
    }

    private static final int FALSE = 0;
    private static final int UNKNOWN = 1;
    private static final int TRUE = 2;

    private static final int NULL = 0;
    private static final int INTEGER = 1;
    private static final int TEXT = 2;

    private final History history;
    private final Rows rows;
    private final Scalars scalars;
    private final Map<String, Integer> columns = new HashMap<>();
    /** Of each operation its columns, or -1: asked for each row of a table and each predicate read of it. */
    private final int[] imageOf;

    /** Texts of scalars, by their codes, as far as they were asked for. */
    private final String[] texts;

    private int type;
    private long integer;
    private String text;

    Matching(History history) {
        this.history = history;
        this.rows = history.rows();
        this.scalars = history.scalars();
        this.texts = new String[scalars.size()];
        this.imageOf = new int[history.operations()];
        for (int op = 0; op < imageOf.length; op++) {
            imageOf[op] = history.isWrite(op) ? rows.image(op) : -1;
        }
        for (int column = 0; column < rows.columnCount(); column++) {
            columns.put(rows.columnName(column), column);
        }
    }

    /** Whether the version that a write made matches; -1, no write at all, and a dead version match nothing. */
    boolean matches(int condition, int writeOp) {
        return writeOp >= 0
                && history.kind(writeOp) != OpKind.DELETE
                && truth(rows.conditions().get(condition), imageOf[writeOp]) == TRUE;
    }

    /** The code of what a version has in a column; null if it lacks it. */
    long cell(int writeOp, int column) {
        return imageCell(imageOf[writeOp], column);
    }

    private long imageCell(int image, int column) {
        for (int i = image < 0 ? 0 : rows.imageFirst(image); image >= 0 && i < rows.imageEnd(image); i++) {
            if (rows.imageColumn(i) == column) {
                return rows.imageValue(i);
            }
        }
        return Scalars.NULL;
    }

    private int truth(Condition condition, int image) {
        if (condition instanceof Condition.Constant constant) {
            return constant.value() == Truth.TRUE ? TRUE : constant.value() == Truth.FALSE ? FALSE : UNKNOWN;
        }
        if (condition instanceof Condition.Not not) {
            return TRUE - truth(not.part(), image);
        }
        if (condition instanceof Condition.And and) {
            int least = TRUE;
            for (Condition part : and.parts()) {
                least = Math.min(least, truth(part, image));
            }
            return least;
        }
        if (condition instanceof Condition.Or or) {
            int greatest = FALSE;
            for (Condition part : or.parts()) {
                greatest = Math.max(greatest, truth(part, image));
            }
            return greatest;
        }
        if (condition instanceof Condition.IsNull isNull) {
            value(isNull.operand(), image);
            return (type == NULL) != isNull.negated() ? TRUE : FALSE;
        }
        if (condition instanceof Condition.Comparison comparison) {
            return compared(comparison.left(), comparison.comparator(), comparison.right(), image);
        }
        if (condition instanceof Condition.Between between) {
            int low = compared(between.operand(), Condition.Comparator.GREATER_OR_EQUAL, between.low(), image);
            int high = compared(between.operand(), Condition.Comparator.LESS_OR_EQUAL, between.high(), image);
            return negated(Math.min(low, high), between.negated());
        }
        if (condition instanceof Condition.In in) {
            return negated(isOneOf(in.operand(), in.values(), image), in.negated());
        }
        return like((Condition.Like) condition, image);
    }

    private static int negated(int truth, boolean negated) {
        return negated ? TRUE - truth : truth;
    }

    private int isOneOf(Operand operand, List<Operand> values, int image) {
        int greatest = FALSE;
        for (Operand value : values) {
            greatest = Math.max(greatest, compared(operand, Condition.Comparator.EQUAL, value, image));
        }
        return greatest;
    }

    private int compared(Operand left, Condition.Comparator comparator, Operand right, int image) {
        value(left, image);
        int leftType = type;
        long leftInteger = integer;
        String leftText = text;
        value(right, image);
        if (leftType == NULL || type == NULL) {
            return UNKNOWN;
        }
        if (leftType != type) {
            throw new Unanswerable("a condition compares an integer with a text");
        }
        int order = type == INTEGER ? Long.compare(leftInteger, integer) : compare(leftText, text);
        boolean holds = switch (comparator) {
            case EQUAL -> order == 0;
            case UNEQUAL -> order != 0;
            case LESS -> order < 0;
            case LESS_OR_EQUAL -> order <= 0;
            case GREATER -> order > 0;
            case GREATER_OR_EQUAL -> order >= 0;
        };
        return holds ? TRUE : FALSE;
    }

    /** By code point. */
    static int compare(String left, String right) {
        int i = 0;
        while (i < left.length() && i < right.length()) {
            int a = left.codePointAt(i);
            int b = right.codePointAt(i);
            if (a != b) {
                return Integer.compare(a, b);
            }
            i += Character.charCount(a);
        }
        return Integer.compare(left.length(), right.length());
    }

    private int like(Condition.Like like, int image) {
        value(like.operand(), image);
        int subjectType = type;
        String subject = text;
        value(like.pattern(), image);
        if (subjectType == INTEGER || type == INTEGER) {
            throw new Unanswerable("a condition puts like to an integer");
        }
        if (subjectType == NULL || type == NULL) {
            return UNKNOWN;
        }
        return negated(
                isLike(subject.codePoints().toArray(), text.codePoints().toArray()) ? TRUE : FALSE, like.negated());
    }

    /** Goes through the pattern with all places of the text up to which its beginning can fit. */
    private static boolean isLike(int[] subject, int[] pattern) {
        boolean[] fits = new boolean[subject.length + 1];
        fits[0] = true;
        for (int i = 0; i < pattern.length; i++) {
            if (pattern[i] == '%') {
                for (int place = 0; place < subject.length; place++) {
                    fits[place + 1] |= fits[place];
                }
                continue;
            }
            boolean any = pattern[i] == '_';
            if (pattern[i] == '\\' && ++i == pattern.length) {
                throw new Unanswerable("a pattern of like ends with its escape");
            }
            for (int place = subject.length; place > 0; place--) {
                fits[place] = fits[place - 1] && (any || subject[place - 1] == pattern[i]);
            }
            fits[0] = false;
        }
        return fits[subject.length];
    }

    /** Puts the value of an operand into {@code type} and {@code integer} or {@code text}. */
    private void value(Operand operand, int image) {
        if (operand instanceof Operand.Column column) {
            Integer number = columns.get(column.name());
            value(number == null ? Scalars.NULL : imageCell(image, number));
        } else if (operand instanceof Operand.IntegerLiteral literal) {
            type = INTEGER;
            integer = literal.value();
        } else if (operand instanceof Operand.TextLiteral literal) {
            type = TEXT;
            text = literal.value();
        } else if (operand instanceof Operand.NullLiteral) {
            type = NULL;
        } else if (operand instanceof Operand.Negation negation) {
            value(negation.operand(), image);
            requireNumber();
            integer = type == NULL ? 0 : compute(0, Operand.Operator.MINUS, integer);
        } else if (operand instanceof Operand.Arithmetic arithmetic) {
            value(arithmetic.left(), image);
            requireNumber();
            boolean isNull = type == NULL;
            long left = integer;
            value(arithmetic.right(), image);
            requireNumber();
            type = isNull ? NULL : type;
            integer = type == NULL ? 0 : compute(left, arithmetic.operator(), integer);
        }
    }

    private void requireNumber() {
        if (type == TEXT) {
            throw new Unanswerable("a condition computes with a text");
        }
    }

    private static long compute(long left, Operand.Operator operator, long right) {
        try {
            return switch (operator) {
                case PLUS -> Math.addExact(left, right);
                case MINUS -> Math.subtractExact(left, right);
                case TIMES -> Math.multiplyExact(left, right);
                case REMAINDER -> left % right;
            };
        } catch (ArithmeticException e) {
            throw new Unanswerable("a condition computes what is beyond 64 bits, or a remainder by zero");
        }
    }

    private void value(long code) {
        if (code == Scalars.NULL) {
            type = NULL;
        } else if (isNumber(code)) {
            type = INTEGER;
            integer = number(code);
        } else {
            type = TEXT;
            text = text(code);
        }
    }

    boolean isNumber(long code) {
        return scalars.kind(code) == Scalars.Kind.NUMBER;
    }

    /** The integer that a code stands for. */
    long number(long code) {
        return Scalars.isPlain(code) ? code : Long.parseLong(scalars.text(code));
    }

    /** The text that a code stands for. */
    String text(long code) {
        int index = (int) (code - Scalars.NULL);
        if (texts[index] == null) {
            texts[index] = scalars.text(code);
        }
        return texts[index];
    }
}
