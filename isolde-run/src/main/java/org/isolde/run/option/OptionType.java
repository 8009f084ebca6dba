package org.isolde.run.option;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.isolde.history.Times;

/**
 * What the values of an option are: how they are read, checked and written.
 *
 * @param input how a user gives one
 * @param choices the texts to choose from; empty if there is no list of them
 * @param least the least number; null if that is not limited, or it is no number
 * @param isList whether several may be given, with commas between
 * @param parser reads a text; throws IllegalArgumentException, with the cure, if it is none of this type
 * @param check throws IllegalArgumentException, with the cure, if a value makes no sense
 * @param printer the text that is read as this value
 * @param json the value in JSON
 */
public record OptionType<T>(
        Input input,
        List<String> choices,
        Long least,
        boolean isList,
        Function<String, T> parser,
        Consumer<T> check,
        Function<T, String> printer,
        Function<T, Object> json) {
    /** How a value is given. */
    public enum Input {
        TEXT,
        NUMBER,
        CHOICE,
        FLAG;

        /** The name in JSON. */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** A text, of which only who uses it knows whether it makes sense. */
    public static OptionType<String> text() {
        return of(String::strip, text -> text, text -> text);
    }

    /** Anything that has a text of its own. */
    public static <T> OptionType<T> of(
            Function<String, T> parser, Function<T, String> printer, Function<T, Object> json) {
        return new OptionType<>(Input.TEXT, List.of(), null, false, parser, value -> {}, printer, json);
    }

    /** The same, and several may be given, with commas between: the parser reads them all. */
    public OptionType<T> several() {
        return new OptionType<>(input, choices, least, true, parser, check, printer, json);
    }

    /** Given or not. */
    public static OptionType<Boolean> flag() {
        return new OptionType<>(
                Input.FLAG,
                List.of(),
                null,
                false,
                Boolean::parseBoolean,
                value -> {},
                String::valueOf,
                value -> value);
    }

    /** A whole number that is not less than this one. */
    public static OptionType<Integer> integer(int least) {
        return number(Integer::valueOf, (long) least, Integer.MAX_VALUE);
    }

    /** A whole number that is not less than this one. */
    public static OptionType<Long> wholeNumber(long least) {
        return number(Long::valueOf, least == Long.MIN_VALUE ? null : least, Long.MAX_VALUE);
    }

    private static <N extends Number> OptionType<N> number(Function<String, N> exact, Long least, long most) {
        return new OptionType<>(
                Input.NUMBER,
                List.of(),
                least,
                false,
                text -> {
                    // first as wide as it may be: a number that is too large is told to be that
                    between(parsed(text, Long::valueOf), least, most);
                    return parsed(text, exact);
                },
                value -> between(value.longValue(), least, most),
                String::valueOf,
                value -> value);
    }

    private static void between(long number, Long least, long most) {
        if (least != null && number < least) {
            throw new IllegalArgumentException("is " + number + "; it must be " + least + " or more");
        }
        if (number > most) {
            throw new IllegalArgumentException("is " + number + "; it must be " + most + " or less");
        }
    }

    /** A number from 0 to this one. */
    public static OptionType<Double> decimal(double most) {
        return new OptionType<>(
                Input.TEXT,
                List.of(),
                null,
                false,
                text -> parsed(text, Double::valueOf),
                value -> {
                    if (!(value >= 0 && value <= most)) {
                        throw new IllegalArgumentException("is " + value + "; it must be "
                                + (most == Double.POSITIVE_INFINITY ? "0 or more" : "from 0 to " + (long) most));
                    }
                },
                String::valueOf,
                value -> value);
    }

    private static <N> N parsed(String text, Function<String, N> parser) {
        try {
            return parser.apply(text.strip());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("is '" + text + "', which is no number", e);
        }
    }

    /** A time; none at all makes sense too. */
    public static OptionType<Duration> time() {
        return of(Times::parse, Times::text, Times::text);
    }

    /** A time that makes no sense if it is none. */
    public static OptionType<Duration> positiveTime() {
        OptionType<Duration> any = time();
        return new OptionType<>(
                any.input,
                any.choices,
                null,
                false,
                any.parser,
                time -> {
                    if (time.isZero()) {
                        throw new IllegalArgumentException("is " + Times.text(time) + "; it must be longer than 0");
                    }
                },
                any.printer,
                any.json);
    }

    /** One of an enum's constants, by the name that users know; {@code kind} is what they are. */
    public static <E> OptionType<E> choice(E[] all, Function<E, String> name, String kind) {
        List<String> names = Arrays.stream(all).map(name).toList();
        return new OptionType<>(
                Input.CHOICE,
                names,
                null,
                false,
                text -> {
                    int place = names.indexOf(text.strip().toLowerCase(Locale.ROOT));
                    if (place < 0) {
                        throw new IllegalArgumentException(
                                "'" + text + "' is no " + kind + "; known are " + listed(names));
                    }
                    return all[place];
                },
                value -> {},
                name,
                name::apply);
    }

    /** Several of this type, with commas between. */
    public OptionType<List<T>> listed() {
        return new OptionType<>(
                input,
                choices,
                least,
                true,
                text -> {
                    List<T> values = new ArrayList<>();
                    for (String each : text.split(",", -1)) {
                        values.add(parser.apply(each.strip()));
                    }
                    return List.copyOf(values);
                },
                values -> values.forEach(check),
                values -> values.stream().map(printer).collect(Collectors.joining(",")),
                values -> values.stream().map(json).toList());
    }

    private static String listed(List<String> names) {
        int last = names.size() - 1;
        return last < 1
                ? String.join("", names)
                : String.join(", ", names.subList(0, last)) + " and " + names.get(last);
    }
}
