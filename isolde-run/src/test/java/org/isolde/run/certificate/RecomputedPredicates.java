package org.isolde.run.certificate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.isolde.condition.Cells;
import org.isolde.condition.Condition;
import org.isolde.condition.ConditionException;
import org.isolde.condition.Evaluator;
import org.isolde.condition.Truth;
import org.isolde.history.History;
import org.isolde.history.OpKind;
import org.isolde.history.Rows;
import org.isolde.history.Scalars;

/**
 * Puts each condition of a history to its version set, row by row, in the plainest way: what comes out must be what came back.
 * It shares nothing with the recovery but the evaluator of conditions, and sees only what is in the file.
 */
final class RecomputedPredicates {
    private final History history;
    private final Rows rows;
    /** The version order of each row: values, by the row's key. */
    private final Map<Integer, int[]> chains = new HashMap<>();

    private final List<String> differences = new ArrayList<>();
    private int compared;
    private int withoutVersionSet;

    private RecomputedPredicates(History history) {
        this.history = history;
        this.rows = history.rows();
        for (int chain = 0; chain < history.versionChains(); chain++) {
            chains.put(history.versionChainKey(chain), history.versionChain(chain));
        }
    }

    static RecomputedPredicates of(History history) throws ConditionException {
        RecomputedPredicates all = new RecomputedPredicates(history);
        for (int p = 0; p < all.rows.predicates(); p++) {
            if (all.rows.hasVersionSet(p)) {
                all.compare(p);
            } else {
                all.withoutVersionSet++;
            }
        }
        return all;
    }

    /** Predicate reads whose version set gives something else than what came back. */
    List<String> differences() {
        return differences;
    }

    int compared() {
        return compared;
    }

    int withoutVersionSet() {
        return withoutVersionSet;
    }

    private void compare(int p) throws ConditionException {
        compared++;
        Condition condition = rows.conditions().get(rows.condition(p));
        Map<String, Integer> columns = new HashMap<>();
        for (int column = 0; column < rows.columnCount(); column++) {
            columns.put(rows.columnName(column), column);
        }
        Evaluator evaluator = new Evaluator(condition, name -> columns.getOrDefault(name, -1));
        Set<String> matching = new TreeSet<>();
        List<Map<Integer, Long>> images = new ArrayList<>();
        for (Map.Entry<Integer, Integer> seen : versionSet(p).entrySet()) {
            int writeOp = history.writeOp(seen.getValue());
            Map<Integer, Long> image = image(writeOp);
            if (history.kind(writeOp) != OpKind.DELETE && evaluator.evaluate(cells(image)) == Truth.TRUE) {
                matching.add(history.keyName(seen.getKey()) + "=" + history.valueName(seen.getValue()));
                images.add(image);
            }
        }
        if (rows.aggregate(p) == null) {
            Set<String> cameBack = new TreeSet<>();
            for (int op = rows.firstItem(p); op < rows.firstItem(p) + rows.items(p); op++) {
                cameBack.add(history.keyName(history.key(op)) + "=" + history.valueName(history.value(op)));
            }
            check(p, condition, matching, cameBack);
        } else {
            check(p, condition, aggregate(p, images), rows.aggregateValue(p));
        }
    }

    private void check(int p, Condition condition, Object expected, Object cameBack) {
        if (!expected.equals(cameBack)) {
            differences.add(history.transactionName(rows.transaction(p)) + " ("
                    + history.status(rows.transaction(p)) + "): " + condition.text() + " gives " + expected
                    + " and gave " + cameBack + "; " + snapshot(p));
        }
    }

    private String snapshot(int p) {
        int s = rows.snapshot(p);
        if (s < 0) {
            return "explicit";
        }
        Set<Long> but = new TreeSet<>();
        for (int i = rows.butFirst(s); i < rows.butFirst(s + 1); i++) {
            but.add(rows.but(i));
        }
        return "up to " + rows.upTo(s) + " but " + but + ", beside it " + (rows.seesFirst(p + 1) - rows.seesFirst(p))
                + ", number " + rows.number(rows.transaction(p));
    }

    private Long aggregate(int p, List<Map<Integer, Long>> images) {
        if (rows.aggregate(p) == Rows.Aggregate.COUNT) {
            return (long) images.size();
        }
        List<Long> values = new ArrayList<>();
        images.forEach(image -> values.add(image.get(rows.aggregateColumn(p))));
        values.removeIf(value -> value == null);
        return switch (rows.aggregate(p)) {
            case MIN -> values.stream().min(Long::compare).orElse(Scalars.NULL);
            case MAX -> values.stream().max(Long::compare).orElse(Scalars.NULL);
            default -> values.stream().reduce(Long::sum).orElse(Scalars.NULL);
        };
    }

    /** The version of each row that was there, by key. */
    private Map<Integer, Integer> versionSet(int p) {
        int transaction = rows.transaction(p);
        Map<Integer, Integer> set = new HashMap<>();
        int snapshot = rows.snapshot(p);
        if (snapshot >= 0) {
            Set<Long> but = new HashSet<>();
            for (int i = rows.butFirst(snapshot); i < rows.butFirst(snapshot + 1); i++) {
                but.add(rows.but(i));
            }
            chains.forEach((key, chain) -> {
                for (int value : chain) {
                    int writer = history.writer(value);
                    long number = rows.number(writer);
                    if (writer != transaction && number <= rows.upTo(snapshot) && !but.contains(number)) {
                        set.put(key, value);
                    }
                }
            });
            for (int op = history.firstOp(transaction); op < rows.firstItem(p); op++) {
                if (history.isWrite(op)) {
                    set.put(history.key(op), history.value(op));
                }
            }
        }
        for (int entry = rows.seesFirst(p); entry < rows.seesFirst(p + 1); entry++) {
            set.put(rows.seesKey(entry), rows.seesValue(entry));
        }
        return set;
    }

    private Map<Integer, Long> image(int writeOp) {
        Map<Integer, Long> image = new HashMap<>();
        int found = rows.image(writeOp);
        for (int entry = found < 0 ? 0 : rows.imageFirst(found); found >= 0 && entry < rows.imageEnd(found); entry++) {
            long value = rows.imageValue(entry);
            image.put(rows.imageColumn(entry), value == Scalars.NULL ? null : (Long) value);
        }
        return image;
    }

    private static Cells cells(Map<Integer, Long> image) {
        return new Cells() {
            @Override
            public boolean isNull(int column) {
                return image.get(column) == null;
            }

            @Override
            public boolean isText(int column) {
                return false;
            }

            @Override
            public long integer(int column) {
                return image.get(column);
            }

            @Override
            public String text(int column) {
                throw new IllegalStateException("no texts here");
            }
        };
    }
}
