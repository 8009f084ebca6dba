package org.isolde.condition;

import java.util.Locale;
import java.util.Set;

/** The words of a condition, one after the other. */
final class Tokens {
    /** What a token is. */
    enum Kind {
        WORD,
        KEYWORD,
        INTEGER,
        TEXT,
        SYMBOL,
        END
    }

    private static final Set<String> KEYWORDS =
            Set.of("or", "and", "not", "is", "null", "in", "between", "like", "true", "false");

    private final String text;
    private int end;

    /** The current token: its kind, where it begins, and what it says (a keyword in lower case, a text without its quotes). */
    private Kind kind;

    private int begin;
    private String value;

    Tokens(String text) throws ConditionException {
        this.text = text;
        next();
    }

    Kind kind() {
        return kind;
    }

    String value() {
        return value;
    }

    /** Where the current token begins. */
    int place() {
        return begin;
    }

    /** Whether the current token is this keyword or symbol. */
    boolean is(String expected) {
        return (kind == Kind.KEYWORD || kind == Kind.SYMBOL) && value.equals(expected);
    }

    /** Passes this keyword or symbol, if it is the current token. */
    boolean pass(String expected) throws ConditionException {
        boolean passed = is(expected);
        if (passed) {
            next();
        }
        return passed;
    }

    void require(String expected) throws ConditionException {
        if (!pass(expected)) {
            throw unexpected("\"" + expected + "\"");
        }
    }

    ConditionException unexpected(String expected) {
        String found = kind == Kind.END ? "the condition ends here" : "here is " + text.substring(begin, end);
        return problem(begin, "expected " + expected + ", and " + found);
    }

    ConditionException problem(int place, String problem) {
        return new ConditionException(
                "condition \"" + text + "\", character " + (text.codePointCount(0, place) + 1) + ": " + problem);
    }

    void next() throws ConditionException {
        begin = end;
        while (begin < text.length() && Character.isWhitespace(text.charAt(begin))) {
            begin++;
        }
        end = begin;
        if (begin == text.length()) {
            take(Kind.END);
            return;
        }
        char c = text.charAt(begin);
        if (isDigit(c)) {
            while (end < text.length() && isDigit(text.charAt(end))) {
                end++;
            }
            if (end < text.length() && isLetter(text.charAt(end))) {
                throw problem(begin, "neither a number nor a name: " + text.substring(begin, end + 1));
            }
            take(Kind.INTEGER);
        } else if (isLetter(c)) {
            while (end < text.length() && (isLetter(text.charAt(end)) || isDigit(text.charAt(end)))) {
                end++;
            }
            take(Kind.WORD);
            String lower = value.toLowerCase(Locale.ROOT);
            if (KEYWORDS.contains(lower)) {
                kind = Kind.KEYWORD;
                value = lower;
            }
        } else if (c == '\'') {
            takeText();
        } else {
            takeSymbol(c);
        }
    }

    private void takeText() throws ConditionException {
        StringBuilder content = new StringBuilder();
        end++;
        while (true) {
            int quote = text.indexOf('\'', end);
            if (quote < 0) {
                end = text.length();
                throw problem(begin, "a text without its closing quote");
            }
            content.append(text, end, quote);
            end = quote + 1;
            if (end == text.length() || text.charAt(end) != '\'') {
                break;
            }
            content.append('\'');
            end++;
        }
        kind = Kind.TEXT;
        value = content.toString();
    }

    private void takeSymbol(char c) throws ConditionException {
        end++;
        boolean two = end < text.length()
                && (c == '<' && (text.charAt(end) == '=' || text.charAt(end) == '>')
                        || c == '>' && text.charAt(end) == '=');
        if (two) {
            end++;
        }
        if (!two && "()=<>+-*%,".indexOf(c) < 0) {
            throw problem(begin, "a condition has no " + Character.toString(text.codePointAt(begin)));
        }
        if (c == '-' && end < text.length() && text.charAt(end) == '-') {
            throw problem(begin, "-- would begin a comment; write - and a space, or parentheses");
        }
        take(Kind.SYMBOL);
    }

    private void take(Kind kind) {
        this.kind = kind;
        value = text.substring(begin, end);
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isLetter(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_';
    }
}
