package org.isolde.history.format;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.isolde.history.BadHistoryException;
import org.isolde.history.HistoryBuilder;
import org.isolde.history.Scalars;
import org.isolde.history.Segment;

/**
 * The text of newer dbcop versions: {@code [x:=1 y==2 z==?]} is a committed transaction, {@code [x:=1]!} one that is not, a line of
 * dashes stands between sessions, and {@code //} begins a comment.
 */
final class DbcopText {
    private DbcopEvents events;
    private byte[] bytes;
    private int at;
    private int start;
    private int line;

    private DbcopText() {}

    /** Whether bytes begin with comments and dashes and then with a transaction. */
    static boolean isBeginning(byte[] head) {
        int i = 0;
        while (i < head.length) {
            if (isSpace(head[i]) || head[i] == '\n' || head[i] == '-') {
                i++;
            } else if (head[i] == '/' && i + 1 < head.length && head[i + 1] == '/') {
                while (i < head.length && head[i] != '\n') {
                    i++;
                }
            } else {
                break;
            }
        }
        if (i >= head.length || head[i] != '[') {
            return false;
        }
        i++;
        while (i < head.length && isSpace(head[i])) {
            i++;
        }
        int name = i;
        while (i < head.length && isNamePart(head[i])) {
            i++;
        }
        return i > name && i + 1 < head.length && head[i + 1] == '=' && (head[i] == ':' || head[i] == '=');
    }

    static void read(Source source, HistoryBuilder builder) throws IOException {
        DbcopText text = new DbcopText();
        Lines.parseInOrder(source, builder, text::parse);
        text.events.emit(builder);
    }

    private long parse(byte[] block, int end, boolean first, Segment segment) throws BadHistoryException {
        if (first) {
            events = new DbcopEvents(segment);
            events.beginSession();
        }
        bytes = block;
        at = 0;
        line = 0;
        while (at < end) {
            line++;
            start = at;
            line();
            at++;
        }
        return line;
    }

    /** Up to the line feed. */
    private void line() throws BadHistoryException {
        spaces();
        if (bytes[at] == '-') {
            while (bytes[at] == '-') {
                at++;
            }
            spaces();
            if (bytes[at] != '\n') {
                throw bad();
            }
            events.beginSession();
            return;
        }
        while (bytes[at] == '[') {
            transaction();
            spaces();
        }
        if (bytes[at] == '/' && bytes[at + 1] == '/') {
            while (bytes[at] != '\n') {
                at++;
            }
        }
        if (bytes[at] != '\n') {
            throw bad();
        }
    }

    private void transaction() throws BadHistoryException {
        at++;
        spaces();
        while (bytes[at] != ']') {
            event();
            if (bytes[at] != ']' && !isSpace(bytes[at])) {
                throw bad();
            }
            spaces();
        }
        at++;
        boolean committed = bytes[at] != '!';
        if (!committed) {
            at++;
        }
        events.endTransaction(committed);
    }

    private void event() throws BadHistoryException {
        int from = at;
        while (isNamePart(bytes[at])) {
            at++;
        }
        if (at == from || bytes[at + 1] != '=' || (bytes[at] != ':' && bytes[at] != '=')) {
            throw bad();
        }
        long variable = events.scalars().entry(Scalars.Kind.TEXT, bytes, from, at);
        boolean write = bytes[at] == ':';
        at += 2;
        if (!write && bytes[at] == '?') {
            at++;
            events.read(variable, Scalars.NULL, true);
            return;
        }
        from = at;
        while (bytes[at] >= '0' && bytes[at] <= '9') {
            at++;
        }
        long version;
        try {
            version = events.scalars()
                    .unsigned(Long.parseUnsignedLong(new String(bytes, from, at - from, StandardCharsets.US_ASCII)));
        } catch (NumberFormatException e) {
            throw bad();
        }
        if (write) {
            events.write(variable, version, true);
        } else {
            events.read(variable, version, true);
        }
    }

    private void spaces() {
        while (isSpace(bytes[at])) {
            at++;
        }
    }

    private static boolean isSpace(byte b) {
        return b == ' ' || b == '\t' || b == '\r';
    }

    private static boolean isNamePart(byte b) {
        return (b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z') || (b >= '0' && b <= '9') || b == '_';
    }

    private BadHistoryException bad() {
        return BadHistoryException.atLine(
                line,
                "expected transactions such as [x:=1 y==2 z==?] with versions up to 2^64-1, a line of dashes, or a comment"
                        + " // to the end of the line; found " + Text.quoteLine(bytes, start));
    }
}
