package org.isolde.online.axiom;

import org.isolde.history.Scalars;
import org.isolde.history.format.Json;

/** A scalar as JSON: a number, a text in quotes, or null. */
public final class JsonText {
    private JsonText() {}

    public static String of(long code, Scalars scalars) {
        if (code == Scalars.NULL) {
            return "null";
        }
        String text = scalars.text(code);
        return scalars.kind(code) == Scalars.Kind.NUMBER ? text : Json.of(text);
    }

    /** A list of scalars. */
    public static String of(long[] list, Scalars scalars) {
        StringBuilder text = new StringBuilder("[");
        for (int i = 0; i < list.length; i++) {
            text.append(i == 0 ? "" : ",").append(of(list[i], scalars));
        }
        return text.append(']').toString();
    }
}
