package org.isolde.cli;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.List;
import org.isolde.report.Ink;
import org.isolde.report.TextLayout;
import org.isolde.run.Redaction;

/** What the terminal can do, and how things are said on it. */
final class Terminal {
    /** The colours of the terminal, or none. */
    static final Ink INK = new Ink() {
        @Override
        public String strong(String text) {
            return bold(text);
        }

        @Override
        public String good(String text) {
            return green(text);
        }

        @Override
        public String bad(String text) {
            return red(text);
        }

        @Override
        public String faint(String text) {
            return Terminal.faint(text);
        }
    };

    private static final int USUAL_COLUMNS = 80;

    private static volatile Redaction secrets = Redaction.none();
    private static volatile Redaction inStreams = secrets;

    private Terminal() {}

    /**
     * What must not be printed, from now on.
     *
     * @param shown what is printed all the same
     */
    static synchronized void hide(Redaction more, List<String> shown) {
        secrets = secrets.and(more);
        inStreams = inStreams.and(more.distinctive(shown));
    }

    /** As it is before a command. */
    static synchronized void hideNothing() {
        secrets = Redaction.none();
        inStreams = secrets;
    }

    /** What must not be in anything that is printed. */
    static Redaction inStreams() {
        return inStreams;
    }

    /** What was typed to call Isolde, for hints that can be pasted: {@code ./isolde}. */
    static String command() {
        return System.getProperty("isolde.command", "isolde");
    }

    /** Whether output may be coloured: the launcher says whether it is a terminal; NO_COLOR is respected. */
    static boolean colours() {
        return System.getenv("NO_COLOR") == null && Boolean.getBoolean("isolde.terminal.out");
    }

    /** Whether progress may be drawn. */
    static boolean progress() {
        return Boolean.getBoolean("isolde.terminal.err");
    }

    /** How wide the line of progress may be. */
    static int progressColumns() {
        return Integer.getInteger("isolde.progress.columns", USUAL_COLUMNS);
    }

    /** Takes away the line of progress, before something is printed that is to stay. */
    static void clearProgress() {
        if (progress()) {
            System.err.print("\r\u001b[K");
            System.err.flush();
        }
    }

    /** A text as it may be written into a file that others read. */
    static String withoutSecrets(String text) {
        return secrets.text(text);
    }

    static void error(String message) {
        // a message may quote several lines, such as the end of a server's log
        System.err.println("isolde: "
                + String.join(
                        "\n  ",
                        secrets.text(message).lines().map(TextLayout::visible).toList()));
    }

    static void warning(String message) {
        System.err.println("isolde: warning: " + TextLayout.visible(secrets.text(message)));
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

    static String yellow(String text) {
        return colours() ? "\u001b[33m" + text + "\u001b[0m" : text;
    }

    static String italic(String text) {
        return colours() ? "\u001b[3m" + text + "\u001b[0m" : text;
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
        if (problem instanceof FileAlreadyExistsException taken) {
            return taken.getFile() + ": there is a file of that name; name another, or a folder";
        }
        if (problem instanceof NotDirectoryException file) {
            return file.getFile() + ": this is no folder";
        }
        String message = problem.getMessage();
        return message == null ? problem.getClass().getSimpleName() : message;
    }
}
