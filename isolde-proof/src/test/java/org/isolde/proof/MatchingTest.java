package org.isolde.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.isolde.condition.Cells;
import org.isolde.condition.Condition;
import org.isolde.condition.Evaluator;
import org.isolde.condition.RandomConditions;
import org.isolde.condition.Truth;
import org.isolde.history.History;
import org.isolde.history.Rows;
import org.junit.jupiter.api.Test;

/** The proof checker's evaluator of conditions, against the other one. */
class MatchingTest {
    private static final long SEED = Long.getLong("isolde.seed", System.nanoTime());
    private static final int CONDITIONS = 2000;
    private static final int ROWS = 20;

    @Test
    void randomConditionsMatchTheSameRows() throws Exception {
        RandomConditions draw = new RandomConditions(new SplittableRandom(SEED));
        List<Object[]> cells = new ArrayList<>();
        StringBuilder text = new StringBuilder("{\"isolde\":1}\n{\"session\":0,\"ops\":[");
        for (int i = 0; i < ROWS; i++) {
            cells.add(draw.row());
            text.append(i == 0 ? "" : ",")
                    .append("[\"w\",\"t/")
                    .append(i)
                    .append("\",1,")
                    .append(json(cells.get(i)));
            text.append("]");
        }
        for (int i = 0; i < CONDITIONS; i++) {
            text.append(",[\"rp\",\"t\",").append(json(draw.condition().text())).append(",[]]");
        }
        History history = RowProofs.read(text.append("]}\n").toString());
        Rows rows = history.rows();
        Matching matching = new Matching(history);
        int matched = 0;
        for (int condition = 0; condition < rows.conditions().size(); condition++) {
            Condition tree = rows.conditions().get(condition);
            Evaluator other = new Evaluator(tree, RandomConditions.COLUMNS::indexOf);
            for (int i = 0; i < ROWS; i++) {
                boolean expected = other.evaluate(cells(cells.get(i))) == Truth.TRUE;
                String message = "seed " + SEED + ": " + tree.text() + " of " + json(cells.get(i));
                assertEquals(expected, matching.matches(condition, i), message);
                matched += expected ? 1 : 0;
            }
        }
        assertTrue(matched > CONDITIONS && matched < CONDITIONS * (ROWS - 1), "seed " + SEED + ": " + matched);
    }

    /** What no version can be asked is told, and is no answer. */
    @Test
    void whatHasNoAnswer() {
        for (String condition : List.of(
                "a < 'x'",
                "b + 1 = 2",
                "a % 0 = 1",
                "a * 9223372036854775807 > 1",
                "-b = 1",
                "a like '%'",
                "b like '\\\\'",
                "a in (1, 'x')",
                "a between 'x' and 3")) {
            History history = RowProofs.read("{\"isolde\":1}\n{\"session\":0,\"ops\":[[\"w\",\"t/x\",1,"
                    + "{\"a\":7,\"b\":\"p\"}],[\"rp\",\"t\",\"" + condition + "\",[]]]}\n");
            assertThrows(Matching.Unanswerable.class, () -> new Matching(history).matches(0, 0), condition);
        }
    }

    private static Cells cells(Object[] row) {
        return new Cells() {
            @Override
            public boolean isNull(int column) {
                return row[column] == null;
            }

            @Override
            public boolean isText(int column) {
                return row[column] instanceof String;
            }

            @Override
            public long integer(int column) {
                return (Long) row[column];
            }

            @Override
            public String text(int column) {
                return (String) row[column];
            }
        };
    }

    private static String json(Object[] row) {
        List<String> fields = new ArrayList<>();
        for (int i = 0; i < row.length; i++) {
            Object value = row[i];
            fields.add(json(RandomConditions.COLUMNS.get(i)) + ":" + (value instanceof String s ? json(s) : value));
        }
        return "{" + String.join(",", fields) + "}";
    }

    private static String json(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
