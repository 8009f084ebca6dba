package org.isolde.bench;

import java.io.IOException;
import java.io.Writer;
import java.util.Locale;
import java.util.Map;

/** Writes every single measurement as one line of JSON, at once, so that nothing is lost if a later one fails. */
final class JsonLines {
    private final Writer out;

    JsonLines(Writer out) {
        this.out = out;
    }

    void write(Map<String, ?> measurement) throws IOException {
        StringBuilder line = new StringBuilder("{");
        measurement.forEach((name, value) -> {
            if (line.length() > 1) {
                line.append(',');
            }
            text(line, name);
            line.append(':');
            if (value instanceof Double number) {
                line.append(String.format(Locale.ROOT, "%.6f", number));
            } else if (value instanceof Number number) {
                line.append(number);
            } else {
                text(line, String.valueOf(value));
            }
        });
        out.write(line.append("}\n").toString());
        out.flush();
    }

    private static void text(StringBuilder line, String text) {
        line.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                line.append('\\').append(c);
            } else if (c < 0x20) {
                line.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            } else {
                line.append(c);
            }
        }
        line.append('"');
    }
}
