package org.isolde.oracle.rows;

import static org.isolde.oracle.Draws.pick;
import static org.isolde.oracle.Draws.shuffled;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.isolde.oracle.TinyHistory.Status;
import org.isolde.oracle.rows.RowHistory.Aggregate;
import org.isolde.oracle.rows.RowHistory.Function;
import org.isolde.oracle.rows.RowHistory.Op;
import org.isolde.oracle.rows.RowHistory.PredicateRead;
import org.isolde.oracle.rows.RowHistory.Read;
import org.isolde.oracle.rows.RowHistory.Result;
import org.isolde.oracle.rows.RowHistory.Rows;
import org.isolde.oracle.rows.RowHistory.Seen;
import org.isolde.oracle.rows.RowHistory.Txn;
import org.isolde.oracle.rows.RowHistory.Write;

/**
 * Anomalies whose reads are of items, of predicates, or counted, by chance. A shape is a text of transactions: {@code x2} writes
 * version 2 of x (with a = 2), {@code [x2 y0]} looks at x and y and sees version 2 and none.
 */
final class RowShapes {
    /** By name. The last is none. */
    static final Map<String, String> SHAPES = new LinkedHashMap<>();

    static {
        SHAPES.put("phantom", "x1 | [x0] [x1]");
        SHAPES.put("skew", "[x0 y0] x1 | [x0 y0] y1");
        SHAPES.put("read-only-skew", "[x0 y0] x1 | y1 | [x0 y1]");
        SHAPES.put("long-fork", "x1 | y1 | [x1 y0] | [x0 y1]");
        SHAPES.put("causality", "x1 | [x1] y1 | [x0 y1]");
        SHAPES.put("circle", "x1 [y1] | y1 [x1]");
        SHAPES.put("fracture", "x1 y1 | [x1] [y0]");
        SHAPES.put("single", "x1 | x2 y1 | [x1] [y1]");
        SHAPES.put("lost-update", "x1 | [x1] x2 | [x1] x3");
        SHAPES.put("dirty-writes", "x1 y2 | x2 y1 | [x2 y2]");
        SHAPES.put("stale", "x1 | x2 | [x2] | [x1]");
        SHAPES.put("two-apart", "[x0] y1 | [y0] z1 | [z0] x1");
        SHAPES.put("fine", "x1 | [x1] y1 | [x1 y1]");
    }

    private RowShapes() {}

    static RowHistory like(String shape, SplittableRandom r) {
        String[] texts = shape.split(" \\| ");
        List<List<Op>> txns = new ArrayList<>();
        Map<String, List<Integer>> versions = new TreeMap<>();
        for (String text : texts) {
            List<Op> ops = new ArrayList<>();
            for (String part : text.split(" (?![^\\[]*\\])")) {
                if (part.startsWith("[")) {
                    ops.addAll(look(
                            Arrays.asList(part.substring(1, part.length() - 1).split(" ")), ops, r));
                } else {
                    ops.add(version(part));
                    versions.computeIfAbsent(row(part), x -> new ArrayList<>()).add(number(part));
                }
            }
            txns.add(ops);
        }
        versions.values().forEach(list -> list.sort(null));
        List<List<Txn>> sessions = new ArrayList<>();
        List<String> order = new ArrayList<>();
        for (int t = 0; t < txns.size(); t++) {
            String id = "T" + (t + 1);
            order.add(id);
            if (sessions.isEmpty() || r.nextInt(4) > 0) {
                sessions.add(new ArrayList<>());
            }
            sessions.get(sessions.size() - 1).add(new Txn(id, Status.COMMITTED, txns.get(t), -1, -1));
        }
        return new RowHistory(sessions, versions, r.nextBoolean() ? order : shuffled(r, order));
    }

    /** Reads of the items, or one question about them that they bear on. Own rows are as they are. */
    private static List<Op> look(List<String> parts, List<Op> before, SplittableRandom r) {
        if (r.nextInt(4) == 0) {
            return parts.stream()
                    .map(part -> (Op) new Read(row(part), number(part) == 0 ? null : (Integer) number(part)))
                    .toList();
        }
        Map<String, Write> seen = new TreeMap<>();
        parts.stream().filter(part -> number(part) > 0).forEach(part -> seen.put(row(part), version(part)));
        for (Op op : before) {
            if (op instanceof Write w) {
                seen.put(w.row(), w);
            }
        }
        Map<String, Integer> sees = new TreeMap<>();
        seen.forEach((row, w) -> sees.put(row, w.version()));
        String condition = pick(r, List.of("true", "a = 1", "a >= 1", "a = 2", "a < 9", "a > 2 or a = 1"));
        Result form = pick(
                r,
                List.of(
                        new Rows(List.<Seen>of()),
                        new Aggregate(Function.COUNT, null, null),
                        new Aggregate(Function.SUM, "a", null)));
        Result result = Answers.of(condition, form, seen.values());
        return List.of(new PredicateRead("t", condition, result, sees));
    }

    private static Write version(String part) {
        return new Write(row(part), number(part), Map.of("a", (long) number(part)));
    }

    private static String row(String part) {
        return "t/" + part.charAt(0);
    }

    private static int number(String part) {
        return part.charAt(1) - '0';
    }
}
