package org.isolde.check.expected;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.isolde.check.graph.IntList;
import org.isolde.condition.Condition;
import org.isolde.condition.ConditionException;
import org.isolde.condition.Evaluator;
import org.isolde.condition.Truth;
import org.isolde.history.History;
import org.isolde.history.OpKind;
import org.isolde.history.format.Format;
import org.isolde.history.format.Source;
import org.junit.jupiter.api.Test;

/** Conditions on a table that changes all the time, by its indexes, against putting them to every row. */
class AskedTest {
    private static final long SEED = Long.getLong("isolde.seed", System.nanoTime());
    private static final int ROWS = 70;
    private static final int CHANGES = 3_000;
    /** Column a has integers, b texts, c both, d is in some versions only, e in none. */
    private static final List<String> PARTS = List.of(
            "a < N",
            "a <= N",
            "a > N",
            "a >= N",
            "a = N",
            "a <> N",
            "N < a",
            "N >= a",
            "a between N and N",
            "a not between N and N",
            "a in (N, N, null)",
            "a not in (N, N)",
            "a is null",
            "a is not null",
            "a = null",
            "b < T",
            "b = T",
            "b >= T",
            "b in (T, T)",
            "b not in (T, null)",
            "b is not null",
            "b like '%1%'",
            "d > N",
            "d <> N",
            "a < d",
            "a + 1 > N",
            "e = N",
            "e is null",
            "true",
            "false",
            "null",
            "c is null",
            "a = N or a > N",
            "not (a < N and a <> N)",
            "not (b = T)",
            "-a < N",
            "d between N and a");

    private final SplittableRandom random = new SplittableRandom(SEED);

    @Test
    void indexesFindWhatMatches() throws Exception {
        System.out.println("asked: seed " + SEED);
        History history = history();
        Tables tables = new Tables(history);
        Table table = tables.table(0);
        List<Condition> conditions = new ArrayList<>();
        List<Asked> asked = new ArrayList<>();
        int found = 0;
        int failed = 0;
        for (int op = 0; op < history.operations(); op++) {
            int row = tables.rowOf(history.key(op));
            if (history.kind(op) == OpKind.DELETE) {
                table.delete(row);
            } else {
                table.write(row, op);
            }
            for (int ask = random.nextInt(4); ask > 0; ask--) {
                boolean again = !asked.isEmpty() && random.nextBoolean();
                int number = again ? random.nextInt(asked.size()) : asked.size();
                if (!again) {
                    conditions.add(Condition.parse(condition(2)));
                    asked.add(new Asked(table, conditions.get(number)));
                }
                int matching = compare(asked.get(number), conditions.get(number), table, history);
                found += Math.max(0, matching);
                failed += matching < 0 ? 1 : 0;
            }
        }
        assertTrue(found > CHANGES && failed > 10, found + " found, " + failed + " failed");
    }

    /** How many rows match; -1 if the condition fails, which it then does both ways. */
    private int compare(Asked asked, Condition condition, Table table, History history) {
        String message = "-Disolde.seed=" + SEED + ", " + condition.text();
        TreeSet<Integer> right = new TreeSet<>();
        Evaluator evaluator = new Evaluator(condition, table::columnNumber);
        boolean fails = false;
        for (int row = 0; row < table.size(); row++) {
            try {
                if (table.present(row) >= 0 && evaluator.evaluate(table.version(row)) == Truth.TRUE) {
                    right.add(row);
                }
            } catch (ConditionException e) {
                fails = true;
            }
        }
        try {
            boolean countsFirst = random.nextBoolean();
            int count = countsFirst ? asked.count() : -1;
            IntList list = new IntList();
            asked.list(list);
            count = countsFirst ? count : asked.count();
            TreeSet<Integer> rows = new TreeSet<>();
            for (int i = 0; i < list.size(); i++) {
                assertTrue(rows.add(list.get(i)), message);
                assertTrue(asked.matches(list.get(i)), message);
            }
            assertEquals(right, rows, message);
            assertEquals(right.size(), count, message);
            assertTrue(!fails, message + " does not fail by indexes");
        } catch (ConditionException e) {
            assertTrue(fails, message + ": " + e.getMessage());
        }
        return fails ? -1 : right.size();
    }

    private String condition(int depth) {
        int kind = random.nextInt(depth == 0 ? 1 : 5);
        return switch (kind) {
            case 1 -> "(" + condition(depth - 1) + " or " + condition(depth - 1) + ")";
            case 2, 3 -> condition(depth - 1) + " and " + condition(depth - 1);
            case 4 -> "not (" + condition(depth - 1) + ")";
            default -> part();
        };
    }

    private String part() {
        // an integer against a text, now and then
        if (random.nextInt(40) == 0) {
            return "c < 5";
        }
        StringBuilder text = new StringBuilder();
        for (char c : PARTS.get(random.nextInt(PARTS.size())).toCharArray()) {
            text.append(c == 'N' ? "" + (random.nextInt(24) - 2) : c == 'T' ? "'t" + random.nextInt(12) + "'" : "" + c);
        }
        return text.toString();
    }

    private History history() throws Exception {
        StringBuilder text = new StringBuilder("{\"isolde\":1}\n{\"session\":1,\"ops\":[");
        for (int i = 0; i < CHANGES; i++) {
            String row = "\"t/" + random.nextInt(ROWS) + "\"," + (i + 1);
            text.append(i == 0 ? "" : ",")
                    .append(random.nextInt(6) == 0 ? "[\"d\"," + row + "]" : "[\"w\"," + row + "," + columns() + "]");
        }
        text.append(",[\"rp\",\"t\",\"e = 1\",[]]]}\n");
        byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
        try (Source source = Source.of("rows", new ByteArrayInputStream(bytes))) {
            return Format.ISOLDE.read(source);
        }
    }

    private String columns() {
        String a = random.nextInt(5) == 0 ? "null" : "" + random.nextInt(20);
        String b = random.nextInt(5) == 0 ? "null" : "\"t" + random.nextInt(12) + "\"";
        String c = random.nextInt(300) == 0 ? "\"text\"" : "" + random.nextInt(5);
        return "{\"a\":" + a + ",\"b\":" + b + ",\"c\":" + c
                + (random.nextBoolean() ? "" : ",\"d\":" + random.nextInt(20)) + "}";
    }
}
