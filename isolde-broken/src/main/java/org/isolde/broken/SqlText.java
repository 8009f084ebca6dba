package org.isolde.broken;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the layer has to know of a statement.
 *
 * @param kind what it does
 * @param aggregate whether it is a query with always one row, without which there would be no answer at all
 * @param ignorant the same without the condition that {@link Fault#IGNORED_PREDICATE} ignores; null if it has none
 */
record SqlText(Kind kind, boolean aggregate, String ignorant) {
    enum Kind {
        /** A plain read of a table. */
        QUERY,
        UPDATE,
        OTHER_WRITE,
        COMMIT,
        ROLLBACK,
        ROLLBACK_TO,
        SAVEPOINT,
        /** Whatever else, such as settings and reads that lock. */
        OTHER
    }

    private static final Pattern LOCKS = Pattern.compile("\\bfor\\s+(no\\s+key\\s+)?(update|share|key\\s+share)\\b");
    private static final Pattern WRITES = Pattern.compile("\\b(insert\\s+into|update|delete\\s+from|merge\\s+into)\\b");
    private static final Pattern SUBQUERY = Pattern.compile("\\(\\s*select\\b");
    private static final Pattern QUOTED = Pattern.compile("'[^']*'|\"[^\"]*\"");
    private static final Pattern AGGREGATE = Pattern.compile("\\b(count|sum|min|max|avg)\\s*\\(");

    /** What ends a condition, at the same depth of parentheses. */
    private static final Pattern WORD = Pattern.compile(
            "[()]|\\b(where|group\\s+by|having|window|order\\s+by|limit|offset|fetch|union|intersect|except|for|returning)\\b");

    static SqlText of(String text) {
        // the same places, without anything inside quotes
        Matcher quoted = QUOTED.matcher(text.toLowerCase(Locale.ROOT));
        String plain = quoted.replaceAll(match -> "'" + "x".repeat(match.group().length() - 2) + "'");
        Kind kind = kind(plain.strip());
        boolean aggregate = AGGREGATE.matcher(plain.split("\\bfrom\\b", 2)[0]).find() && !plain.contains("group");
        return new SqlText(kind, aggregate, ignorant(text, plain, kind));
    }

    private static Kind kind(String plain) {
        String word = plain.split("[\\s;(]", 2)[0];
        return switch (word) {
            case "update" -> Kind.UPDATE;
            case "insert", "delete", "merge", "replace" -> Kind.OTHER_WRITE;
            case "commit" -> Kind.COMMIT;
            case "rollback" -> plain.matches("rollback(\\s+\\w+)?\\s+to\\b.*") ? Kind.ROLLBACK_TO : Kind.ROLLBACK;
            case "savepoint" -> Kind.SAVEPOINT;
            case "with", "select" -> query(plain);
            default -> Kind.OTHER;
        };
    }

    private static Kind query(String plain) {
        if (LOCKS.matcher(plain).find() || !plain.contains("from")) {
            return Kind.OTHER;
        }
        return plain.startsWith("with") && WRITES.matcher(plain).find() ? Kind.OTHER_WRITE : Kind.QUERY;
    }

    private static String ignorant(String text, String plain, Kind kind) {
        int from = -1;
        for (Matcher subquery = SUBQUERY.matcher(plain); subquery.find(); ) {
            from = subquery.start() + 1;
        }
        if (from < 0 && kind != Kind.QUERY) {
            return null;
        }
        return withoutCondition(text, plain, Math.max(0, from));
    }

    /** Parameters stay where they are: the condition is still there, and anything else will do as well. */
    private static String withoutCondition(String text, String plain, int from) {
        int depth = 0;
        int begin = -1;
        int end = text.length();
        Matcher words = WORD.matcher(plain);
        for (boolean found = words.find(from); found && end == text.length(); found = words.find()) {
            String word = words.group();
            if (word.equals("(")) {
                depth++;
            } else if (word.equals(")")) {
                depth--;
            } else if (depth == 0 && begin < 0 && word.equals("where")) {
                begin = words.end();
                continue;
            }
            boolean closes = word.equals(")") ? depth < 0 : depth == 0 && begin >= 0 && !word.equals("(");
            if (closes) {
                end = words.start();
            }
        }
        return begin < 0
                ? null
                : text.substring(0, begin) + " (" + text.substring(begin, end).strip() + ") or 1 = 1"
                        + (text.startsWith(")", end) || end == text.length() ? "" : " ")
                        + text.substring(end);
    }
}
