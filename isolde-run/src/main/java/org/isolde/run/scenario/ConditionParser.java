package org.isolde.run.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads conditions: {@code T1 committed and (r1 has (1,10) or not r2 is empty)}. {@code and} binds closer than
 * {@code or}; {@code is} takes any number of rows.
 */
final class ConditionParser {
    private static final Pattern TOKEN =
            Pattern.compile("\\s*(?:(\\(\\s*-?\\d+\\s*,\\s*-?\\d+\\s*\\))|([()])|([A-Za-z][A-Za-z0-9]*)|(\\S))");

    private final List<String> tokens = new ArrayList<>();
    private int next;

    private ConditionParser(String text) {
        Matcher matcher = TOKEN.matcher(text.strip());
        while (matcher.lookingAt()) {
            if (matcher.group(4) != null) {
                throw new IllegalArgumentException("unexpected '" + matcher.group(4) + "' in the condition");
            }
            tokens.add(matcher.group().strip());
            matcher.region(matcher.end(), matcher.regionEnd());
        }
    }

    /** @throws IllegalArgumentException saying what is wrong */
    static Condition parse(String text) {
        ConditionParser parser = new ConditionParser(text);
        Condition condition = parser.any();
        if (parser.next < parser.tokens.size()) {
            throw new IllegalArgumentException("'" + parser.peek() + "' was not expected in the condition");
        }
        return condition;
    }

    private Condition any() {
        List<Condition> parts = new ArrayList<>(List.of(all()));
        while (peek().equals("or")) {
            next++;
            parts.add(all());
        }
        return parts.size() == 1 ? parts.get(0) : new Condition.Any(List.copyOf(parts));
    }

    private Condition all() {
        List<Condition> parts = new ArrayList<>(List.of(single()));
        while (peek().equals("and")) {
            next++;
            parts.add(single());
        }
        return parts.size() == 1 ? parts.get(0) : new Condition.All(List.copyOf(parts));
    }

    private Condition single() {
        String token = take();
        if (token.equals("not")) {
            return new Condition.Not(single());
        }
        if (token.equals("(")) {
            Condition inside = any();
            if (!take().equals(")")) {
                throw new IllegalArgumentException("a parenthesis is not closed in the condition");
            }
            return inside;
        }
        String verb = take();
        return switch (verb) {
            case "committed" -> new Condition.Committed(token);
            case "has" -> new Condition.Has(token, row(take()));
            case "is" -> new Condition.Is(token, rows());
            default ->
                throw new IllegalArgumentException(
                        "behind '" + token + "' stands 'committed', 'has' or 'is', not '" + verb + "'");
        };
    }

    private List<Row> rows() {
        if (peek().equals("empty")) {
            next++;
            return List.of();
        }
        List<Row> rows = new ArrayList<>(List.of(row(take())));
        while (isRow(peek())) {
            rows.add(row(take()));
        }
        return rows;
    }

    private static boolean isRow(String token) {
        return token.length() > 1 && token.charAt(0) == '(';
    }

    private static Row row(String token) {
        if (!isRow(token)) {
            throw new IllegalArgumentException("'" + token + "' is no row; rows are written as (1,10)");
        }
        String[] numbers = token.substring(1, token.length() - 1).split(",");
        return new Row(Long.parseLong(numbers[0].strip()), Long.parseLong(numbers[1].strip()));
    }

    private String peek() {
        return next < tokens.size() ? tokens.get(next) : "";
    }

    private String take() {
        if (next == tokens.size()) {
            throw new IllegalArgumentException("the condition ends in the middle");
        }
        return tokens.get(next++);
    }
}
