package org.isolde.history.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.isolde.history.BadHistoryException;
import org.isolde.history.History;
import org.junit.jupiter.api.Test;

class TimekillerReaderTest {
    private static final String TRANSACTION =
            "{\"tid\":67,\"sid\":19,\"sts\":{\"p\":10,\"l\":1},\"cts\":{\"p\":12,\"l\":8},\"ops\":[{\"t\":\"w\",\"k\":7,\"v\":2}]}";

    private static String problem(String text) throws IOException {
        return Histories.problem(Format.TIMEKILLER, text);
    }

    @Test
    void readsAnArray() throws IOException {
        History history = Histories.read(
                Format.TIMEKILLER,
                "[" + TRANSACTION + ",\n"
                        + "{\"ops\":[{\"v\":[1,2],\"k\":\"l\",\"t\":\"read\"},{\"t\":\"a\",\"k\":\"l\",\"v\":3},{\"t\":\"append\",\"k\":\"l\",\"v\":4},"
                        + "{\"t\":\"r\",\"k\":7},{\"t\":\"write\",\"k\":8,\"v\":0},{\"t\":\"r\",\"k\":8,\"v\":null},{\"t\":\"r\",\"k\":8,\"v\":0}],"
                        + "\"cts\":{\"l\":\"3\",\"p\":\"1691420095436341\"},\"sts\":{\"p\":\"1691420095436340\"},\"sid\":\"s\",\"tid\":\"t\"}]\n");
        assertEquals("""
                initial null {}
                19: 67^10.1-12.8{w(7,2)}
                s: t^1691420095436340-1691420095436341.3{l(l,[1,2]) a(l,3) a(l,4) r(7,null) w(8,0) r(8,null) r(8,0)}
                """, Histories.dump(history));
    }

    @Test
    void readsLinesAndWarnsOfUnknownFields() throws IOException {
        History history = Histories.read(
                Format.TIMEKILLER, TRANSACTION + "\n\n" + TRANSACTION.replace("}]}", "}],\"note\":{\"a\":[]}}"));
        assertEquals(2, history.transactions());
        assertEquals(1, history.sessions());
        assertEquals(List.of("fields that Isolde does not know are ignored: 'note'"), history.warnings());
    }

    @Test
    void readsAcrossBuffers() throws IOException {
        StringBuilder array = new StringBuilder("[");
        int count = 20_000;
        for (int i = 0; i < count; i++) {
            array.append(i == 0 ? "" : i % 3 == 0 ? ", \n" : ",")
                    .append(TRANSACTION
                            .replace("67", Integer.toString(i))
                            .replace("\"k\":7", "\"k\":\"\\u00e9\u00e9" + i + "\""));
        }
        History history = Histories.read(Format.TIMEKILLER, array.append("]").toString());
        assertEquals(count, history.transactions());
        for (int i = 0; i < count; i++) {
            assertEquals(Integer.toString(i), history.transactionName(i + 1));
            assertEquals("\u00e9\u00e9" + i, history.keyName(history.key(i)));
        }
    }

    @Test
    void saysWhatIsWrongAndWhere() throws IOException {
        assertTrue(problem("").startsWith("input: byte 0: expected a transaction such as"), problem(""));
        assertTrue(problem("[").contains("found the end of the input"));
        assertTrue(problem("[" + TRANSACTION)
                .startsWith(
                        "input: byte " + (TRANSACTION.length() + 1) + ": expected a comma or the end of the array"));
        assertTrue(problem("[" + TRANSACTION + "]]").contains("the end of the input behind the array"));
        assertTrue(problem("[" + TRANSACTION + ",\n7]").startsWith("input:2: expected a transaction such as"));
        assertTrue(problem(TRANSACTION.replace("\"sid\":19,", "")).contains("found no \"sid\""));
        assertTrue(problem(TRANSACTION.replace("\"p\":12", "\"p\":\"x\"")).contains("found 'x'"));
        assertTrue(problem(TRANSACTION.replace("\"p\":12", "\"p\":12345678901234567890"))
                .contains("within 64 bits"));
        assertTrue(problem(TRANSACTION.replace(",\"v\":2", "")).contains("expected a single value \"v\" of a write"));
        assertTrue(problem(TRANSACTION.replace("\"w\"", "\"x\"")).contains("found 'x'"));
        assertTrue(problem("[".repeat(100_000)).startsWith("input: byte 1: expected a transaction"));
    }

    /** Operations that are spelled as most are, and read in one go, are what they are with a space in them. */
    @Test
    void anySpellingOfOperations() throws IOException {
        long seed = Long.getLong("isolde.seed", 17);
        Random random = new Random(seed);
        String[] numbers = {"0", "7", "42", "1234567", "12345678", "01", "-3", "1.5", "null", "\"x\"", "", "4]"};
        int read = 0;
        for (int i = 0; i < 2000; i++) {
            String kind =
                    random.nextInt(4) == 0 ? "xar".substring(random.nextInt(3)).substring(0, 1) : "w";
            String key = numbers[random.nextInt(random.nextInt(4) == 0 ? numbers.length : 5)];
            String value = numbers[random.nextInt(random.nextInt(3) == 0 ? numbers.length : 5)];
            String end = random.nextInt(9) == 0 ? "" : "}";
            String op = "\"t\":\"" + (random.nextBoolean() ? "r" : kind) + "\",\"k\":" + key + ",\"v\":" + value + end;
            String before = "[{\"tid\":1,\"sid\":0,\"sts\":{\"p\":1,\"l\":0},\"cts\":{\"p\":2,\"l\":0},\"ops\":[{";
            String behind = "]}" + " ".repeat(80) + "]";
            String plain = outcome(before + op + behind);
            assertEquals(outcome(before + " " + op + behind), plain, "seed " + seed + ": " + op);
            read += plain.isEmpty() ? 0 : 1;
        }
        assertTrue(read > 500 && read < 1900, read + " were read");
    }

    /** What was read; nothing if it was refused. */
    private static String outcome(String text) throws IOException {
        try {
            return Histories.dump(Histories.read(Format.TIMEKILLER, text));
        } catch (BadHistoryException e) {
            return "";
        }
    }
}
