package org.isolde.history.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isolde.history.BadHistoryException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonReaderTest {
    @Test
    void valuesOfAllKinds() throws Exception {
        Map<String, Object> expected = new LinkedHashMap<>();
        expected.put("a", Arrays.asList(1L, -2.5, "x\"\u00e9\n", null, true, List.of(), Map.of()));
        expected.put("b", Map.of("c", false));
        Object read =
                JsonReader.read("{\"a\" : [1, -2.5, \"x\\\"\\u00e9\\n\", null, true, [], {}],\n \"b\":{\"c\":false}}");
        assertEquals(expected, read);
        assertEquals(
                read,
                JsonReader.read(Json.of(Map.of("b", Map.of("c", false)))
                        .replace("{\"b\"", "{\"a\":[1,-2.5,\"x\\\"\u00e9\\n\",null,true,[],{}],\"b\"")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[1,]", "{\"a\" 1}", "1 2", "nul", "\"x", "{\"a\":}", "-"})
    void whatIsNoJsonIsRefused(String text) {
        assertThrows(BadHistoryException.class, () -> JsonReader.read(text));
    }

    @Test
    void nestingHasALimit() {
        assertThrows(BadHistoryException.class, () -> JsonReader.read("[".repeat(100_000)));
    }
}
