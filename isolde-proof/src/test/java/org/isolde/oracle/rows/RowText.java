package org.isolde.oracle.rows;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.isolde.oracle.rows.RowHistory.Aggregate;
import org.isolde.oracle.rows.RowHistory.Op;
import org.isolde.oracle.rows.RowHistory.PredicateRead;
import org.isolde.oracle.rows.RowHistory.Read;
import org.isolde.oracle.rows.RowHistory.Rows;
import org.isolde.oracle.rows.RowHistory.Txn;
import org.isolde.oracle.rows.RowHistory.Write;

/**
 * Histories of rows as native JSON Lines: rows are texts, versions integers, sessions their numbers.
 *
 * <p>Where the format leaves a choice: an aggregate is an object of one field, its name with the column in parentheses; a
 * version set names its rows in alphabetical order; the line of a version order names rows by {@code key}, like that of any
 * other item; a delete has three elements, a write four, of which the columns may be none ({@code {}}); a transaction of
 * unknown outcome has its end as well, if there are times. Snapshots have no text, but the version
 * sets that they stand for.
 */
public final class RowText {
    private RowText() {}

    public static String of(RowHistory history) {
        RowHistory h = Snapshots.unfolded(history);
        List<String> lines = new ArrayList<>(List.of("{\"isolde\":1}"));
        for (int s = 0; s < h.sessions().size(); s++) {
            for (Txn t : h.sessions().get(s)) {
                lines.add(line(h, s, t));
            }
        }
        h.versions()
                .forEach((row, list) ->
                        lines.add("{\"versions\":{\"key\":" + json(row) + ",\"order\":" + plain(list) + "}}"));
        return String.join("\n", lines) + "\n";
    }

    private static String line(RowHistory h, int session, Txn t) {
        StringBuilder s = new StringBuilder("{\"session\":" + session + ",\"id\":" + json(t.id()));
        s.append(",\"status\":").append(json(t.status().name().toLowerCase()));
        s.append(",\"ops\":[")
                .append(String.join(",", t.ops().stream().map(RowText::op).toList()))
                .append(']');
        if (t.begin() >= 0) {
            s.append(",\"begin\":").append(t.begin()).append(",\"end\":").append(t.end());
        }
        if (h.order() != null && h.order().contains(t.id())) {
            s.append(",\"order\":").append(h.order().indexOf(t.id()));
        }
        return s.append('}').toString();
    }

    private static String op(Op op) {
        if (op instanceof Write w) {
            return w.isDead() ? array("d", w.row(), w.version()) : array("w", w.row(), w.version(), w.columns());
        }
        if (op instanceof Read r) {
            return array("r", r.row(), r.version());
        }
        PredicateRead p = (PredicateRead) op;
        Object result = p.result() instanceof Rows rows
                ? new Raw(pairs(rows.rows().stream()
                        .map(seen -> array(seen.row(), seen.version()))
                        .toList()))
                : new Raw("{" + json(p.result().toString()) + ":" + json(((Aggregate) p.result()).value()) + "}");
        if (p.sees() == null) {
            return array("rp", p.table(), p.condition(), result);
        }
        String sees = pairs(p.sees().entrySet().stream()
                .map(e -> array(e.getKey(), e.getValue()))
                .toList());
        return array("rp", p.table(), p.condition(), result, new Raw("{\"sees\":" + sees + "}"));
    }

    /** What is JSON already. */
    private record Raw(String text) {}

    private static String pairs(List<String> pairs) {
        return "[" + String.join(",", pairs) + "]";
    }

    private static String array(Object... elements) {
        List<String> texts = new ArrayList<>();
        for (Object element : elements) {
            texts.add(json(element));
        }
        return pairs(texts);
    }

    private static String plain(List<Integer> list) {
        return list.toString().replace(" ", "");
    }

    private static String json(Object value) {
        if (value instanceof Raw raw) {
            return raw.text();
        }
        if (value instanceof Map<?, ?> map) {
            List<String> fields = new ArrayList<>();
            map.forEach((name, field) -> fields.add(json(name) + ":" + json(field)));
            return "{" + String.join(",", fields) + "}";
        }
        return value instanceof String s
                ? '"' + s.replace("\\", "\\\\").replace("\"", "\\\"") + '"'
                : String.valueOf(value);
    }
}
