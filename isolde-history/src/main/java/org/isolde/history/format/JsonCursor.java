package org.isolde.history.format;

import java.io.IOException;
import org.isolde.history.BadHistoryException;
import org.isolde.history.Scalars;

/**
 * Walks over JSON without building anything: the caller says what it expects next, token by token.
 *
 * <p>An object is read by {@link #expect} of its opening bracket and then, for as long as {@link #name} says so, a value
 * behind each name; an array likewise with {@link #element}. Both end behind the closing bracket. Nothing is allocated but
 * for texts with escapes that are longer than any before.
 *
 * <p>Invariant: between calls the cursor is at the first byte that no call has taken.
 */
final class JsonCursor extends ByteCursor {
    /** So many digits are an integer that a double has exactly. */
    private static final int EXACT_DIGITS = 15;

    /** Whether a line feed is white space; where each line is a value of its own, it is not. */
    private final boolean manyLines;
    /** Whether the next name or element is the first of its object or array. */
    private boolean first;

    JsonCursor(boolean manyLines) {
        this.manyLines = manyLines;
    }

    /** Skips white space and returns the next byte without taking it; 0 at the end of the input. */
    int peek() throws IOException {
        while (true) {
            byte next = bytes[at];
            if (next > ' ') {
                return next;
            }
            if (next == ' ' || next == '\t' || next == '\r') {
                at++;
            } else if (next == '\n' && manyLines) {
                line++;
                at++;
            } else if (at == end) {
                if (!more()) {
                    return 0;
                }
            } else {
                return next == 0 ? 1 : next;
            }
        }
    }

    /** Goes over empty lines, where each line is a value of its own; false at the end of the input. */
    boolean nextLine() throws IOException {
        while (true) {
            int next = peek();
            if (next != '\n') {
                return next != 0;
            }
            at++;
            line++;
        }
    }

    /** Goes over the end of a line that must come now. */
    void endLine() throws IOException {
        if (peek() != '\n') {
            throw bad("the end of the line behind the object");
        }
        at++;
        line++;
    }

    /** Takes a bracket or the like; an object or array begins here. */
    void expect(char wanted, String expected) throws IOException {
        if (peek() != wanted) {
            throw bad(expected);
        }
        at++;
        first = true;
    }

    /** Takes a character if it comes next. */
    boolean take(char wanted) throws IOException {
        if (peek() != wanted) {
            return false;
        }
        at++;
        first = true;
        return true;
    }

    /** Goes to the next name of an object and over its colon; false behind the last one. The name is the text. */
    boolean name() throws IOException {
        if (!next('}', "a comma or the end of the object, '}'")) {
            return false;
        }
        string("a name in quotes");
        if (peek() != ':') {
            throw bad("a colon behind the name");
        }
        at++;
        return true;
    }

    /** Goes to the next element of an array; false behind the last one. */
    boolean element() throws IOException {
        return next(']', "a comma or the end of the array, ']'");
    }

    private boolean next(char close, String expected) throws IOException {
        int next = peek();
        if (next == close) {
            at++;
            first = false;
            return false;
        }
        if (first) {
            first = false;
        } else if (next == ',') {
            at++;
            if (peek() == close) {
                throw bad("something behind the comma");
            }
        } else {
            throw bad(expected);
        }
        return true;
    }

    /** Reads a text into {@link #textBytes}. */
    void string(String expected) throws IOException {
        if (peek() != '"') {
            throw bad(expected);
        }
        quoted(false);
    }

    /** Reads an integer of 64 bits. */
    long integer(String expected) throws IOException {
        peek();
        while (true) {
            int i = at;
            boolean negative = bytes[i] == '-';
            if (negative) {
                i++;
            }
            int from = i;
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
            if (i == from) {
                throw bad(expected);
            }
            byte behind = bytes[i];
            if (behind == '.' || behind == 'e' || behind == 'E') {
                throw bad(expected + " (a whole number; fractions and exponents are not read)");
            }
            if (bytes[from] == '0' && i > from + 1) {
                throw bad(expected + " (without leading zeros)");
            }
            if (i - from > 18) {
                return large(negative, from, i, expected);
            }
            at = i;
            return negative ? -value : value;
        }
    }

