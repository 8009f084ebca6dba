package org.isolde.app;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.isolde.generate.KeyDistribution;
import org.isolde.run.workload.WorkloadOptions;

/**
 * The options of a test as texts, under the names that they have on the command line without the hyphens; whoever asks
 * for a test, by command or by form, gives them so. What is not there is left to Isolde.
 */
final class TestOptions {
    /** All that there are, apart from those that say which database it is. */
    static final Set<String> NAMES = Set.of(
            "isolation",
            "level",
            "workload",
            "scenario",
            "sessions",
            "keys",
            "writes-per-key",
            "distribution",
            "theta",
            "length",
            "read-ratio",
            "rollback-ratio",
            "seed",
            "time",
            "transactions",
            "retries",
            "tables",
            "statements",
            "secondary-index",
            "rounds",
            "until",
            "fault",
            "fault-every",
            "fault-for",
            "monitor",
            "settle",
            "timeout");

    private static final Pattern RANGE = Pattern.compile("(\\d{1,9})(?:(?:-|\\.\\.)(\\d{1,9}))?");

    private final Map<String, String> given;

    TestOptions(Map<String, String> given) throws PlanException {
        for (String name : given.keySet()) {
            if (!NAMES.contains(name)) {
                throw new PlanException("'" + name + "' is no option of a test; there are "
                        + NAMES.stream().sorted().collect(Collectors.joining(", ")));
            }
        }
        this.given = Map.copyOf(given);
    }

    boolean has(String name) {
        return given.containsKey(name);
    }

    /** The text of an option; null if it is not there. */
    String text(String name) {
        return given.get(name);
    }

    boolean flag(String name) {
        return Boolean.parseBoolean(given.getOrDefault(name, "false"));
    }

    /** What stands between commas. */
    List<String> list(String name) {
        return has(name)
                ? Arrays.stream(given.get(name).split(",")).map(String::strip).toList()
                : List.of();
    }

    int integer(String name, int otherwise, int least) throws PlanException {
        return (int) number(name, otherwise, least, Integer.MAX_VALUE);
    }

    long number(String name, long otherwise, long least) throws PlanException {
        return number(name, otherwise, least, Long.MAX_VALUE);
    }

    private long number(String name, long otherwise, long least, long most) throws PlanException {
        long number = parsed(name, otherwise, Long::parseLong);
        if (number < least) {
            throw new PlanException("--" + name + " is " + number + "; it must be " + least + " or more");
        }
        if (number > most) {
            throw new PlanException("--" + name + " is " + number + "; it must be " + most + " or less");
        }
        return number;
    }

    private <T> T parsed(String name, T otherwise, Function<String, T> parser) throws PlanException {
        if (!has(name)) {
            return otherwise;
        }
        try {
            return parser.apply(given.get(name).strip());
        } catch (NumberFormatException e) {
            throw new PlanException("--" + name + " is '" + given.get(name) + "', which is no number");
        }
    }

    Duration time(String name, String otherwise) throws PlanException {
        return Times.parse(given.getOrDefault(name, otherwise));
    }

    /** A time that makes no sense if it is none. */
    Duration positive(String name, String otherwise) throws PlanException {
        return positiveTime(name, given.getOrDefault(name, otherwise));
    }

    static Duration positiveTime(String name, String text) throws PlanException {
        Duration time = Times.parse(text);
        if (time.isZero()) {
            throw new PlanException("--" + name + " is " + text + "; it must be longer than 0");
        }
        return time;
    }

    /** One of an enum's constants, by the name that users know. */
    <E> E choice(String name, E otherwise, E[] all, Function<E, String> text, String kind) throws PlanException {
        if (!has(name)) {
            return otherwise;
        }
        String wanted = given.get(name).strip().toLowerCase(Locale.ROOT);
        for (E one : all) {
            if (text.apply(one).equals(wanted)) {
                return one;
            }
        }
        throw new PlanException("'" + given.get(name) + "' is no " + kind + "; known are "
                + Arrays.stream(all).map(text).collect(Collectors.joining(", ")));
    }

    /** The parameters of a workload; what is not given is as the workload has it by default. */
    WorkloadOptions workload(WorkloadOptions defaults) throws PlanException {
        int fewest = defaults.writesPerKey();
        int most = defaults.mostWritesPerKey();
        if (has("writes-per-key")) {
            Matcher range = RANGE.matcher(text("writes-per-key").strip());
            if (!range.matches()) {
                throw new PlanException(
                        "'" + text("writes-per-key") + "' is no number of writes; write 4, 3-8, or 0 for ever");
            }
            fewest = Integer.parseInt(range.group(1));
            most = range.group(2) == null ? fewest : Integer.parseInt(range.group(2));
        }
        try {
            return new WorkloadOptions(
                    number("seed", System.nanoTime() >>> 20, Long.MIN_VALUE),
                    integer("sessions", defaults.sessions(), Integer.MIN_VALUE),
                    integer("keys", defaults.keys(), Integer.MIN_VALUE),
                    fewest,
                    most,
                    choice(
                            "distribution",
                            defaults.distribution(),
                            KeyDistribution.values(),
                            KeyDistribution::text,
                            "distribution of keys"),
                    parsed("theta", defaults.theta(), Double::parseDouble),
                    integer("length", defaults.length(), Integer.MIN_VALUE),
                    parsed("read-ratio", defaults.readRatio(), Double::parseDouble),
                    parsed("rollback-ratio", defaults.rollbackRatio(), Double::parseDouble));
        } catch (IllegalArgumentException e) {
            throw new PlanException(e.getMessage());
        }
    }
}
