package org.isolde.condition;

import java.util.ArrayList;
import java.util.List;
import org.isolde.condition.Condition.Comparator;
import org.isolde.condition.Operand.Arithmetic;
import org.isolde.condition.Operand.IntegerLiteral;
import org.isolde.condition.Operand.Negation;
import org.isolde.condition.Operand.Operator;
import org.isolde.condition.Operand.TextLiteral;

/**
 * Reads a condition, by a method a strength of binding. What stands in parentheses may be a condition or an operand, which is
 * known only behind it: so each method gives a {@link Part}, which is one of them, and who needs the other says so.
 */
final class Parser {
    /** How deep a condition may be nested, so that nothing that walks over it runs out of stack. */
    static final int DEEPEST = 200;

    /** What was read: one of the two, and where it began. */
    private record Part(Condition condition, Operand operand, int place) {}

    private final Tokens tokens;
    private int depth;

    Parser(String text) throws ConditionException {
        tokens = new Tokens(text);
    }

    Condition parse() throws ConditionException {
        Condition condition = condition(or());
        if (tokens.kind() != Tokens.Kind.END) {
            throw tokens.unexpected("and, or, or the end");
        }
        return condition;
    }

    private Part or() throws ConditionException {
        Part first = and();
        if (!tokens.is("or")) {
            return first;
        }
        List<Condition> parts = new ArrayList<>(List.of(condition(first)));
        while (tokens.pass("or")) {
            parts.add(condition(and()));
        }
        return new Part(new Condition.Or(parts), null, first.place);
    }

    private Part and() throws ConditionException {
        Part first = not();
        if (!tokens.is("and")) {
            return first;
        }
        List<Condition> parts = new ArrayList<>(List.of(condition(first)));
        while (tokens.pass("and")) {
            parts.add(condition(not()));
        }
        return new Part(new Condition.And(parts), null, first.place);
    }

    private Part not() throws ConditionException {
        int place = tokens.place();
        if (!tokens.pass("not")) {
            return test();
        }
        descend();
        Condition part = condition(not());
        depth--;
        return new Part(new Condition.Not(part), null, place);
    }

    /** A comparison, {@code is null}, {@code in}, {@code between}, {@code like}; or the operand alone. */
    private Part test() throws ConditionException {
        Part left = sum();
        Comparator comparator = comparator();
        if (comparator != null) {
            Operand first = operand(left);
            tokens.next();
            Part right = sum();
            requireAlike(left, right);
            if (comparator() != null) {
                throw tokens.problem(tokens.place(), "comparisons make no chain; join them with and");
            }
            return new Part(new Condition.Comparison(first, comparator, operand(right)), null, left.place);
        }
        if (tokens.pass("is")) {
            boolean negated = tokens.pass("not");
            tokens.require("null");
            return new Part(new Condition.IsNull(operand(left), negated), null, left.place);
        }
        boolean negated = left.operand != null && tokens.pass("not");
        if (tokens.pass("in")) {
            return in(left, negated);
        }
        if (tokens.pass("between")) {
            Part low = sum();
            requireAlike(left, low);
            tokens.require("and");
            Part high = sum();
            requireAlike(left, high);
            return new Part(
                    new Condition.Between(operand(left), operand(low), operand(high), negated), null, left.place);
        }
        if (tokens.pass("like")) {
            Part pattern = sum();
            requireNo(IntegerLiteral.class, left);
            requireNo(IntegerLiteral.class, pattern);
            return new Part(new Condition.Like(operand(left), operand(pattern), negated), null, left.place);
        }
        if (negated) {
            throw tokens.unexpected("in, between or like");
        }
        return left;
    }

    private Part in(Part left, boolean negated) throws ConditionException {
        Operand operand = operand(left);
        List<Operand> values = new ArrayList<>();
        tokens.require("(");
        do {
            Part value = sum();
            requireAlike(left, value);
            values.add(operand(value));
        } while (tokens.pass(","));
        tokens.require(")");
        return new Part(new Condition.In(operand, values, negated), null, left.place);
    }

    private Comparator comparator() {
        if (tokens.kind() == Tokens.Kind.SYMBOL) {
            for (Comparator comparator : Comparator.values()) {
                if (tokens.is(comparator.text())) {
                    return comparator;
                }
            }
        }
        return null;
    }

