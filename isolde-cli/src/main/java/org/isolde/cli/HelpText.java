package org.isolde.cli;

import java.util.ArrayList;
import java.util.List;
import org.isolde.cli.Syntax.Argument;
import org.isolde.cli.Syntax.Option;
import org.isolde.cli.Syntax.Takes;
import org.isolde.report.TextLayout;

/** The help of a command, laid out for the terminal: how it is called, what it is for, and what it takes. */
final class HelpText {
    /** There is no help that is narrower. */
    private static final int LEAST_WIDTH = 55;

    /** Names of options that are longer leave no room beside them: their description begins below. */
    private static final int LONG_NAME = 20;

    private static final int NAMES = 6;
    private static final int HANGING = 2;

    private final int width = Math.max(LEAST_WIDTH, TextLayout.WIDTH);
    private final StringBuilder text = new StringBuilder();

    /**
     * @param called how it is called: {@code isolde check}
     * @param behind what stands behind the options where no argument says it
     */
    static HelpText of(String called, Command command, String behind) {
        Syntax syntax = command.syntax();
        HelpText help = new HelpText();
        help.synopsis(called, syntax, behind);
        help.paragraphs(command.description());
        help.table(syntax);
        return help;
    }

    /** Adds the list of all commands. */
    HelpText commands(List<String> names, List<Command> commands) {
        text.append("Commands:\n");
        int longest = names.stream().mapToInt(String::length).max().orElse(0);
        for (int i = 0; i < names.size(); i++) {
            String name = names.get(i);
            Line line = new Line().plain("  ").strong(name).plain(" ".repeat(longest - name.length() + 2));
            wrap(line, new Line().plain(commands.get(i).description()[0]), longest + 4 + HANGING);
        }
        return this;
    }

    /** Adds what stands below, and returns the whole. */
    String footer(String[] footer) {
        paragraphs(footer);
        return text.toString();
    }

    private void paragraphs(String... paragraphs) {
        for (String paragraph : paragraphs) {
            wrap(new Line(), new Line().plain(paragraph), 0);
        }
    }

    private void synopsis(String called, Syntax syntax, String behind) {
        Line words = new Line();
        StringBuilder joined = new StringBuilder();
        List<Option> ordered = new ArrayList<>(syntax.alphabetical());
        for (Option option : ordered) {
            if (option.takes() == Takes.NOTHING && option.shortest().length() == 2) {
                joined.append(option.shortest().charAt(1));
            }
        }
        if (joined.length() > 0) {
            words.plain(" [").option("-" + joined).plain("]");
        }
        for (Option option : ordered) {
            if (option.takes() == Takes.NOTHING && option.shortest().length() > 2) {
                optional(words, option, "]");
            }
        }
        for (Option option : ordered) {
            if (option.takes() == Takes.VALUE) {
                optional(words, option, "]");
            }
        }
        for (Option option : ordered) {
            if (option.takes() == Takes.VALUES || option.takes() == Takes.PAIR) {
                optional(words, option, "]...");
            }
        }
        for (Argument argument : syntax.arguments()) {
            argument(words.plain(" "), argument);
        }
        if (behind != null) {
            words.plain(" " + behind);
        }
        Line line = new Line().plain("Usage: ").strong(called);
        wrap(line, words, line.length() + 1);
    }

    private static void optional(Line line, Option option, String end) {
        line.plain(" [").option(option.shortest());
        value(line, option);
        line.plain(end);
    }

    private static void value(Line line, Option option) {
        if (option.takes() != Takes.NOTHING) {
            line.plain("=").value(option.label());
        }
        if (option.takes() == Takes.VALUES) {
            line.plain("[,").value(option.label()).plain("...]");
        }
    }

    private static Line argument(Line line, Argument argument) {
        line.plain(argument.isOptional() ? "[" : "").option(argument.label());
        return line.plain(argument.isRepeated() ? "..." : "").plain(argument.isOptional() ? "]" : "");
    }

