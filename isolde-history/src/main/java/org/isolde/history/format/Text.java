package org.isolde.history.format;

import java.nio.charset.StandardCharsets;

/** Shows parts of an input in messages: short, quoted, and without control characters. */
final class Text {
    private static final int SHOWN = 60;

    private Text() {}

    /** The line that begins at {@code start}. */
    static String quoteLine(byte[] bytes, int start) {
        int end = start;
        while (end < bytes.length && bytes[end] != '\n' && end - start <= SHOWN) {
            end++;
        }
        return quote(new String(bytes, start, end - start, StandardCharsets.UTF_8));
    }

    static String quote(String text) {
        StringBuilder quoted = new StringBuilder("'");
        int shown = 0;
        for (int i = 0; i < text.length() && shown < SHOWN; i++, shown++) {
            char c = text.charAt(i);
            quoted.append(Character.isISOControl(c) || c == '\uFFFD' ? '?' : c);
        }
        return quoted.append(text.length() > SHOWN ? "...'" : "'").toString();
    }
}