    private Part sum() throws ConditionException {
        Part left = product();
        int links = 0;
        while (tokens.is("+") || tokens.is("-")) {
            left = arithmetic(left, tokens.is("+") ? Operator.PLUS : Operator.MINUS);
            links++;
        }
        depth -= links;
        return left;
    }

    private Part product() throws ConditionException {
        Part left = unary();
        int links = 0;
        while (tokens.is("*") || tokens.is("%")) {
            left = arithmetic(left, tokens.is("*") ? Operator.TIMES : Operator.REMAINDER);
            links++;
        }
        depth -= links;
        return left;
    }

    /** Each link of a chain is a step deeper: {@code a + b + c} is {@code (a + b) + c}. */
    private Part arithmetic(Part left, Operator operator) throws ConditionException {
        requireNo(TextLiteral.class, left);
        Operand first = operand(left);
        descend();
        tokens.next();
        Part right = operator.bindsTighter() ? unary() : product();
        requireNo(TextLiteral.class, right);
        return new Part(null, new Arithmetic(first, operator, operand(right)), left.place);
    }

    private Part unary() throws ConditionException {
        int place = tokens.place();
        if (!tokens.pass("-")) {
            return primary();
        }
        if (tokens.kind() == Tokens.Kind.INTEGER) {
            return integer("-", place);
        }
        descend();
        Part part = unary();
        requireNo(TextLiteral.class, part);
        depth--;
        return new Part(null, new Negation(operand(part)), place);
    }

    private Part primary() throws ConditionException {
        int place = tokens.place();
        if (tokens.pass("(")) {
            descend();
            Part part = or();
            tokens.require(")");
            depth--;
            return new Part(part.condition, part.operand, place);
        }
        if (tokens.pass("true")) {
            return new Part(new Condition.Constant(Truth.TRUE), null, place);
        }
        if (tokens.pass("false")) {
            return new Part(new Condition.Constant(Truth.FALSE), null, place);
        }
        if (tokens.pass("null")) {
            return new Part(null, new Operand.NullLiteral(), place);
        }
        String value = tokens.value();
        switch (tokens.kind()) {
            case INTEGER:
                return integer("", place);
            case TEXT:
                tokens.next();
                return new Part(null, new TextLiteral(value), place);
            case WORD:
                tokens.next();
                if (tokens.is("(")) {
                    throw tokens.problem(place, "conditions have no functions: " + value);
                }
                return new Part(null, new Operand.Column(value), place);
            default:
                throw tokens.unexpected("a column, a number or a text");
        }
    }

    private Part integer(String sign, int place) throws ConditionException {
        long value;
        try {
            value = Long.parseLong(sign + tokens.value());
        } catch (NumberFormatException e) {
            throw tokens.problem(place, "a number beyond 64 bits");
        }
        tokens.next();
        return new Part(null, new IntegerLiteral(value), place);
    }

    private void descend() throws ConditionException {
        if (++depth > DEEPEST) {
            throw tokens.problem(tokens.place(), "nested more than " + DEEPEST + " deep");
        }
    }

    /** Null is of all kinds: as a condition it is unknown. */
    private Condition condition(Part part) throws ConditionException {
        if (part.operand instanceof Operand.NullLiteral) {
            return new Condition.Constant(Truth.UNKNOWN);
        }
        if (part.condition == null) {
            throw tokens.problem(part.place, "a value alone is no condition; compare it with something");
        }
        return part.condition;
    }

    private Operand operand(Part part) throws ConditionException {
        if (part.operand == null) {
            throw tokens.problem(part.place, "true or false is no value here; a column, a number or a text is");
        }
        return part.operand;
    }

    /** What is plain from the text alone; what a column holds is known only in its row. */
    private void requireAlike(Part left, Part right) throws ConditionException {
        if (is(TextLiteral.class, left) && is(IntegerLiteral.class, right)
                || is(IntegerLiteral.class, left) && is(TextLiteral.class, right)) {
            throw tokens.problem(right.place, "an integer is never compared with a text");
        }
    }

    private void requireNo(Class<? extends Operand> type, Part part) throws ConditionException {
        if (is(type, part)) {
            String expected = type == TextLiteral.class ? "an integer" : "a text";
            throw tokens.problem(part.place, "has to be " + expected);
        }
    }

    /** Whether it can only be a text, or only be an integer. */
    private static boolean is(Class<? extends Operand> type, Part part) {
        return type.isInstance(part.operand)
                || type == IntegerLiteral.class
                        && (part.operand instanceof Arithmetic || part.operand instanceof Negation);
    }
}