    private void table(Syntax syntax) {
        int longest = 0;
        for (Argument argument : syntax.arguments()) {
            longest = longer(longest, argument(new Line(), argument).length());
        }
        for (Option option : syntax.options()) {
            longest = longer(longest, names(option).length() - NAMES);
        }
        int beside = NAMES + longest + 3;
        for (Argument argument : syntax.arguments()) {
            row(argument(new Line().plain(" ".repeat(NAMES)), argument), beside, argument.description());
        }
        for (Option option : syntax.listed()) {
            row(names(option), beside, option.description());
        }
    }

    private static int longer(int longest, int length) {
        return length > LONG_NAME ? longest : Math.max(longest, length);
    }

    private static Line names(Option option) {
        Line line = new Line().plain("  ");
        if (option.shortest().length() == 2) {
            line.option(option.shortest());
            line.plain(option.names().size() > 1 ? ", " : "  ");
        } else {
            line.plain("    ");
        }
        if (option.longest().length() > 2) {
            line.option(option.longest());
        }
        value(line, option);
        return line;
    }

    private void row(Line names, int beside, String... description) {
        Line line = names;
        if (line.length() >= beside) {
            end(line);
            line = new Line();
        }
        for (String paragraph : description) {
            line.plain(" ".repeat(beside - line.length()));
            wrap(line, new Line().plain(paragraph), beside + HANGING);
            line = new Line();
        }
    }

    /** Ends a line; blanks at its end are left out. */
    private void end(Line line) {
        line.printOn(text);
        text.append('\n');
    }

    /** Puts more behind a line, and what does not fit on lines of its own, which begin with so many blanks. */
    private void wrap(Line line, Line more, int hanging) {
        Line now = line;
        int from = 0;
        int fitting = 0;
        for (int i = 1; i <= more.length(); i++) {
            if (i < more.length() && !mayBreak(more.chars, i)) {
                continue;
            }
            if (now.length() + i - from > width && fitting > from) {
                now.add(more, from, fitting);
                end(now);
                now = new Line().plain(" ".repeat(hanging));
                from = fitting;
            }
            fitting = i;
        }
        now.add(more, from, more.length());
        end(now);
    }

    /** Whether a line may end before a character: behind blanks, before brackets, and behind marks within a word. */
    static boolean mayBreak(CharSequence text, int at) {
        char before = text.charAt(at - 1);
        char after = text.charAt(at);
        if (after == ' ') {
            return false;
        }
        if (before == ' ') {
            return true;
        }
        if ("([{".indexOf(after) >= 0) {
            return "([{'\"<".indexOf(before) < 0;
        }
        if (":,.?!)".indexOf(before) < 0 || !(Character.isLetterOrDigit(after) || after == '-')) {
            return false;
        }
        boolean within = at > 1 && Character.isDigit(text.charAt(at - 2)) && Character.isDigit(after);
        return !within || before == ':';
    }

    /** A line that grows, with the looks of its characters. */
    private static final class Line {
        private static final char PLAIN = ' ';
        private static final char STRONG = 'b';
        private static final char OPTION = 'o';
        private static final char VALUE = 'v';

        private final StringBuilder chars = new StringBuilder();
        private final StringBuilder looks = new StringBuilder();

        private Line as(char look, String more) {
            chars.append(more);
            looks.append(String.valueOf(look).repeat(more.length()));
            return this;
        }

        Line plain(String more) {
            return as(PLAIN, more);
        }

        Line strong(String more) {
            return as(STRONG, more);
        }

        Line option(String more) {
            return as(OPTION, more);
        }

        Line value(String more) {
            return as(VALUE, more);
        }

        void add(Line more, int from, int to) {
            chars.append(more.chars, from, to);
            looks.append(more.looks, from, to);
        }

        int length() {
            return chars.length();
        }

        void printOn(StringBuilder out) {
            int end = chars.length();
            while (end > 0 && chars.charAt(end - 1) == ' ') {
                end--;
            }
            for (int i = 0; i < end; ) {
                int to = i;
                while (to < end && looks.charAt(to) == looks.charAt(i)) {
                    to++;
                }
                out.append(coloured(looks.charAt(i), chars.substring(i, to)));
                i = to;
            }
        }

        private static String coloured(char look, String part) {
            return switch (look) {
                case STRONG -> Terminal.bold(part);
                case OPTION -> Terminal.yellow(part);
                case VALUE -> Terminal.italic(part);
                default -> part;
            };
        }
    }
}
