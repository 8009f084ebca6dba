package org.isolde.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * What a command takes: options, and arguments that go by their place.
 *
 * <p>It is said in code rather than by annotations on fields: to read those takes longer than to check a small history.
 */
final class Syntax {
    private final List<Option> options = new ArrayList<>();
    private final List<Argument> arguments = new ArrayList<>();
    private boolean sorted = true;
    private boolean ignoresRest;
    private Option help;
    private Option version;

    /** How much an option takes. */
    enum Takes {
        NOTHING,
        VALUE,
        VALUES,
        PAIR
    }

    /** An option, and what was given of it. */
    static final class Option {
        private final String[] names;
        private final Takes takes;
        private final String label;
        private final String[] description;
        private final Consumer<String> set;
        private Supplier<List<String>> candidates;
        private boolean isFile;
        private boolean given;

        private Option(String names, Takes takes, String label, Consumer<String> set, String... description) {
            this.names = names.split(", ", -1);
            this.takes = takes;
            this.label = label;
            this.set = set;
            this.description = description;
        }

        List<String> names() {
            return Arrays.asList(names);
        }

        Takes takes() {
            return takes;
        }

        String label() {
            return label;
        }

        String[] description() {
            return description;
        }

        String shortest() {
            return names[0];
        }

        String longest() {
            return names[names.length - 1];
        }

        /** What a shell may complete its value to. */
        Option completed(Supplier<List<String>> values) {
            candidates = values;
            return this;
        }

        List<String> candidates() {
            return candidates == null ? List.of() : candidates.get();
        }

        /** A shell completes its value to the name of a file. */
        Option file() {
            isFile = true;
            return this;
        }

        boolean isFile() {
            return isFile;
        }

        boolean isGiven() {
            return given;
        }

        /** Takes a value as it was typed, that of a flag may be null. */
        void give(String text) {
            if (given && (takes == Takes.NOTHING || takes == Takes.VALUE)) {
                throw new CallReader.Problem("option '" + longest() + "'"
                        + (takes == Takes.NOTHING ? "" : " (" + label + ")") + " should be specified only once");
            }
            given = true;
            try {
                if (takes == Takes.VALUES) {
                    for (String part : parts(text)) {
                        set.accept(part);
                    }
                } else {
                    set.accept(text);
                }
            } catch (BadValue e) {
                throw new CallReader.Problem(
                        takes == Takes.PAIR
                                ? "Value for option '" + longest() + "' (" + label + ") " + e.getMessage()
                                : "Invalid value for option '" + longest() + "': " + e.getMessage());
            }
        }

        /** Empty parts at the end don't count. */
        private static String[] parts(String text) {
            return text.split(",");
        }
    }

    /** An argument, and what was given of it. */
    static final class Argument {
        private final String label;
        private final int least;
        private final int most;
        private final String[] description;
        private final Consumer<String> set;
        private int given;

        private Argument(String label, int least, int most, Consumer<String> set, String... description) {
            this.label = label;
            this.least = least;
            this.most = most;
            this.set = set;
            this.description = description;
        }

        String label() {
            return label;
        }

        boolean isOptional() {
            return least == 0;
        }

        boolean isRepeated() {
            return most > 1;
        }

        String[] description() {
            return description;
        }

        boolean takesMore() {
            return given < most;
        }

        boolean isMissing() {
            return given < least;
        }

        void give(String text, int place) {
            given++;
            try {
                set.accept(text);
            } catch (BadValue e) {
                throw new CallReader.Problem("Invalid value for positional parameter at index " + place + " (" + label
                        + "): " + e.getMessage());
            }
        }
    }

    /** A value that is of another kind than it should be. */
    private static final class BadValue extends IllegalArgumentException {
        private static final long serialVersionUID = 1L;

        BadValue(String message) {
            super(message);
        }
    }

    /** Help lists options in the order of their declaration, not of the alphabet. */
    void keepOrder() {
        sorted = false;
    }

    /** Words too many do no harm. */
    void ignoreRest() {
        ignoresRest = true;
    }

    boolean ignoresRest() {
        return ignoresRest;
    }

    /** The options that every command has. */
    void standard() {
        help = flag("-h, --help", () -> {}, "Show this help message and exit.");
        version = flag("-V, --version", () -> {}, "Print version information and exit.");
    }

    /** @param names those of it, the short one first, with a comma and a blank between */
    Option flag(String names, Runnable set, String... description) {
        return added(new Option(
                names,
                Takes.NOTHING,
                "",
                text -> {
                    if (truth(text)) {
                        set.run();
                    }
                },
                description));
    }