    private long large(boolean negative, int from, int to, String expected) throws BadHistoryException {
        long value = 0;
        for (int i = from; i < to; i++) {
            int digit = bytes[i] - '0';
            // counted downwards, since there is one more negative number
            if (value < (Long.MIN_VALUE + digit) / 10) {
                throw bad(expected + " within 64 bits (signed)");
            }
            value = value * 10 - digit;
        }
        if (!negative && value == Long.MIN_VALUE) {
            throw bad(expected + " within 64 bits (signed)");
        }
        at = to;
        return negative ? value : -value;
    }

    /** Reads any number. */
    double number(String expected) throws IOException {
        peek();
        int i = at;
        long whole = 0;
        while (i < at + EXACT_DIGITS && bytes[i] >= '0' && bytes[i] <= '9') {
            whole = whole * 10 + (bytes[i++] - '0');
        }
        // most are small and whole: a digit, and behind the digits the end of the value
        if (i > at && (bytes[i] == ',' || bytes[i] == '}' || bytes[i] == ']')) {
            at = i;
            return whole;
        }
        i = at;
        while (true) {
            byte next = bytes[i];
            if ((next >= '0' && next <= '9') || next == '-' || next == '+' || next == '.' || (next | 0x20) == 'e') {
                i++;
            } else if (i == end && !finished) {
                more();
                i = at;
            } else {
                break;
            }
        }
        try {
            double value =
                    Double.parseDouble(new String(bytes, at, i - at, java.nio.charset.StandardCharsets.US_ASCII));
            at = i;
            return value;
        } catch (NumberFormatException e) {
            throw bad(expected);
        }
    }

    /** Reads an integer, a text or null, as its code. */
    long scalar(Scalars scalars, String expected) throws IOException {
        int next = peek();
        if (next == '"') {
            string(expected);
            return scalars.entry(Scalars.Kind.TEXT, textBytes, textFrom, textTo);
        }
        if (next == 'n') {
            word("null", expected);
            return Scalars.NULL;
        }
        return scalars.number(integer(expected));
    }

    /** Reads null, if that comes next. */
    boolean takeNull() throws IOException {
        if (peek() != 'n') {
            return false;
        }
        word("null", "a value");
        return true;
    }

    boolean bool(String expected) throws IOException {
        if (peek() == 't') {
            word("true", expected);
            return true;
        }
        word("false", expected);
        return false;
    }

    private void word(String word, String expected) throws IOException {
        if (end - at < word.length()) {
            more();
        }
        for (int i = 0; i < word.length(); i++) {
            if (bytes[at + i] != word.charAt(i)) {
                throw bad(expected);
            }
        }
        at += word.length();
    }

    /** Reads over a value of any kind. */
    void skip() throws IOException {
        skip(0);
        first = false;
    }

    private void skip(int depth) throws IOException {
        if (depth > MAX_DEPTH) {
            throw complaint("values nested more than " + MAX_DEPTH + " deep");
        }
        switch (peek()) {
            case '{':
                expect('{', "an object");
                while (name()) {
                    skip(depth + 1);
                }
                break;
            case '[':
                expect('[', "an array");
                while (element()) {
                    skip(depth + 1);
                }
                break;
            case '"':
                string("a text");
                break;
            case 't', 'f':
                bool("true or false");
                break;
            case 'n':
                word("null", "null");
                break;
            default:
                number("a value");
        }
    }

    /** Reads over a value of any kind and returns its text as it stands. */
    String raw() throws IOException {
        peek();
        keep();
        skip();
        kept();
        return text();
    }
}
