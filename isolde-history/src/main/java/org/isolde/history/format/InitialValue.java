package org.isolde.history.format;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.isolde.history.BadHistoryException;
import org.isolde.history.Scalars;

/**
 * What all keys are before anybody writes them, told beside a history and not by it.
 *
 * @param code the value, in the table
 * @param scalars the table of that code
 */
record InitialValue(long code, Scalars scalars) {
    /** The value of a JSON text: an integer, a text in quotes, or null. */
    static InitialValue of(String json) throws IOException {
        Scalars scalars = new Scalars();
        try {
            return new InitialValue(code(json, scalars), scalars);
        } catch (BadHistoryException e) {
            throw new IllegalArgumentException(json + " is no initial value: " + e.problem(), e);
        }
    }

    /** The same as a code of a given table. */
    static long code(String json, Scalars scalars) throws IOException {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        JsonCursor cursor = new JsonCursor(false);
        cursor.reset(Arrays.copyOf(bytes, bytes.length + Lines.PADDING), 0, bytes.length);
        long code = cursor.scalar(scalars, "an integer, a text in quotes or null as the initial value");
        if (cursor.peek() != 0) {
            throw cursor.bad("nothing behind the initial value");
        }
        return code;
    }

    /** A code of some table as such a JSON text. */
    static String json(long code, Scalars scalars) {
        return switch (scalars.kind(code)) {
            case NULL -> "null";
            case NUMBER -> scalars.text(code);
            default -> Json.of(scalars.text(code));
        };
    }
}