    /** An option with a value. */
    Option option(String names, String label, Consumer<String> set, String... description) {
        return added(new Option(names, Takes.VALUE, label, set, description));
    }

    /**
     * An option with values, by commas or given several times.
     *
     * @param set gets all that have come so far
     */
    Option list(String names, String label, Consumer<List<String>> set, String... description) {
        List<String> values = new ArrayList<>();
        return added(new Option(
                names,
                Takes.VALUES,
                label,
                text -> {
                    values.add(text);
                    set.accept(values);
                },
                description));
    }

    /** An option that is given several times, with a name and a value each. */
    Option pairs(String names, String label, BiConsumer<String, String> set, String... description) {
        return added(new Option(
                names,
                Takes.PAIR,
                label,
                text -> {
                    int sign = text.indexOf('=');
                    if (sign < 0) {
                        throw new BadValue("should be in KEY=VALUE format but was " + text);
                    }
                    set.accept(text.substring(0, sign), text.substring(sign + 1));
                },
                description));
    }

    private Option added(Option option) {
        options.add(option);
        return option;
    }

    /** An argument that has to be there. */
    void argument(String label, Consumer<String> set, String... description) {
        arguments.add(new Argument(label, 1, 1, set, description));
    }

    /** An argument that may be there. */
    void optional(String label, Consumer<String> set, String... description) {
        arguments.add(new Argument(label, 0, 1, set, description));
    }

    /**
     * Arguments of which so many have to be there, and more may.
     *
     * @param set gets all that have come so far
     */
    void arguments(String label, int least, Consumer<List<String>> set, String... description) {
        List<String> values = new ArrayList<>();
        arguments.add(new Argument(
                label,
                least,
                Integer.MAX_VALUE,
                text -> {
                    values.add(text);
                    set.accept(values);
                },
                description));
    }

    List<Option> options() {
        return Collections.unmodifiableList(options);
    }

    List<Argument> arguments() {
        return Collections.unmodifiableList(arguments);
    }

    /** The options as help lists them. */
    List<Option> listed() {
        return sorted ? alphabetical() : options();
    }

    /** The options by their shortest names, whatever their case. */
    List<Option> alphabetical() {
        List<Option> ordered = new ArrayList<>(options);
        ordered.sort(new Comparator<>() {
            @Override
            public int compare(Option a, Option b) {
                String one = bare(a.shortest());
                String other = bare(b.shortest());
                int order = one.compareToIgnoreCase(other);
                return order != 0 ? order : other.compareTo(one);
            }
        });
        return ordered;
    }

    /** A name without the dashes before it. */
    static String bare(String name) {
        return name.substring(name.startsWith("--") ? 2 : 1);
    }

    /** The option of a name, or null. */
    Option named(String name) {
        for (Option option : options) {
            for (String each : option.names) {
                if (each.equals(name)) {
                    return option;
                }
            }
        }
        return null;
    }

    /** The names that begin with the same two letters as a word. */
    List<String> namesLike(String word) {
        String bare = bare(word);
        String beginning = bare.substring(0, Math.min(2, bare.length()));
        List<String> alike = new ArrayList<>();
        for (Option option : options) {
            for (String name : option.names) {
                if (bare(name).startsWith(beginning)) {
                    alike.add(name);
                }
            }
        }
        return alike;
    }

    boolean asksForHelp() {
        return help != null && help.given;
    }

    boolean asksForVersion() {
        return version != null && version.given;
    }

    static int integer(String text) {
        try {
            return Integer.decode(text);
        } catch (NumberFormatException e) {
            throw new BadValue("'" + text + "' is not an int");
        }
    }

    static long longInteger(String text) {
        try {
            return Long.decode(text);
        } catch (NumberFormatException e) {
            throw new BadValue("'" + text + "' is not a long");
        }
    }

    static double decimal(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw new BadValue("'" + text + "' is not a double");
        }
    }

    private static boolean truth(String text) {
        if (text == null || text.isEmpty() || text.equalsIgnoreCase("true")) {
            return true;
        }
        if (text.equalsIgnoreCase("false")) {
            return false;
        }
        throw new BadValue("'" + text + "' is not a boolean");
    }

    /** The constant of a name, whatever its case. */
    static <E extends Enum<E>> E constant(String text, E[] constants) {
        for (E constant : constants) {
            if (constant.name().equalsIgnoreCase(text)) {
                return constant;
            }
        }
        throw new BadValue(
                "expected one of " + Arrays.toString(constants) + " (case-insensitive) but was '" + text + "'");
    }
}
