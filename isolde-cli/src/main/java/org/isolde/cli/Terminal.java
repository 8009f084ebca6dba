package org.isolde.cli;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;

/** What the terminal can do, and how things are said on it. */
final class Terminal {
    /** The width that text is wrapped to. */
    static final int WIDTH = 100;

    private Terminal() {}

    /** Whether output may be coloured: the launcher says whether it is a terminal; NO_COLOR is respected. */
    static boolean colours() {
        return System.getenv("NO_COLOR") == null && Boolean.getBoolean("isolde.terminal.out");
    }

    /** Whether progress may be drawn. */
    static boolean progress() {
        return Boolean.getBoolean("isolde.terminal.err");
    }

    static void error(String message) {
        // a message may quote several lines, such as the end of a server's log
        System.err.println("isolde: "
                + String.join("\n  ", message.lines().map(Terminal::visible).toList()));
    }

    static void warning(String message) {
        System.err.println("isolde: warning: " + visible(message));
    }

    static String red(String text) {
        return colours() ? "\u001b[1;31m" + text + "\u001b[0m" : text;
    }

    static String green(String text) {
        return colours() ? "\u001b[32m" + text + "\u001b[0m" : text;
    }

    static String bold(String text) {
        return colours() ? "\u001b[1m" + text + "\u001b[0m" : text;
    }

    static String faint(String text) {
        return colours() ? "\u001b[2m" + text + "\u001b[0m" : text;
    }

    /** An I/O problem in words, with the file it is about. */
    static String explain(IOException problem) {
        if (problem instanceof NoSuchFileException missing) {
            return missing.getFile() + ": no such file or folder";
        }
        if (problem instanceof AccessDeniedException denied) {
            return denied.getFile() + ": access denied";
        }
        String message = problem.getMessage();
        return message == null ? problem.getClass().getSimpleName() : message;
    }

    /** A text of a history without characters that would do something to a terminal: they are shown as escapes. */
    static String visible(String text) {
        StringBuilder safe = null;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isISOControl(c) || Character.getType(c) == Character.FORMAT) {
                if (safe == null) {
                    safe = new StringBuilder(text.substring(0, i));
                }
                safe.append(String.format(java.util.Locale.ROOT, "\\u%04x", (int) c));
            } else if (safe != null) {
                safe.append(c);
            }
        }
        return safe == null ? text : safe.toString();
    }

    /** Wraps words to the width, every line behind the indentation. */
    static String wrap(String text, String indent) {
        return wrap(text, indent, indent);
    }

    /** The same with another indentation behind the first line. */
    static String wrap(String text, String first, String indent) {
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
    static String count(long number, String noun) {
        return count(number) + " " + noun + (number == 1 ? "" : "s");
    }

    /** A count with thousands separated. */
    static String count(long number) {
        return String.format(java.util.Locale.ROOT, "%,d", number);
    }
}
