package org.isolde.history.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.isolde.history.BadHistoryException;
import org.isolde.history.Scalars;
import org.junit.jupiter.api.Test;

class JsonCursorTest {
    /** The size of the buffer of a stream, less the zero behind it. */
    private static final int BUFFER = (1 << 18) - 1;

    private static JsonCursor over(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        JsonCursor json = new JsonCursor(true);
        json.reset(java.util.Arrays.copyOf(bytes, bytes.length + 1), 0, bytes.length);
        return json;
    }

    private static JsonCursor stream(String text) {
        JsonCursor json = new JsonCursor(true);
        json.reset(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
        return json;
    }

    @Test
    void readsIntegersOfSixtyFourBits() throws IOException {
        for (long value : new long[] {0, -1, 999999999999999999L, Long.MAX_VALUE, Long.MIN_VALUE, Long.MIN_VALUE + 1}) {
            assertEquals(value, over(" " + value + " ").integer("a number"));
        }
        for (String bad : new String[] {
            "9223372036854775808",
            "-9223372036854775809",
            "99999999999999999999999",
            "1.5",
            "1e3",
            "01",
            "-",
            "",
            "x",
            "+1"
        }) {
            assertThrows(BadHistoryException.class, () -> over(bad).integer("a number"), bad);
        }
    }

    @Test
    void readsTexts() throws IOException {
        JsonCursor json = over("\"\\u00e9\\ud83d\\ude00\\n\\\"\\/\u20ac\" \"plain\"");
        json.string("a text");
        assertEquals("\u00e9\ud83d\ude00\n\"/\u20ac", json.text());
        json.string("a text");
        assertEquals(ByteCursor.pack("plain"), json.packedText());
        for (String bad :
                new String[] {"\"a", "\"\n\"", "\"\\x\"", "\"\\u12\"", "\"\\udc00\"", "\"\\ud800\\u0041\"", "\"\\"}) {
            assertThrows(BadHistoryException.class, () -> over(bad).string("a text"), bad);
        }
    }

    @Test
    void walksOverObjectsAndArrays() throws IOException {
        JsonCursor json = over("{\"a\":[1,{\"b\":[]},null,true,-1.5e-3],\"c\":{},\n\"d\":\"1\",\"e\":1} ");
        json.expect('{', "an object");
        assertTrue(json.name());
        assertEquals("[1,{\"b\":[]},null,true,-1.5e-3]", json.raw());
        assertTrue(json.name());
        json.skip();
        Scalars scalars = new Scalars();
        assertTrue(json.name());
        long text = json.scalar(scalars, "a scalar");
        assertEquals(Scalars.Kind.TEXT, scalars.kind(text));
        assertTrue(json.name());
        assertEquals(1, json.scalar(scalars, "a scalar"));
        assertFalse(json.name());
        assertEquals(0, json.peek());
        assertEquals(2, json.line);
        for (String bad : new String[] {
            "[1 2]", "[,1]", "[1,]", "{\"a\" 1}", "{1:2}", "{\"a\":}", "[}", "[1", "nul", "[".repeat(300)
        }) {
            assertThrows(BadHistoryException.class, () -> over(bad).skip(), bad);
        }
    }

    @Test
    void tokensMayLieAcrossBuffers() throws IOException {
        String object = "{\"name\":-123456789,\"t\":\"\\u00e9\\ud83d\\ude00\u20ac\",\"n\":null,\"f\":false}";
        for (int split = 0; split <= object.length(); split++) {
            JsonCursor json = stream(" ".repeat(BUFFER - split) + object);
            json.expect('{', "an object");
            assertTrue(json.name());
            assertEquals("name", json.text());
            assertEquals(-123456789, json.integer("a number"));
            assertTrue(json.name());
            json.string("a text");
            assertEquals("\u00e9\ud83d\ude00\u20ac", json.text());
            assertTrue(json.name());
            assertTrue(json.takeNull());
            assertTrue(json.name());
            assertFalse(json.bool("a boolean"));
            assertFalse(json.name());
            assertTrue(json.atEnd());
            JsonCursor raw = stream(" ".repeat(BUFFER - split) + object + "]");
            assertEquals(object, raw.raw());
        }
    }

    @Test
    void tellsTheShapeOfTheFirstObject() {
        assertEquals(Set.of("a", "b"), JsonShape.names("[{\"a\":{\"x\":1},\"b\":[1,".getBytes(StandardCharsets.UTF_8)));
        assertEquals(Set.of(), JsonShape.names("{:a 1}".getBytes(StandardCharsets.UTF_8)));
        assertEquals(Set.of(), JsonShape.names(new byte[0]));
    }
}
