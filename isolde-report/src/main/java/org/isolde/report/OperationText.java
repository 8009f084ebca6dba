package org.isolde.report;

import java.util.ArrayList;
import java.util.List;
import org.isolde.check.Names;
import org.isolde.history.History;
import org.isolde.history.OpKind;
import org.isolde.history.Rows;
import org.isolde.history.Scalars;

/**
 * What transactions did in the short notation of reports: {@code r(x)=4}, {@code w(x)=5}, {@code append(x,5)}; of rows
 * {@code w(t/5)=17{a=4}}, {@code delete(t/5)=18}, and {@code rp(t: a < 5)=[t/5=17] of [t/5=17, t/6=2]}, a predicate read with
 * its table, its condition, what came back, and the rows that it was put to.
 */
public final class OperationText {
    /** Of longer results and version sets the others are counted. */
    private static final int MOST_ROWS = 8;

    private OperationText() {}

    public static String of(History history, Statement statement) {
        return String.join("", lines(history, statement));
    }

    /** The same in parts, for where lines are short: what a predicate read asked, was given, and was put to. */
    public static List<String> lines(History history, Statement statement) {
        if (statement.predicate() >= 0) {
            return predicate(history, statement);
        }
        StringBuilder text = new StringBuilder();
        for (int op = statement.first(); op < statement.end(); op++) {
            text.append(text.length() == 0 ? "" : " ").append(of(history, op));
        }
        return List.of(text.toString());
    }

    private static String of(History history, int op) {
        String key = history.keyName(history.key(op));
        String value = history.valueName(history.value(op));
        return switch (history.kind(op)) {
            case OpKind.WRITE -> "w(" + key + ")=" + value + columns(history, op);
            case OpKind.DELETE -> "delete(" + key + ")=" + value;
            case OpKind.APPEND -> "append(" + key + "," + value + ")";
            case OpKind.CAS_READ -> "cas(" + key + "," + value;
            case OpKind.CAS_WRITE -> "-> " + value + ")";
            case OpKind.CAS_FAILED -> "cas-failed(" + key + "," + value + ")";
            case OpKind.LIST_READ -> "r(" + key + ")=" + new Names(history).list(op);
            default -> "r(" + key + ")=" + value;
        };
    }

    private static String columns(History history, int op) {
        Rows rows = history.rows();
        int image = rows == null ? -1 : rows.image(op);
        if (image < 0) {
            return "";
        }
        StringBuilder text = new StringBuilder();
        for (int i = rows.imageFirst(image); i < rows.imageEnd(image); i++) {
            text.append(text.length() == 0 ? "" : ", ")
                    .append(rows.columnName(rows.imageColumn(i)))
                    .append('=')
                    .append(cell(history, rows.imageValue(i)));
        }
        return "{" + text + "}";
    }

    /** What stands in a column; texts in quotes, as in conditions. */
    private static String cell(History history, long code) {
        String text = history.scalars().text(code);
        return history.scalars().kind(code) == Scalars.Kind.TEXT ? "'" + text.replace("'", "''") + "'" : text;
    }

    private static List<String> predicate(History history, Statement statement) {
        Rows rows = history.rows();
        int p = statement.predicate();
        Rows.Aggregate aggregate = rows.aggregate(p);
        String what = aggregate == null
                ? ""
                : aggregate == Rows.Aggregate.COUNT
                        ? "count with "
                        : aggregate.text() + "(" + rows.columnName(rows.aggregateColumn(p)) + ") with ";
        List<String> parts = new ArrayList<>();
        parts.add("rp(" + rows.tableName(rows.table(p)) + ": " + what
                + history.scalars().text(rows.conditionCode(rows.condition(p))) + ")");
        parts.add("=" + (aggregate == null ? list(given(history, statement)) : aggregateValue(history, p)));
        if (rows.hasVersionSet(p) && rows.snapshot(p) < 0) {
            parts.add(" of " + list(seen(history, p)));
        }
        return parts;
    }

    private static String aggregateValue(History history, int p) {
        return history.scalars().text(history.rows().aggregateValue(p));
    }

    private static List<String> given(History history, Statement statement) {
        List<String> given = new ArrayList<>();
        for (int op = statement.first(); op < statement.end(); op++) {
            given.add(history.keyName(history.key(op)) + "=" + history.valueName(history.value(op)));
        }
        return given;
    }

    /** The rows that it was put to, where they are given one by one. */
    private static List<String> seen(History history, int p) {
        Rows rows = history.rows();
        List<String> seen = new ArrayList<>();
        for (int i = rows.seesFirst(p); i < rows.seesFirst(p + 1); i++) {
            seen.add(history.keyName(rows.seesKey(i)) + "=" + history.valueName(rows.seesValue(i)));
        }
        return seen;
    }

    private static String list(List<String> rows) {
        String shown = String.join(", ", rows.subList(0, Math.min(MOST_ROWS, rows.size())));
        return "[" + shown + (rows.size() > MOST_ROWS ? ", and " + (rows.size() - MOST_ROWS) + " more" : "") + "]";
    }
}
