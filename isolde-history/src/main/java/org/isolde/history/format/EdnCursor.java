package org.isolde.history.format;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.isolde.history.BadHistoryException;
import org.isolde.history.Scalars;

/**
 * Walks over EDN, or over JSON that spells the same, without building anything.
 *
 * <p>Commas, comments, discarded forms and tags count as white space; where the input is JSON, colons do too, and texts
 * stand for keywords. A collection is read by {@link #open} and then, until {@link #closes} says so, a form at a time.
 *
 * <p>Invariant: between calls the cursor is at the first byte that no call has taken.
 */
final class EdnCursor extends ByteCursor {
    private static final String EXPECTED_FORM = "a value";

    /** Bytes that end a symbol, keyword or number. */
    private static final boolean[] DELIMITER = new boolean[256];
    /** Bytes at which nothing but a form begins or a collection ends. */
    private static final boolean[] PLAIN = new boolean[256];

    static {
        for (int b = 0; b < 256; b++) {
            DELIMITER[b] = b <= ' ' || ",;\"()[]{}".indexOf(b) >= 0;
            PLAIN[b] = b > ' ' && ",;#:".indexOf(b) < 0;
        }
    }

    private final boolean json;
    /** Whether a line feed is white space; where each line is a form of its own, it is not. */
    private final boolean manyLines;
    /** How many forms that are being skipped the cursor is in. */
    private int depth;

    EdnCursor(boolean json, boolean manyLines) {
        this.json = json;
        this.manyLines = manyLines;
    }

    /** Whether the input is JSON, where the keys of a map are texts, whatever they were. */
    boolean spellsJson() {
        return json;
    }

    /** A cursor of the same kind over a form that has been read. */
    EdnCursor over(byte[] form) {
        EdnCursor other = new EdnCursor(json, true);
        other.reset(Arrays.copyOf(form, form.length + 1), 0, form.length);
        return other;
    }

    /** Goes to the next form or closing bracket and returns its first byte; 0 at the end of the input. */
    int peek() throws IOException {
        while (true) {
            byte next = bytes[at];
            if (PLAIN[next & 0xff]) {
                return next;
            }
            switch (next) {
                case ' ', ',', '\t', '\r':
                    at++;
                    break;
                case '\n':
                    if (!manyLines) {
                        return next;
                    }
                    line++;
                    at++;
                    break;
                case ':':
                    if (!json) {
                        return next;
                    }
                    at++;
                    break;
                case ';':
                    if (json) {
                        return next;
                    }
                    comment();
                    break;
                case '#':
                    if (json || !dispatch()) {
                        return next;
                    }
                    break;
                case 0:
                    if (at == end && !finished) {
                        more();
                        break;
                    }
                    return at == end ? 0 : 1;
                default:
                    return next;
            }
        }
    }

    private void comment() throws IOException {
        while (bytes[at] != '\n' && !atEnd()) {
            at++;
        }
    }

    /** Goes over a tag or a discarded form; false before a set or a symbolic value such as {@code ##NaN}. */
    private boolean dispatch() throws IOException {
        if (end - at < 2) {
            more();
        }
        byte next = bytes[at + 1];
        if (next == '{' || next == '#') {
            return false;
        }
        at++;
        if (next == '_') {
            at++;
            skip();
        } else {
            token("a tag behind the '#'");
        }
        return true;
    }

    /** Takes the opening bracket of a vector, list or map and returns the closing one; 0 if something else comes next. */
    char open() throws IOException {
        int next = peek();
        if (next == '[' || next == '(' || next == '{') {
            at++;
            return next == '[' ? ']' : next == '(' ? ')' : '}';
        }
        return 0;
    }

    /** Whether a collection ends here; takes its bracket. */
    boolean closes(char close) throws IOException {
        int next = peek();
        if (next == close) {
            at++;
            return true;
        }
        if (next == ']' || next == ')' || next == '}' || next == 0 || next == '\n') {
            throw bad("a value or a closing '" + close + "'");
        }
        return false;
    }

    /** The keyword (in JSON, the text) at the cursor in one number, as {@link #pack} makes it; 0 for any other form. */
    long name() throws IOException {
        int next = peek();
        if (next == ':') {
            int i = at + 1;
            long packed = 0;
            next = bytes[i] & 0xff;
            while (!DELIMITER[next] && i - at <= 8) {
                packed = packed << 8 | next;
                i++;
                next = bytes[i] & 0xff;
            }
            if (DELIMITER[next] && i < end && packed > 0) {
                textBytes = bytes;
                textFrom = at + 1;
                textTo = i;
                at = i;
                return packed;
            }
            token("a keyword");
            textFrom++;
            return packedText();
        }
        if (next == '"') {
            quoted(!json);
            return packedText();
        }
        skip();
        textFrom = textTo;
        return 0;
    }

    /** Whether the form at the cursor is an integer. */
    boolean isInteger() throws IOException {
        int next = peek();
        if (next == '-' || next == '+') {
            if (end - at < 2) {
                more();
            }
            next = bytes[at + 1];
        }
        return next >= '0' && next <= '9';
    }

