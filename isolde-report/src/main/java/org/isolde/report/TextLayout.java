package org.isolde.report;

import java.util.Locale;

/** How texts are laid out for a terminal or a text file. */
public final class TextLayout {
    private static final int MOST = 100;
    private static final int LEAST = 40;

    /** The width that text is wrapped to: 100 columns, or those of a terminal that has fewer. */
    public static final int WIDTH = Math.max(LEAST, Math.min(MOST, Integer.getInteger("isolde.columns", MOST)));

    private TextLayout() {}

    /** A text of a history without characters that would do something to a terminal: they are shown as escapes. */
    public static String visible(String text) {
        StringBuilder safe = null;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isISOControl(c) || Character.getType(c) == Character.FORMAT) {
                if (safe == null) {
                    safe = new StringBuilder(text.substring(0, i));
                }
                safe.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            } else if (safe != null) {
                safe.append(c);
            }
        }
        return safe == null ? text : safe.toString();
    }

    /** Wraps words to the width, every line behind the indentation. */
    public static String wrap(String text, String indent) {
        return wrap(text, indent, indent);
    }

    /** The same with another indentation behind the first line. */
    public static String wrap(String text, String first, String indent) {
        StringBuilder wrapped = new StringBuilder(first);
        int column = first.length();
        boolean empty = true;
        for (String word : visible(text).split(" ")) {
            if (!empty && column + 1 + word.length() > WIDTH) {
                wrapped.append(System.lineSeparator()).append(indent);
                column = indent.length();
            } else if (!empty) {
                wrapped.append(' ');
                column++;
            }
            wrapped.append(word);
            column += word.length();
            empty = false;
        }
        return wrapped.toString();
    }

    /** So many of something: {@code 1 key}, {@code 1,000 keys}. */
    public static String count(long number, String noun) {
        return count(number) + " " + noun + (number == 1 ? "" : "s");
    }

    /** The same where the plural is another word. */
    public static String count(long number, String one, String many) {
        return count(number) + " " + (number == 1 ? one : many);
    }

    /** A count with thousands separated. */
    public static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }
}
