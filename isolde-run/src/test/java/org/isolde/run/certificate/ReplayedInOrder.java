package org.isolde.run.certificate;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.isolde.condition.Cells;
import org.isolde.condition.Condition;
import org.isolde.condition.ConditionException;
import org.isolde.condition.Evaluator;
import org.isolde.condition.Truth;
import org.isolde.run.record.JsonTree;

/**
 * Replays the committed transactions of a history file in their expected order, one after the other, on one table in memory, in
 * the plainest way: each predicate read must give what it gave. It sees only what is in the file, as JSON.
 */
final class ReplayedInOrder {
    private static final List<String> COLUMNS = List.of("id", "a", "b");

    /** A version that is there: its name and its columns. */
    private record Version(long name, Map<String, Object> columns) {}

    private final Map<String, Version> state = new TreeMap<>();
    private final List<String> differences = new ArrayList<>();
    private int reads;
    private int withoutPlace;

    private ReplayedInOrder() {}

    static ReplayedInOrder of(Path file) throws Exception {
        ReplayedInOrder all = new ReplayedInOrder();
        List<Map<String, Object>> transactions = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            Map<String, Object> fields = JsonTree.object(line.getBytes(java.nio.charset.StandardCharsets.UTF_8));
            if (fields.containsKey("ops") && !fields.containsKey("status")) {
                if (fields.containsKey("order")) {
                    transactions.add(fields);
                } else {
                    all.withoutPlace++;
                }
            }
        }
        // the sort is stable: those at one place are in the order of the file
        transactions.sort(Comparator.comparingDouble(fields -> JsonTree.number(fields.get("order"))));
        for (Map<String, Object> transaction : transactions) {
            for (Object op : JsonTree.list(transaction.get("ops"))) {
                all.replay(JsonTree.list(op), transaction);
            }
        }
        return all;
    }

    /** Predicate reads that gave something else, and writes that can't be. */
    List<String> differences() {
        return differences;
    }

    int reads() {
        return reads;
    }

    /** Committed transactions that the order does not name. */
    int withoutPlace() {
        return withoutPlace;
    }

    private void replay(List<Object> op, Map<String, Object> transaction) throws ConditionException {
        switch (String.valueOf(op.get(0))) {
            case "w" -> state.put(String.valueOf(op.get(1)), new Version((Long) op.get(2), JsonTree.map(op.get(3))));
            case "d" -> {
                if (state.remove(String.valueOf(op.get(1))) == null) {
                    differences.add(transaction + " deletes " + op + ", which is not there");
                }
            }
            case "rp" -> read(op, transaction);
            default -> throw new IllegalArgumentException("no operation on rows: " + op);
        }
    }

    private void read(List<Object> op, Map<String, Object> transaction) throws ConditionException {
        reads++;
        Evaluator evaluator = new Evaluator(Condition.parse(String.valueOf(op.get(2))), COLUMNS::indexOf);
        Map<String, Version> matching = new HashMap<>();
        for (Map.Entry<String, Version> row : state.entrySet()) {
            if (evaluator.evaluate(cells(row.getValue().columns())) == Truth.TRUE) {
                matching.put(row.getKey(), row.getValue());
            }
        }
        Object given = op.get(3);
        boolean right = given instanceof Map<?, ?>
                ? isAggregate(JsonTree.map(given), matching)
                : rows(JsonTree.list(given)).equals(names(matching));
        if (!right) {
            differences.add(op + " at " + transaction.get("order") + ": the state has " + names(matching));
        }
    }

    private static Set<String> rows(List<Object> given) {
        Set<String> rows = new TreeSet<>();
        given.forEach(each ->
                rows.add(JsonTree.list(each).get(0) + "=" + JsonTree.list(each).get(1)));
        return rows;
    }

    private static Set<String> names(Map<String, Version> matching) {
        Set<String> names = new TreeSet<>();
        matching.forEach((row, version) -> names.add(row + "=" + version.name()));
        return names;
    }

    private static boolean isAggregate(Map<String, Object> given, Map<String, Version> matching) {
        String function = given.keySet().iterator().next();
        List<Long> values = new ArrayList<>();
        String column = function.replaceAll(".*\\(|\\)", "");
        matching.values().forEach(version -> values.add((Long) version.columns().get(column)));
        values.removeIf(Objects::isNull);
        Long expected = switch (function.replaceAll("\\(.*", "")) {
            case "count" -> (Long) (long) matching.size();
            case "min" -> values.stream().min(Long::compare).orElse(null);
            case "max" -> values.stream().max(Long::compare).orElse(null);
            default -> values.stream().reduce(Long::sum).orElse(null);
        };
        return Objects.equals(expected, given.get(function));
    }

    private static Cells cells(Map<String, Object> columns) {
        return new Cells() {
            @Override
            public boolean isNull(int column) {
                return columns.get(COLUMNS.get(column)) == null;
            }

            @Override
            public boolean isText(int column) {
                return false;
            }

            @Override
            public long integer(int column) {
                return (Long) columns.get(COLUMNS.get(column));
            }

            @Override
            public String text(int column) {
                throw new IllegalStateException("no texts here");
            }
        };
    }
}
