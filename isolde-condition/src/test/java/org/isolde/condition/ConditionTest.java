package org.isolde.condition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConditionTest {
    private static final long SEED = Long.getLong("isolde.seed", System.nanoTime());
    private static final int CONDITIONS = Integer.getInteger("isolde.property.histories", 20_000);

    @Test
    void whatIsPrintedIsReadAgain() throws Exception {
        System.out.println("conditions: seed " + SEED);
        RandomConditions random = new RandomConditions(new SplittableRandom(SEED));
        for (int i = 0; i < CONDITIONS; i++) {
            Condition condition = random.condition();
            assertEquals(condition, Condition.parse(condition.text()), () -> condition.text() + ", seed " + SEED);
        }
    }

    /** One spelling: no parentheses that are not needed, keywords in lower case. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "a<5 AND b IS NOT NULL                | a < 5 and b is not null",
                "(a = 1 or (b = 2)) and not (c = 'x') | (a = 1 or b = 2) and not c = 'x'",
                "(a = 1 and b = 2) or a = 3           | a = 1 and b = 2 or a = 3",
                "not (not (a = 1 or b = 1))           | not not (a = 1 or b = 1)",
                "((a) + (b * 2)) % 3 = - 1            | (a + b * 2) % 3 = -1",
                "a - (b - 1) > -(a)                   | a - (b - 1) > -a",
                "(a - b) - 1 <> -(5)                  | a - b - 1 <> -(5)",
                "-(-5) = -(a + 1)                     | -(-5) = -(a + 1)",
                "a not in (1, null ,3)                | a not in (1, null, 3)",
                "c NOT LIKE 'it''s %'                 | c not like 'it''s %'",
                "a not between 1 and b + 1 or true    | a not between 1 and b + 1 or true",
                "null and Like_2 >= 'x'               | null and Like_2 >= 'x'",
                "a > -9223372036854775808             | a > -9223372036854775808",
            })
    void isPrintedInOneWay(String text, String printed) throws Exception {
        assertEquals(printed, Condition.parse(text).text());
        assertEquals(Condition.parse(text), Condition.parse(printed));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                // a = 2, b = null, c = 'aB', d = ''
                "a < 5                       | TRUE",
                "not (b < 5)                 | UNKNOWN",
                "a in (1, null)              | UNKNOWN",
                "a not in (1, null)          | UNKNOWN",
                "a in (2, null)              | TRUE",
                "a not in (2, null)          | FALSE",
                "b is null and z is null     | TRUE",
                "b = b                       | UNKNOWN",
                "b = 1 and false             | FALSE",
                "b = 1 or true               | TRUE",
                "null                        | UNKNOWN",
                "a between 3 and b           | FALSE",
                "a between b and 5           | UNKNOWN",
                "a not between 1 and 2       | FALSE",
                "-7 % 3 = -1                 | TRUE",
                "7 % -3 = 1                  | TRUE",
                "-a * 2 + 1 = -3             | TRUE",
                "a - 1 - 1 = 0               | TRUE",
                "b % 0 = 1                   | UNKNOWN",
                "c like 'a_'                 | TRUE",
                "c like 'A_'                 | FALSE",
                "c like '%B' and d like '%'  | TRUE",
                "d like '_'                  | FALSE",
                "c not like b                | UNKNOWN",
                "'a%b' like 'a\\%b'          | TRUE",
                "'axb' like 'a\\%b'          | FALSE",
                "'abcbc' like '%b_'          | TRUE",
                "'\ud83d\ude00' like '_'     | TRUE",
                "'\uff21' < '\ud83d\ude00'   | TRUE",
                "'B' < 'a'                   | TRUE",
                "'a' < 'aa'                  | TRUE",
                "A = 2                       | UNKNOWN",
            })
    void isPutToARow(String text, Truth expected) throws Exception {
        assertEquals(expected, evaluate(text, 2L, null, "aB", ""));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a = c",
                "c in (1)",
                "a between b and 'x'",
                "a % b = 0",
                "a + c = 1",
                "-c = 1",
                "a like '%'",
                "a * 9223372036854775807 = 1",
                "-(d - 9223372036854775807 - 1) = 1",
                "true or a = c",
                "c like '\\'"
            })
    void whatHasNoAnswerIsAnError(String text) {
        String message = assertThrows(ConditionException.class, () -> evaluate(text, 2L, 0L, "x", 0L))
                .getMessage();
        assertTrue(message.contains(", in: ") || message.contains("ends with its escape"), message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "\"\"             | 1  | expected a column, a number or a text, and the condition ends here",
                "a                | 1  | a value alone is no condition",
                "a = true         | 5  | true or false is no value",
                "a < b < c        | 7  | comparisons make no chain",
                "a = 1 b          | 7  | expected and, or, or the end, and here is b",
                "(a = 1           | 7  | expected \")\"",
                "a in ()          | 7  | expected a column",
                "a = 'x           | 5  | without its closing quote",
                "a = 1 and 'x'    | 11 | a value alone is no condition",
                "a not null       | 7  | expected in, between or like",
                "5 = 'x'          | 5  | never compared with a text",
                "a + 'x' = 1      | 5  | has to be an integer",
                "5 like 'x'       | 1  | has to be a text",
                "abs(a) = 1       | 1  | conditions have no functions: abs",
                "a = 1; drop      | 6  | a condition has no ;",
                "a = 99999999999999999999 | 5 | beyond 64 bits",
                "a = 5x           | 5  | neither a number nor a name",
                "a = --5          | 5  | would begin a comment",
                "(a < 5) is null  | 1  | true or false is no value",
                "\ud83d\ude00 = 1 | 1  | a condition has no \ud83d\ude00",
            })
    void whatIsNoConditionIsRefusedWithItsPlace(String text, int place, String problem) {
        String message = assertThrows(ConditionException.class, () -> Condition.parse(text))
                .getMessage();
        assertTrue(message.contains(", character " + place + ": "), message);
        assertTrue(message.contains(problem), message);
    }

    /** Whoever walks over it recurses; chains of operators are as deep as they are long. */
    @Test
    void whatIsTooDeepIsRefused() throws Exception {
        List<String> deep = List.of(
                "(".repeat(100_000) + "a = 1" + ")".repeat(100_000),
                "not ".repeat(100_000) + "a = 1",
                "- ".repeat(100_000) + "a = 1",
                "a" + " + 1".repeat(100_000) + " = 1");
        for (String text : deep) {
            assertTrue(assertThrows(ConditionException.class, () -> Condition.parse(text))
                    .getMessage()
                    .endsWith("nested more than 200 deep"));
        }
        String wide = "a = 1" + " or a = 1".repeat(100_000);
        assertEquals(wide, Condition.parse(wide).text());
        assertEquals(Truth.TRUE, evaluate(wide, 1L));
    }

    @Test
    void columns() throws Exception {
        String text = "b + 1 in (a, 2) and not (c like d or -e between f and 9 or g is null) and null = h";
        assertEquals(
                Set.of("a", "b", "c", "d", "e", "f", "g", "h"),
                Condition.parse(text).columns());
    }

    private static Truth evaluate(String text, Object... row) throws ConditionException {
        return new Evaluator(Condition.parse(text), RandomConditions.COLUMNS::indexOf)
                .evaluate(RandomConditions.cells(row));
    }
}
