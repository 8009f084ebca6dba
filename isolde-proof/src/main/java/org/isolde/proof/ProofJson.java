package org.isolde.proof;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.isolde.history.BadHistoryException;

/**
 * As much of JSON as a proof file needs, token by token: objects with plain names, arrays, whole numbers of 32 bits, plain
 * texts, true and false. Each object is on a line of its own.
 *
 * <p>Invariant: {@code next} is the byte that no call has taken, -1 at the end of the input; {@code line} is its line, from 1.
 */
final class ProofJson {
    private static final int LONGEST_TEXT = 64;

    private final InputStream in;
    private final byte[] buffer = new byte[1 << 16];
    private int at;
    private int end;
    private int line = 1;
    private int next;

    ProofJson(InputStream in) throws IOException {
        this.in = in;
        advance();
    }

    private void advance() throws IOException {
        if (at == end) {
            at = 0;
            end = Math.max(0, in.read(buffer));
        }
        next = at < end ? buffer[at++] & 0xff : -1;
    }

    private void skipBlanks() throws IOException {
        while (next == ' ' || next == '\t' || next == '\r') {
            advance();
        }
    }

    /** Goes over empty lines; whether there is another object. */
    boolean nextLine() throws IOException {
        skipBlanks();
        while (next == '\n') {
            line++;
            advance();
            skipBlanks();
        }
        return next >= 0;
    }

    void endLine() throws IOException {
        skipBlanks();
        if (next != '\n' && next >= 0) {
            throw bad("the end of the line behind the object");
        }
    }

    /** Takes a bracket. */
    void open(char bracket, String expected) throws IOException {
        skipBlanks();
        if (next != bracket) {
            throw bad(expected);
        }
        advance();
    }

    /** Goes to the next item of an object or array; false behind its closing bracket. */
    boolean item(boolean first, char close) throws IOException {
        skipBlanks();
        if (next == close) {
            advance();
            return false;
        }
        if (!first) {
            open(',', "a comma or '" + close + "'");
            skipBlanks();
            if (next == close) {
                throw bad("something behind the comma");
            }
        }
        return true;
    }

    /** Takes a name and its colon. */
    String name() throws IOException {
        String name = text("a name in quotes");
        open(':', "a colon behind the name");
        return name;
    }

    /** Takes a text without escapes. */
    String text(String expected) throws IOException {
        open('"', expected);
        StringBuilder text = new StringBuilder();
        while (next != '"') {
            if (next < ' ' || next == '\\' || next > '~' || text.length() == LONGEST_TEXT) {
                throw bad(expected);
            }
            text.append((char) next);
            advance();
        }
        advance();
        return text.toString();
    }

    /** Takes a whole number of 32 bits. */
    int number(String expected) throws IOException {
        skipBlanks();
        boolean negative = next == '-';
        if (negative) {
            advance();
        }
        if (next < '0' || next > '9') {
            throw bad(expected);
        }
        long number = 0;
        while (next >= '0' && next <= '9') {
            number = number * 10 + next - '0';
            if (number > Integer.MAX_VALUE) {
                throw complaint("expected " + expected + ", found one of more than 32 bits");
            }
            advance();
        }
        if (next == '.' || next == 'e' || next == 'E') {
            throw bad(expected + " without fraction and exponent");
        }
        return (int) (negative ? -number : number);
    }

    boolean bool(String expected) throws IOException {
        skipBlanks();
        boolean isTrue = next == 't';
        String word = isTrue ? "true" : "false";
        for (int i = 0; i < word.length(); i++) {
            if (next != word.charAt(i)) {
                throw bad(expected);
            }
            advance();
        }
        return isTrue;
    }

    /** Takes an array of numbers from {@code least} to {@code most}. */
    int[] numbers(String expected, int least, int most) throws IOException {
        open('[', "an array of " + expected);
        int[] numbers = new int[16];
        int count = 0;
        for (boolean first = true; item(first, ']'); first = false) {
            if (count == numbers.length) {
                numbers = Arrays.copyOf(numbers, count * 2);
            }
            numbers[count++] = number(expected, least, most);
        }
        return Arrays.copyOf(numbers, count);
    }

    /** Takes a number from {@code least} to {@code most}. */
    int number(String expected, int least, int most) throws IOException {
        int number = number(expected);
        if (number < least || number > most) {
            throw complaint("expected " + expected + ", "
                    + (most < least ? "of which there are none" : "from " + least + " to " + most) + ", found "
                    + number);
        }
        return number;
    }

    BadHistoryException bad(String expected) {
        String found = next < 0
                ? "the end of the input"
                : next == '\n'
                        ? "the end of the line"
                        : next > ' ' && next <= '~' ? "'" + (char) next + "'" : "byte " + next;
        return complaint("expected " + expected + ", found " + found);
    }

    BadHistoryException complaint(String problem) {
        return BadHistoryException.atLine(line, problem);
    }
}
