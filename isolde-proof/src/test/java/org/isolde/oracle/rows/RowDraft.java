package org.isolde.oracle.rows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.isolde.oracle.TinyHistory.Status;
import org.isolde.oracle.rows.RowHistory.Aggregate;
import org.isolde.oracle.rows.RowHistory.Function;
import org.isolde.oracle.rows.RowHistory.Op;
import org.isolde.oracle.rows.RowHistory.PredicateRead;
import org.isolde.oracle.rows.RowHistory.Read;
import org.isolde.oracle.rows.RowHistory.Rows;
import org.isolde.oracle.rows.RowHistory.Seen;
import org.isolde.oracle.rows.RowHistory.Txn;
import org.isolde.oracle.rows.RowHistory.Write;

/** Histories of rows written by hand: in table {@code t}, where a row is named without its table. */
final class RowDraft {
    private final Map<String, List<Txn>> sessions = new LinkedHashMap<>();
    private final Map<String, List<Integer>> versions = new TreeMap<>();
    private List<String> order;

    /** A committed transaction in a session of its own. */
    RowDraft txn(String id, Op... ops) {
        return txn(id, id, Status.COMMITTED, ops);
    }

    RowDraft txn(String id, String session, Status status, Op... ops) {
        sessions.computeIfAbsent(session, s -> new ArrayList<>()).add(new Txn(id, status, List.of(ops), -1, -1));
        return this;
    }

    RowDraft versions(String row, Integer... list) {
        versions.put(name(row), List.of(list));
        return this;
    }

    RowDraft order(String... ids) {
        order = List.of(ids);
        return this;
    }

    RowHistory done() {
        return new RowHistory(List.copyOf(sessions.values()), versions, order);
    }

    /** A version with one column a, an Integer or null. */
    static Write w(String row, int version, Integer a) {
        Map<String, Object> columns = new TreeMap<>();
        columns.put("a", a == null ? null : (Object) a.longValue());
        return new Write(name(row), version, columns);
    }

    static Write d(String row, int version) {
        return new Write(name(row), version, null);
    }

    static Read r(String row, Integer version) {
        return new Read(name(row), version);
    }

    /** Rows as in {@code "x1 y2"}: version 1 of x and version 2 of y. */
    static PredicateRead rp(String condition, String rows, String sees) {
        List<Seen> result = new ArrayList<>();
        pairs(rows).forEach(pair -> result.add(new Seen(row(pair), version(pair))));
        return new PredicateRead("t", condition, new Rows(result), set(sees));
    }

    static PredicateRead count(String condition, long count, String sees) {
        return figure(Function.COUNT, condition, count, sees);
    }

    /** An aggregate of column a. */
    static PredicateRead figure(Function function, String condition, Long value, String sees) {
        return new PredicateRead(
                "t", condition, new Aggregate(function, function == Function.COUNT ? null : "a", value), set(sees));
    }

    private static Map<String, Integer> set(String sees) {
        if (sees == null) {
            return null;
        }
        Map<String, Integer> set = new TreeMap<>();
        pairs(sees).forEach(pair -> set.put(row(pair), version(pair)));
        return set;
    }

    private static List<String> pairs(String text) {
        return Arrays.stream(text.split(" ")).filter(pair -> !pair.isEmpty()).toList();
    }

    private static String row(String pair) {
        return name(pair.substring(0, 1));
    }

    private static int version(String pair) {
        return Integer.parseInt(pair.substring(1));
    }

    private static String name(String row) {
        return row.contains("/") ? row : "t/" + row;
    }
}