    /** Reads any form as a code: integers, texts and keywords as such, others as their spelling. */
    long scalar(Scalars scalars) throws IOException {
        int next = peek();
        while ((next >= '0' && next <= '9') || ((next == '-' || next == '+') && isInteger())) {
            boolean negative = next == '-';
            int from = negative || next == '+' ? at + 1 : at;
            int i = from;
            long value = 0;
            int digit;
            while ((digit = bytes[i] - '0') >= 0 && digit <= 9) {
                value = value * 10 + digit;
                i++;
            }
            if (i == end && !finished) {
                more();
                continue;
            }
            if (i - from > 18 || !DELIMITER[bytes[i] & 0xff]) {
                return unusualNumber(scalars);
            }
            at = i;
            return negative ? -value : value;
        }
        return switch (next) {
            case ':' -> {
                token("a keyword");
                yield scalars.entry(Scalars.Kind.KEYWORD, textBytes, textFrom + 1, textTo);
            }
            case '"' -> {
                quoted(!json);
                yield scalars.entry(Scalars.Kind.TEXT, textBytes, textFrom, textTo);
            }
            case '[', '(', '{', '#', '\\' -> {
                keep();
                skip();
                kept();
                yield scalars.entry(Scalars.Kind.LITERAL, textBytes, textFrom, textTo);
            }
            default -> {
                token(EXPECTED_FORM);
                yield isNil() ? Scalars.NULL : scalars.entry(Scalars.Kind.LITERAL, textBytes, textFrom, textTo);
            }
        };
    }

    private boolean isNil() {
        int length = textTo - textFrom;
        if (json) {
            return length == 4 && textBytes[textFrom] == 'n' && packedText() == pack("null");
        }
        return length == 3 && textBytes[textFrom] == 'n' && packedText() == pack("nil");
    }

    /** A long integer, a fraction, a ratio, or an integer with the suffix N. */
    private long unusualNumber(Scalars scalars) throws IOException {
        token("a number");
        String text = text();
        String digits = text.endsWith("N") ? text.substring(0, text.length() - 1) : text;
        if (!digits.matches("[-+]?[0-9]+")) {
            return scalars.entry(Scalars.Kind.LITERAL, text.getBytes(StandardCharsets.UTF_8));
        }
        try {
            return scalars.number(Long.parseLong(digits));
        } catch (NumberFormatException e) {
            throw badText("an integer within 64 bits (signed)");
        }
    }

    /** Reads over a form of any kind; a symbol, number or keyword is the text then. */
    void skip() throws IOException {
        if (++depth > MAX_DEPTH) {
            throw complaint("values nested more than " + MAX_DEPTH + " deep");
        }
        switch (peek()) {
            case '{':
                at++;
                skipMap();
                break;
            case '[', '(':
                skipRest(open());
                break;
            case '"':
                quoted(!json);
                break;
            case '#':
                if (json) {
                    throw bad(EXPECTED_FORM);
                } else if (bytes[at + 1] == '{') {
                    at += 2;
                    skipRest('}');
                } else {
                    at += 2;
                    token("a symbolic value such as ##NaN");
                }
                break;
            case '\\':
                character();
                break;
            default:
                token(EXPECTED_FORM);
        }
        depth--;
    }

    /** Reads over the rest of a collection. */
    void skipRest(char close) throws IOException {
        while (!closes(close)) {
            skip();
        }
    }

    private void skipMap() throws IOException {
        while (!closes('}')) {
            skip();
            if (peek() == '}') {
                throw bad("a value behind each key of a map");
            }
            skip();
        }
    }

    /** A character such as {@code \a}, <code>\{</code> or {@code \newline}. */
    private void character() throws IOException {
        if (end - at < 8) {
            more();
        }
        int width = at + 1 < end && bytes[at + 1] > ' ' ? 1 : at + 1 < end ? Utf8.length(bytes, at + 1, end) : 0;
        if (width == 0 || bytes[at + 1] == '\n') {
            throw bad("a character behind the backslash");
        }
        at += 1 + width;
        if (!DELIMITER[bytes[at] & 0xff]) {
            token("the name of a character");
        }
    }

    /** Reads a symbol, keyword or number into the text. */
    private void token(String expected) throws IOException {
        int i = at;
        while (true) {
            byte next = bytes[i];
            if (next < 0) {
                if (end - i < 4 && !finished) {
                    more();
                    i = at;
                    continue;
                }
                int width = Utf8.length(bytes, i, end);
                if (width == 0) {
                    throw bad("UTF-8");
                }
                i += width;
            } else if (!DELIMITER[next]) {
                i++;
            } else if (i == end && !finished) {
                more();
                i = at;
            } else {
                break;
            }
        }
        if (i == at) {
            throw bad(expected);
        }
        textBytes = bytes;
        textFrom = at;
        textTo = i;
        if (json && !isJson()) {
            throw bad(expected);
        }
        at = i;
    }

    /** Whether the text is a number or a word of JSON. */
    private boolean isJson() {
        byte first = textBytes[textFrom];
        long word = packedText();
        return first == '-'
                || (first >= '0' && first <= '9')
                || word == pack("null")
                || word == pack("true")
                || word == pack("false");
    }

    /** A complaint about the form that has just been read. */
    BadHistoryException badText(String expected) {
        return complaint("expected " + expected + ", found " + Text.quote(text()));
    }
}
