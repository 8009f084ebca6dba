package org.isolde.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.isolde.cli.Syntax.Argument;
import org.isolde.cli.Syntax.Option;
import org.isolde.cli.Syntax.Takes;

/**
 * Reads a call word by word, and gives options and arguments what is theirs.
 *
 * <p>Options may stand anywhere, as {@code --name value}, {@code --name=value} or {@code -n value}; short ones may be joined,
 * as in {@code -vl ser}; behind {@code --} there are none. What can't be placed is told at the end, what is missing before it.
 */
final class CallReader {
    private final Syntax syntax;
    private final List<String> words;
    private final List<String> unplaced = new ArrayList<>();
    private int firstUnplaced;
    private String joined;
    private int at;
    private int arguments;

    /** @param from the place of the first word to read */
    CallReader(Syntax syntax, List<String> words, int from) {
        this.syntax = syntax;
        this.words = words;
        this.at = from;
    }

    /** A call that can't be understood. */
    static class Problem extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Problem(String message) {
            super(message);
        }
    }

    /** A call with words that are neither options nor arguments. */
    static final class UnplacedWord extends Problem {
        private static final long serialVersionUID = 1L;

        private final String first;

        private UnplacedWord(String message, String first) {
            super(message);
            this.first = first;
        }

        String first() {
            return first;
        }

        boolean isOption() {
            return looksLikeOption(first);
        }
    }

    /** Reads up to the name of a command, and returns its place; -1 if there is none. */
    int read(Set<String> commands) {
        boolean optionsOver = false;
        for (; at < words.size(); at++) {
            String word = words.get(at);
            if (optionsOver) {
                place(word);
            } else if (word.equals("--")) {
                optionsOver = true;
            } else if (commands.contains(word)) {
                return at;
            } else if (!readOption(word)) {
                if (looksLikeOption(word)) {
                    unplace(word);
                } else {
                    place(word);
                }
            }
        }
        return -1;
    }

    private static boolean looksLikeOption(String word) {
        return word.length() > 1 && word.charAt(0) == '-';
    }

    private void place(String word) {
        for (Argument argument : syntax.arguments()) {
            if (argument.takesMore()) {
                argument.give(word, arguments++);
                return;
            }
        }
        unplace(word);
    }

    private void unplace(String word) {
        if (unplaced.isEmpty()) {
            firstUnplaced = at;
        }
        unplaced.add(word);
    }

    private boolean readOption(String word) {
        Option option = syntax.named(word);
        if (option != null) {
            giveNext(option);
            return true;
        }
        int sign = word.indexOf('=');
        option = sign < 0 ? null : syntax.named(word.substring(0, sign));
        if (option != null) {
            option.give(word.substring(sign + 1));
            return true;
        }
        return startsWithShort(word) && readJoined(word);
    }

    /** Whether a word begins with a short option, so that others, or its value, may be joined to it. */
    private boolean startsWithShort(String word) {
        return word.length() > 2 && word.charAt(1) != '-' && syntax.named(word.substring(0, 2)) != null;
    }

    private boolean readJoined(String word) {
        for (int i = 1; i < word.length(); i++) {
            Option option = syntax.named("-" + word.charAt(i));
            String rest = word.substring(i + 1);
            if (option == null) {
                joined = unplaced.isEmpty() ? word : joined;
                unplace("-" + word.substring(i));
                return true;
            }
            if (option.takes() == Takes.NOTHING && !rest.startsWith("=")) {
                option.give(null);
            } else if (rest.isEmpty()) {
                giveNext(option);
            } else {
                option.give(rest.startsWith("=") ? rest.substring(1) : rest);
                return true;
            }
        }
        return true;
    }

    private void giveNext(Option option) {
        if (option.takes() == Takes.NOTHING) {
            option.give(null);
            return;
        }
        if (at + 1 == words.size()) {
            throw new Problem(
                    "Missing required parameter for option '" + option.longest() + "' (" + option.label() + ")");
        }
        String value = words.get(at + 1);
        int sign = value.indexOf('=');
        if (syntax.named(sign < 0 ? value : value.substring(0, sign)) != null
                || value.startsWith("-") && startsWithShort(value)) {
            throw new Problem("Expected parameter for option '" + option.longest() + "' but found '" + value + "'");
        }
        at++;
        option.give(value);
    }

    /** Refuses a call that leaves something open. */
    void finish() {
        List<String> missing = new ArrayList<>();
        for (Argument argument : syntax.arguments()) {
            if (argument.isMissing()) {
                missing.add(argument.label());
            }
        }
        if (!missing.isEmpty()) {
            throw new Problem("Missing required parameter" + (missing.size() > 1 ? "s" : "") + ": " + quoted(missing));
        }
        if (!unplaced.isEmpty() && !syntax.ignoresRest()) {
            boolean several = unplaced.size() > 1;
            String first = unplaced.get(0);
            throw new UnplacedWord(
                    (looksLikeOption(first)
                                    ? "Unknown option" + (several ? "s" : "")
                                    : "Unmatched argument" + (several ? "s from" : " at") + " index " + firstUnplaced)
                            + ": " + quoted(unplaced)
                            + (joined == null ? "" : " (while processing option: '" + joined + "')"),
                    first);
        }
    }

    private static String quoted(List<String> words) {
        return "'" + String.join("', '", words) + "'";
    }
}
