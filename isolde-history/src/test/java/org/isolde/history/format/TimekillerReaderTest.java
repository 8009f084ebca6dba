package org.isolde.history.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
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
}
