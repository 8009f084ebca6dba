package org.isolde.history.format;

import java.util.Collection;
import java.util.Map;
import org.isolde.history.History;
import org.isolde.history.Scalars;
import org.isolde.history.Segment;

/** Writes JSON: maps, collections, numbers, texts, booleans and null; everything else by {@code toString}. */
public final class Json {
    private Json() {}

    public static String of(Object value) {
        StringBuilder json = new StringBuilder();
        append(json, value);
        return json.toString();
    }

    private static void append(StringBuilder json, Object value) {
        if (value == null || value instanceof Boolean || value instanceof Integer || value instanceof Long) {
            json.append(value);
        } else if (value instanceof Double number) {
            json.append(String.format(java.util.Locale.ROOT, "%.6f", number));
        } else if (value instanceof Raw raw) {
            json.append(raw.json);
        } else if (value instanceof Map<?, ?> map) {
            json.append('{');
            String comma = "";
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                json.append(comma);
                text(json, entry.getKey().toString());
                json.append(':');
                append(json, entry.getValue());
                comma = ",";
            }
            json.append('}');
        } else if (value instanceof Collection<?> items) {
            json.append('[');
            String comma = "";
            for (Object item : items) {
                json.append(comma);
                append(json, item);
                comma = ",";
            }
            json.append(']');
        } else {
            text(json, value.toString());
        }
    }

    private static void text(StringBuilder json, String text) {
        json.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> json.append("\\\"");
                case '\\' -> json.append("\\\\");
                case '\n' -> json.append("\\n");
                case '\r' -> json.append("\\r");
                case '\t' -> json.append("\\t");
                default -> {
                    if (c < 0x20 || c == 0x7f || Character.isSurrogate(c) && !isPaired(text, i)) {
                        json.append(String.format(java.util.Locale.ROOT, "\\u%04x", (int) c));
                    } else {
                        json.append(c);
                    }
                }
            }
        }
        json.append('"');
    }

    private static boolean isPaired(String text, int i) {
        return Character.isHighSurrogate(text.charAt(i))
                ? i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))
                : i > 0 && Character.isHighSurrogate(text.charAt(i - 1));
    }

    /** JSON that is ready as it is. */
    public record Raw(String json) {}

    /** A key, value or name of a history: a number as a number, anything else as a text. */
    public static Object scalar(History history, long code) {
        Scalars scalars = history.scalars();
        return switch (scalars.kind(code)) {
            case NULL -> null;
            case NUMBER -> new Raw(scalars.text(code));
            default -> scalars.text(code);
        };
    }

    /** A transaction by the name that the input gave it. */
    public static Object transaction(History history, int transaction) {
        long id = transaction == History.INITIAL ? Segment.NO_ID : history.idCode(transaction);
        return id == Segment.NO_ID ? history.transactionName(transaction) : scalar(history, id);
    }
}
