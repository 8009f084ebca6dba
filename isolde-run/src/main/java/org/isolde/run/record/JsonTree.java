package org.isolde.run.record;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A JSON text as maps, lists, strings, numbers, booleans and null, and ways to ask for parts of it that may be missing
 * or of another kind: what lies in a folder may be anything.
 */
public final class JsonTree {
    private static final JsonFactory JSON = new JsonFactory();

    private JsonTree() {}

    /**
     * Reads one object.
     *
     * @throws IOException if it is none; the message names the place, and quotes nothing, for it may hold a password
     */
    public static Map<String, Object> object(byte[] text) throws IOException {
        try (JsonParser parser = JSON.createParser(text)) {
            parser.nextToken();
            Object value = value(parser);
            if (!(value instanceof Map<?, ?>)) {
                throw new IOException("it is no JSON object");
            }
            if (parser.nextToken() != null) {
                throw new IOException("something follows after the JSON object");
            }
            return map(value);
        } catch (JsonProcessingException e) {
            // null where a limit is exceeded, as of depth
            JsonLocation place = e.getLocation();
            throw new IOException("it is no JSON that can be read"
                    + (place == null
                            ? ""
                            : ": something is wrong in line " + place.getLineNr() + ", column " + place.getColumnNr()));
        }
    }

    private static Object value(JsonParser parser) throws IOException {
        JsonToken token = parser.currentToken();
        if (token == null) {
            throw new IOException("it is empty");
        }
        return switch (token) {
            case START_OBJECT -> {
                Map<String, Object> map = new LinkedHashMap<>();
                while (parser.nextToken() != JsonToken.END_OBJECT) {
                    String name = parser.currentName();
                    parser.nextToken();
                    map.put(name, value(parser));
                }
                yield map;
            }
            case START_ARRAY -> {
                List<Object> list = new ArrayList<>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    list.add(value(parser));
                }
                yield list;
            }
            case VALUE_STRING -> parser.getText();
            case VALUE_NUMBER_INT ->
                parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER
                        ? (Object) parser.getText()
                        : (Object) parser.getLongValue();
            case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
            case VALUE_TRUE -> Boolean.TRUE;
            case VALUE_FALSE -> Boolean.FALSE;
            case VALUE_NULL -> null;
            default -> throw new IOException("it is no JSON: unexpected " + token);
        };
    }

    /** A part that should be an object; empty if it is something else. */
    @SuppressWarnings("unchecked") // the parser makes no other maps
    public static Map<String, Object> map(Object value) {
        return value instanceof Map<?, ?> map ? (Map<String, Object>) map : Map.of();
    }

    /** A part that should be an array; empty if it is something else. */
    public static List<Object> list(Object value) {
        return value instanceof List<?> list ? new ArrayList<>(list) : List.of();
    }

    /** A text or number as text; null if it is something else. */
    public static String text(Object value) {
        return value instanceof String || value instanceof Number || value instanceof Boolean
                ? String.valueOf(value)
                : null;
    }

    /** A number; 0 if it is something else. */
    public static double number(Object value) {
        return value instanceof Number number ? number.doubleValue() : 0;
    }

    /** The texts of an array. */
    public static List<String> texts(Object value) {
        List<String> texts = new ArrayList<>();
        for (Object item : list(value)) {
            if (text(item) != null) {
                texts.add(text(item));
            }
        }
        return texts;
    }
}
