package org.isolde.oracle.rows;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.isolde.condition.Cells;
import org.isolde.condition.Condition;
import org.isolde.condition.ConditionException;
import org.isolde.condition.Evaluator;
import org.isolde.condition.Truth;
import org.isolde.oracle.rows.RowHistory.Aggregate;
import org.isolde.oracle.rows.RowHistory.PredicateRead;
import org.isolde.oracle.rows.RowHistory.Result;
import org.isolde.oracle.rows.RowHistory.Rows;
import org.isolde.oracle.rows.RowHistory.Seen;
import org.isolde.oracle.rows.RowHistory.Write;

/** What conditions and aggregates give on versions of rows. */
final class Answers {
    /** What was read of conditions, which come again and again. */
    private static final Map<String, Condition> READ = new ConcurrentHashMap<>();

    private Answers() {}

    /** Whether a version (null: the unborn one) matches. */
    static boolean matches(String condition, Write version) {
        if (version == null || version.isDead()) {
            return false;
        }
        try {
            Condition tree = READ.get(condition);
            if (tree == null) {
                tree = Condition.parse(condition);
                READ.put(condition, tree);
            }
            List<String> names = List.copyOf(tree.columns());
            return new Evaluator(tree, names::indexOf).evaluate(cells(names, version.columns())) == Truth.TRUE;
        } catch (ConditionException e) {
            throw new IllegalArgumentException(condition, e);
        }
    }

    private static Cells cells(List<String> names, Map<String, Object> columns) {
        return new Cells() {
            @Override
            public boolean isNull(int column) {
                return columns.get(names.get(column)) == null;
            }

            @Override
            public boolean isText(int column) {
                return columns.get(names.get(column)) instanceof String;
            }

            @Override
            public long integer(int column) {
                return (Long) columns.get(names.get(column));
            }

            @Override
            public String text(int column) {
                return (String) columns.get(names.get(column));
            }
        };
    }

    /** Those of the versions that match. */
    static List<Write> matching(String condition, Collection<Write> versions) {
        return versions.stream().filter(v -> matches(condition, v)).toList();
    }

    /** What the condition gives on these versions, in the form of another answer. */
    static Result of(String condition, Result form, Collection<Write> versions) {
        List<Write> matching = matching(condition, versions);
        if (form instanceof Rows) {
            return new Rows(
                    matching.stream().map(v -> new Seen(v.row(), v.version())).toList());
        }
        Aggregate a = (Aggregate) form;
        List<Object> values = new ArrayList<>();
        for (Write v : matching) {
            if (a.column() != null && v.columns().get(a.column()) != null) {
                values.add(v.columns().get(a.column()));
            }
        }
        Object value = switch (a.function()) {
            case COUNT -> (long) matching.size();
            case MIN -> values.stream().min(BY_SIZE).orElse(null);
            case MAX -> values.stream().max(BY_SIZE).orElse(null);
            case SUM ->
                values.stream()
                        .map(v -> BigInteger.valueOf((Long) v))
                        .reduce(BigInteger::add)
                        .map(BigInteger::longValueExact)
                        .orElse(null);
        };
        return new Aggregate(a.function(), a.column(), value);
    }

    /** Integers, or texts by code point. */
    private static final Comparator<Object> BY_SIZE = (left, right) -> left instanceof Long a
            ? Long.compare(a, (Long) right)
            : Arrays.compare(
                    ((String) left).codePoints().toArray(),
                    ((String) right).codePoints().toArray());

    /** Whether what came back is what the condition gives on these versions; a row twice is never. */
    static boolean agrees(PredicateRead read, Collection<Write> versions) {
        Result expected = of(read.condition(), read.result(), versions);
        if (read.result() instanceof Rows rows) {
            List<Seen> right = ((Rows) expected).rows();
            return rows.rows().size() == right.size() && new HashSet<>(rows.rows()).equals(new HashSet<>(right));
        }
        return Objects.equals(((Aggregate) read.result()).value(), ((Aggregate) expected).value());
    }
}
