package org.isolde.oracle.rows;

import static org.isolde.oracle.Draws.shuffled;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
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
 * unknown outcome has its end as well, if there are times. Snapshots are written as the version
 * sets that they stand for, or as they are.
 */
public final class RowText {
    private RowText() {}

    public static String of(RowHistory history) {
        return text(Snapshots.unfolded(history), null);
    }

    /**
     * The same with snapshots as they are, in the compact form: transactions get numbers, in whatever order, and those that are in
     * no snapshot perhaps none.
     */
    public static String withSnapshots(RowHistory h, SplittableRandom r) {
        Map<String, Integer> numbers = new HashMap<>();
        List<Txn> shuffled = r.nextBoolean() ? h.txns() : shuffled(r, h.txns());
        for (Txn t : shuffled) {
            boolean seen = h.txns().stream()
                    .anyMatch(u -> u.snapshot() != null && u.snapshot().contains(t.id()));
            if (seen || r.nextInt(8) > 0) {
                numbers.put(t.id(), 1 + numbers.size());
            }
        }
        return text(h, numbers);
    }

    private static String text(RowHistory h, Map<String, Integer> numbers) {
        List<String> lines = new ArrayList<>(List.of("{\"isolde\":1}"));
        for (int s = 0; s < h.sessions().size(); s++) {
            for (Txn t : h.sessions().get(s)) {
                lines.add(line(h, s, t, numbers));
            }
        }
        h.versions()
                .forEach((row, list) ->
                        lines.add("{\"versions\":{\"key\":" + json(row) + ",\"order\":" + plain(list) + "}}"));
        return String.join("\n", lines) + "\n";
    }

    private static String line(RowHistory h, int session, Txn t, Map<String, Integer> numbers) {
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
        if (numbers != null && numbers.containsKey(t.id())) {
            s.append(",\"number\":").append(numbers.get(t.id()));
        }
        if (numbers != null && t.snapshot() != null) {
            s.append(",\"snapshot\":").append(snapshot(t, numbers));
        }
        return s.append('}').toString();
    }

    private static String snapshot(Txn t, Map<String, Integer> numbers) {
        int upTo = t.snapshot().stream()
                .mapToInt(id -> numbers.getOrDefault(id, 0))
                .max()
                .orElse(0);
        List<Integer> but = numbers.entrySet().stream()
                .filter(e -> e.getValue() <= upTo && !t.snapshot().contains(e.getKey()))
                .map(Map.Entry::getValue)
                .toList();
        return "{\"upto\":" + upTo + ",\"but\":" + plain(but) + "}";
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
