package org.isolde.history;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Reads the text form of {@link HistoryText}; whatever is wrong with it is said with its place. */
final class HistoryTextParser {
    private final String text;
    private final HistoryBuilder builder = new HistoryBuilder();
    private final Segment segment = builder.segment();
    private final Scalars scalars = segment.scalars();
    /** Whether transactions are numbered, because some are missing. */
    private final boolean numbered;

    private final Map<Long, Long> numbers = new HashMap<>();
    private int at;

    HistoryTextParser(String text) {
        this.text = text;
        this.numbered = text.contains("+");
        builder.initialValue(0, scalars);
    }

    History history() {
        long place = 0;
        long session = 0;
        while (!atEnd() && !take('#')) {
            if (take('|')) {
                session = ++place;
                continue;
            }
            session = transaction(session);
        }
        while (!atEnd()) {
            long key = scalar();
            segment.versions(key, list().stream().mapToLong(Long::longValue).toArray());
        }
        try {
            return builder.build();
        } catch (BadHistoryException e) {
            throw new IllegalArgumentException(e.getMessage() + ": " + text, e);
        }
    }

    /** A transaction with what stands before it; returns its session. */
    private long transaction(long current) {
        long session = current;
        long id = Segment.NO_ID;
        if ("!?@^~=+{".indexOf(peek()) < 0) {
            id = scalar();
            if (text.startsWith(":", at)) {
                at++;
                session = id;
                id = "!?@^~=+{".indexOf(peek()) < 0 ? scalar() : Segment.NO_ID;
            }
        }
        segment.begin(session, id, 0);
        boolean gap = false;
        while (!take('{')) {
            switch (next()) {
                case '!' -> segment.status(Status.ABORTED);
                case '?' -> segment.status(Status.UNKNOWN);
                case '+' -> gap = true;
                case '=' -> segment.order(Double.parseDouble(number(".E")));
                case '@' -> {
                    long begin = integer();
                    expect('-');
                    segment.realTime(begin, startsNumber() ? integer() : Long.MAX_VALUE);
                }
                case '~' -> {
                    long begin = take('?') ? Long.MIN_VALUE : integer();
                    expect('-');
                    segment.displayTime(begin, take('?') ? Long.MIN_VALUE : integer());
                }
                case '^' -> {
                    segment.start(integer(), take('.') ? integer() : 0);
                    expect('-');
                    if (startsNumber()) {
                        segment.commit(integer(), take('.') ? integer() : 0);
                    }
                }
                default -> throw bad("a mark of a transaction or '{'");
            }
        }
        if (numbered) {
            segment.seq(numbers.merge(session, gap ? 2L : 1L, Long::sum));
        }
        while (!take('}')) {
            operation();
        }
        return session;
    }

    private void operation() {
        char kind = next();
        expect('(');
        long key = scalar();
        expect(',');
        switch (kind) {
            case 'r' -> segment.op(OpKind.READ, key, scalar());
            case 'w' -> segment.op(OpKind.WRITE, key, scalar());
            case 'a' -> segment.op(OpKind.APPEND, key, scalar());
            case 'f' -> segment.op(OpKind.CAS_FAILED, key, scalar());
            case 'c' -> {
                segment.op(OpKind.CAS_READ, key, scalar());
                expect(',');
                segment.op(OpKind.CAS_WRITE, key, scalar());
            }
            case 'l' -> {
                long[] elements = list().stream().mapToLong(Long::longValue).toArray();
                segment.listRead(key, elements, elements.length);
            }
            default -> throw bad("an operation, one of r w l a c f");
        }
        expect(')');
    }

    private List<Long> list() {
        List<Long> elements = new ArrayList<>();
        expect('[');
        while (!take(']')) {
            if (!elements.isEmpty()) {
                expect(',');
            }
            elements.add(scalar());
        }
        return elements;
    }

    private long scalar() {
        char first = peek();
        if (first == '"' || first == '\'') {
            return entry(first == '"' ? Scalars.Kind.TEXT : Scalars.Kind.LITERAL, quoted());
        }
        if (first == ':') {
            at++;
            return entry(Scalars.Kind.KEYWORD, text.startsWith("\"", at) ? quoted() : run(() -> !isSyntax()));
        }
        if (startsNumber()) {
            String digits = number("");
            return digits.startsWith("-")
                    ? scalars.number(Long.parseLong(digits))
                    : scalars.unsigned(Long.parseUnsignedLong(digits));
        }
        String word = run(() -> Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '_');
        return word.equals("null") ? Scalars.NULL : entry(Scalars.Kind.TEXT, word);
    }

    private long entry(Scalars.Kind kind, String name) {
        return scalars.entry(kind, name.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }

    private String quoted() {
        char quote = text.charAt(at++);
        StringBuilder content = new StringBuilder();
        while (at < text.length() && text.charAt(at) != quote) {
            char c = text.charAt(at++);
            if (c == '\\') {
                c = text.charAt(at++) == 'n' ? '\n' : text.charAt(at - 1);
            }
            content.append(c);
        }
        expect(quote);
        return content.toString();
    }

    private boolean isSyntax() {
        char c = text.charAt(at);
        return Character.isWhitespace(c) || ",(){}[]|\"'#:\\".indexOf(c) >= 0;
    }

    private String run(Supplier<Boolean> goesOn) {
        int from = at;
        while (at < text.length() && goesOn.get()) {
            at++;
        }
        if (at == from) {
            throw bad("a name or a value");
        }
        return text.substring(from, at);
    }

    private boolean startsNumber() {
        int digit = at < text.length() && text.charAt(at) == '-' ? at + 1 : at;
        return digit < text.length() && Character.isDigit(text.charAt(digit));
    }

    private long integer() {
        return Long.parseLong(number(""));
    }

    /** A number; what may be in it beside digits. */
    private String number(String others) {
        int from = at;
        at += text.startsWith("-", at) ? 1 : 0;
        run(() -> Character.isDigit(text.charAt(at))
                || others.indexOf(text.charAt(at)) >= 0
                || (text.charAt(at) == '-' && text.charAt(at - 1) == 'E'));
        return text.substring(from, at);
    }

    private boolean atEnd() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return at == text.length();
    }

    private char peek() {
        if (atEnd()) {
            throw bad("more");
        }
        return text.charAt(at);
    }

    private char next() {
        char next = peek();
        at++;
        return next;
    }

    private boolean take(char c) {
        if (peek() != c) {
            return false;
        }
        at++;
        return true;
    }

    private void expect(char c) {
        if (!take(c)) {
            throw bad("'" + c + "'");
        }
    }

    private IllegalArgumentException bad(String expected) {
        int end = Math.min(at, text.length());
        return new IllegalArgumentException(
                "expected " + expected + " at >>>: " + text.substring(0, end) + " >>> " + text.substring(end));
    }
}
