package org.isolde.condition;

import java.util.List;
import org.isolde.condition.Operand.Arithmetic;
import org.isolde.condition.Operand.IntegerLiteral;
import org.isolde.condition.Operand.Negation;

/** Conditions as text, with no more parentheses than needed. A dialect that writes something otherwise overrides it. */
public class ConditionPrinter {
    private final StringBuilder out = new StringBuilder();

    /** The text of a condition; a printer prints one after the other. */
    public final String print(Condition condition) {
        out.setLength(0);
        add(condition);
        return out.toString();
    }

    final String print(Operand operand) {
        out.setLength(0);
        add(operand);
        return out.toString();
    }

    /** {@code operand [not] like pattern}. */
    protected void like(Condition.Like like) {
        add(like.operand());
        text(like.negated() ? " not like " : " like ");
        add(like.pattern());
    }

    /** A text in quotes. */
    protected void quoted(String value) {
        text("'" + value.replace("'", "''") + "'");
    }

    protected final void text(String text) {
        out.append(text);
    }

    protected final void add(Condition condition) {
        if (condition instanceof Condition.Constant constant) {
            text(constant.value() == Truth.UNKNOWN ? "null" : constant.value() == Truth.TRUE ? "true" : "false");
        } else if (condition instanceof Condition.And and) {
            join(and.parts(), " and ");
        } else if (condition instanceof Condition.Or or) {
            join(or.parts(), " or ");
        } else if (condition instanceof Condition.Not not) {
            text("not ");
            enclose(not.part(), isJoin(not.part()));
        } else if (condition instanceof Condition.Comparison comparison) {
            add(comparison.left());
            text(" " + comparison.comparator().text() + " ");
            add(comparison.right());
        } else if (condition instanceof Condition.IsNull isNull) {
            add(isNull.operand());
            text(isNull.negated() ? " is not null" : " is null");
        } else if (condition instanceof Condition.In in) {
            add(in.operand());
            text(in.negated() ? " not in (" : " in (");
            for (int i = 0; i < in.values().size(); i++) {
                text(i == 0 ? "" : ", ");
                add(in.values().get(i));
            }
            text(")");
        } else if (condition instanceof Condition.Between between) {
            add(between.operand());
            text(between.negated() ? " not between " : " between ");
            add(between.low());
            text(" and ");
            add(between.high());
        } else if (condition instanceof Condition.Like like) {
            like(like);
        }
    }

    private void join(List<Condition> parts, String word) {
        for (int i = 0; i < parts.size(); i++) {
            text(i == 0 ? "" : word);
            Condition part = parts.get(i);
            enclose(part, part instanceof Condition.Or || word.equals(" and ") && isJoin(part));
        }
    }

    private static boolean isJoin(Condition condition) {
        return condition instanceof Condition.And || condition instanceof Condition.Or;
    }

    private void enclose(Condition condition, boolean parentheses) {
        text(parentheses ? "(" : "");
        add(condition);
        text(parentheses ? ")" : "");
    }

    protected final void add(Operand operand) {
        if (operand instanceof Operand.Column column) {
            text(column.name());
        } else if (operand instanceof IntegerLiteral integer) {
            text(Long.toString(integer.value()));
        } else if (operand instanceof Operand.TextLiteral literal) {
            quoted(literal.value());
        } else if (operand instanceof Operand.NullLiteral) {
            text("null");
        } else if (operand instanceof Negation negation) {
            // "--" begins a comment, and "-5" is a number
            Operand part = negation.operand();
            text("-");
            enclose(part, !(part instanceof Operand.Column || part instanceof Operand.NullLiteral));
        } else if (operand instanceof Arithmetic arithmetic) {
            int strength = strength(arithmetic);
            enclose(arithmetic.left(), strength(arithmetic.left()) < strength);
            text(" " + arithmetic.operator().text() + " ");
            enclose(arithmetic.right(), strength(arithmetic.right()) <= strength);
        }
    }

    private static int strength(Operand operand) {
        return operand instanceof Arithmetic arithmetic ? arithmetic.operator().bindsTighter() ? 2 : 1 : 3;
    }

    private void enclose(Operand operand, boolean parentheses) {
        text(parentheses ? "(" : "");
        add(operand);
        text(parentheses ? ")" : "");
    }
}
