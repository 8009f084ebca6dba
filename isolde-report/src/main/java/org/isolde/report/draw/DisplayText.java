package org.isolde.report.draw;

import java.util.Locale;

/**
 * Texts of a history made fit to be looked at: whatever a key or a value is, it shows, stays on its line and changes
 * nothing around it.
 *
 * <p>Invariant: what {@link #visible} gives is valid in XML and HTML once its markup is escaped: no control characters,
 * no halves of characters, none that turn the direction of the text around them.
 */
public final class DisplayText {
    private static final String MORE = "\u2026";

    private DisplayText() {}

    /** The text with everything that is invisible, or that moves other text, spelled out as in {@code \n} or {@code \}{@code u202e}. */
    public static String visible(String text) {
        StringBuilder shown = null;
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            if (isPlain(c)) {
                if (shown != null) {
                    shown.appendCodePoint(c);
                }
            } else {
                if (shown == null) {
                    shown = new StringBuilder(text.substring(0, i));
                }
                switch (c) {
                    case '\n' -> shown.append("\\n");
                    case '\r' -> shown.append("\\r");
                    case '\t' -> shown.append("\\t");
                    default -> shown.append(String.format(Locale.ROOT, "\\u%04x", c));
                }
            }
            i += Character.charCount(c);
        }
        return shown == null ? text : shown.toString();
    }

    private static boolean isPlain(int c) {
        if (c >= ' ' && c < 0x7f) {
            return true;
        }
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }

    /** The visible text, if it is longer than so many columns only its beginning. */
    public static String cut(String text, int columns) {
        // whoever has a key of a megabyte does not want to wait for all of it to be looked at
        String begin = text.length() > 2 * columns + 2 ? text.substring(0, 2 * columns + 2) : text;
        String shown = visible(begin);
        if (begin.length() == text.length() && columns(shown) <= columns) {
            return shown;
        }
        StringBuilder kept = new StringBuilder();
        int used = 0;
        for (int i = 0; i < shown.length(); ) {
            int c = shown.codePointAt(i);
            used += columns(c);
            if (used > columns - 1) {
                break;
            }
            kept.appendCodePoint(c);
            i += Character.charCount(c);
        }
        return kept.append(MORE).toString();
    }

    /** How wide a visible text is, in letters of a fixed width. */
    public static int columns(String visible) {
        return visible.codePoints().map(DisplayText::columns).sum();
    }

    private static int columns(int c) {
        if (c < 0x300) {
            return 1;
        }
        if (Character.getType(c) == Character.NON_SPACING_MARK) {
            return 0;
        }
        return Character.isIdeographic(c) || (c >= 0x1100 && c < 0x1200) || c >= 0x2e80 ? 2 : 1;
    }

    /** Escaped for the text and the attributes of XML and HTML; made visible first. */
    public static String escaped(String text) {
        String visible = visible(text);
        StringBuilder markup = new StringBuilder(visible.length() + 16);
        for (int i = 0; i < visible.length(); i++) {
            char c = visible.charAt(i);
            switch (c) {
                case '&' -> markup.append("&amp;");
                case '<' -> markup.append("&lt;");
                case '>' -> markup.append("&gt;");
                case '"' -> markup.append("&quot;");
                case '\'' -> markup.append("&#39;");
                default -> markup.append(c);
            }
        }
        return markup.toString();
    }
}
