package org.isolde.run.option;

import java.util.Locale;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.isolde.run.Ability;
import org.isolde.run.Database;
import org.isolde.run.Databases;

/**
 * An option, declared. Made by {@link #of} and what follows it, as in {@code Option.of("retries", "N",
 * OptionType.integer(0), "How often ...").otherwise(3)}.
 *
 * @param name as on the command line, without the hyphens
 * @param shortName a letter for it, or null
 * @param label what stands for its value in the help; empty for a flag
 * @param helping makes the help
 * @param defaultValue null if that is not known before the test is planned, or there is none
 * @param defaultText the default in words; empty if there is none
 * @param field where it stands in the form
 * @param availability for which databases it is
 */
public record Option<T>(
        String name,
        String shortName,
        String label,
        OptionType<T> type,
        Supplier<String> helping,
        T defaultValue,
        String defaultText,
        Field field,
        Availability availability) {
    /** The parts of the form. */
    public enum Section {
        /** What most tests say. */
        TEST,
        /** What is folded away. */
        MORE;

        /** The name in JSON. */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * A field of the form.
     *
     * @param title over the field
     * @param hint below it; empty if there is none
     */
    public record Field(Section section, String title, String hint) {}

    /** The databases that an option is for. */
    public enum Availability {
        ALL("", database -> true),
        SQL("for databases with SQL", database -> database.abilities().contains(Ability.SQL)),
        ROWS("for databases with rows", database -> database.abilities().contains(Ability.ROWS)),
        TIMESTAMPS("for databases that tell timestamps", Databases::hasTimestamps);

        private final String words;
        private final Predicate<Database> test;

        Availability(String words, Predicate<Database> test) {
            this.words = words;
            this.test = test;
        }

        /** Which these are; empty if it is for all. */
        public String words() {
            return words;
        }

        public boolean includes(Database database) {
            return test.test(database);
        }
    }

    /** An option that has no default and is for all databases. */
    public static <T> Option<T> of(String name, String label, OptionType<T> type, String help) {
        return new Option<>(name, null, label, type, () -> help, null, "", null, Availability.ALL);
    }

    /** A flag, which is not set unless it is given. */
    public static Option<Boolean> flag(String name, String help) {
        return of(name, "", OptionType.flag(), help).otherwise(false, "");
    }

    public Option<T> orShort(char letter) {
        return new Option<>(
                name, String.valueOf(letter), label, type, helping, defaultValue, defaultText, field, availability);
    }

    /** With a help that is made when it is asked for. */
    public Option<T> helping(Supplier<String> words) {
        return new Option<>(name, shortName, label, type, words, defaultValue, defaultText, field, availability);
    }

    /** One sentence without its full stop; {@code `code`} is marked so. */
    public String help() {
        return helping.get();
    }

    /** With this default. */
    public Option<T> otherwise(T value) {
        return otherwise(value, type.printer().apply(value));
    }

    /** With this default, said so. */
    public Option<T> otherwise(T value, String words) {
        return new Option<>(name, shortName, label, type, helping, value, words, field, availability);
    }

    /** With this default, which is found when the test is planned. */
    public Option<T> otherwisePlanned(String words) {
        return new Option<>(name, shortName, label, type, helping, defaultValue, words, field, availability);
    }

    /** In the form, with a hint below the field. */
    public Option<T> in(Section section, String title, String hint) {
        return new Option<>(
                name,
                shortName,
                label,
                type,
                helping,
                defaultValue,
                defaultText,
                new Field(section, title, hint),
                availability);
    }

    /** In the form. */
    public Option<T> in(Section section, String title) {
        return in(section, title, "");
    }

    /** For these databases alone. */
    public Option<T> only(Availability databases) {
        return new Option<>(name, shortName, label, type, helping, defaultValue, defaultText, field, databases);
    }

    public boolean isFlag() {
        return type.input() == OptionType.Input.FLAG;
    }

    /** The name of its value in JSON: {@code readRatio}. */
    public String jsonName() {
        StringBuilder json = new StringBuilder();
        for (String word : name.split("-", -1)) {
            json.append(json.isEmpty() ? word : word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1));
        }
        return json.toString();
    }

    /**
     * Reads a value that a user gave.
     *
     * @throws IllegalArgumentException with the name and the cure, if it is none
     */
    T parse(String text) {
        return named(() -> {
            T value = type.parser().apply(text);
            type.check().accept(value);
            return value;
        });
    }

    /** @throws IllegalArgumentException with the name and the cure, if the value makes no sense */
    void check(T value) {
        named(() -> {
            type.check().accept(value);
            return null;
        });
    }

    /** What is wrong is said of the option by its name, if the sentence has no subject. */
    private <R> R named(Supplier<R> action) {
        try {
            return action.get();
        } catch (IllegalArgumentException e) {
            String message = e.getMessage();
            throw new IllegalArgumentException(
                    message.matches("(is|takes) .*") ? "--" + name + " " + message : message, e);
        }
    }
}
