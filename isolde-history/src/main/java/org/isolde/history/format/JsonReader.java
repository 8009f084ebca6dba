package org.isolde.history.format;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isolde.history.BadHistoryException;

/** Reads a small JSON text, such as a field of a header, as maps, lists, texts, numbers and truth values. */
public final class JsonReader {
    private final JsonCursor json = new JsonCursor(true);

    private JsonReader(byte[] utf8) {
        json.reset(Arrays.copyOf(utf8, utf8.length + 1), 0, utf8.length);
    }

    /**
     * Whole numbers are {@code Long}s and others {@code Double}s; of a name that stands twice the last value counts.
     *
     * @throws BadHistoryException if it is no JSON, or there is more behind it
     */
    public static Object read(String text) throws BadHistoryException {
        JsonReader reader = new JsonReader(text.getBytes(StandardCharsets.UTF_8));
        try {
            Object value = reader.value(0);
            if (reader.json.peek() != 0) {
                throw reader.json.bad("nothing behind the value");
            }
            return value;
        } catch (BadHistoryException e) {
            throw e;
        } catch (IOException e) {
            throw new IllegalStateException("an array was read", e);
        }
    }

    private Object value(int depth) throws IOException {
        if (depth > ByteCursor.MAX_DEPTH) {
            throw json.complaint("values nested more than " + ByteCursor.MAX_DEPTH + " deep");
        }
        switch (json.peek()) {
            case '{':
                Map<String, Object> map = new LinkedHashMap<>();
                json.expect('{', "an object");
                while (json.name()) {
                    String name = json.text();
                    map.put(name, value(depth + 1));
                }
                return map;
            case '[':
                List<Object> list = new ArrayList<>();
                json.expect('[', "an array");
                while (json.element()) {
                    list.add(value(depth + 1));
                }
                return list;
            case '"':
                json.string("a text");
                return json.text();
            case 't', 'f':
                return json.bool("true or false");
            case 'n':
                json.takeNull();
                return null;
            default:
                String raw = json.raw();
                try {
                    return Long.valueOf(raw);
                } catch (NumberFormatException e) {
                    return Double.valueOf(raw);
                }
        }
    }
}
