package org.isolde.cli;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Times and sizes as options give them. */
final class Amounts {
    private static final Pattern TIME = Pattern.compile("(\\d+(?:\\.\\d+)?)(ms|s|m|h|)");
    private static final Pattern SIZE = Pattern.compile("(\\d+(?:\\.\\d+)?)([kmgt]?)b?");

    private Amounts() {}

    /** {@code 30s}, {@code 5m}, {@code 1.5h}, {@code 200ms}, or seconds; null for null. */
    static Duration duration(String text) {
        if (text == null) {
            return null;
        }
        Matcher matcher = TIME.matcher(text.strip().toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            throw new Main.CallException("'" + text + "' is no time; write 30s, 5m or 1h");
        }
        double factor = switch (matcher.group(2)) {
            case "ms" -> 1e6;
            case "m" -> 60e9;
            case "h" -> 3600e9;
            default -> 1e9;
        };
        return Duration.ofNanos((long) (Double.parseDouble(matcher.group(1)) * factor));
    }

    /** The time of an option that makes no sense without any. */
    static Duration positive(String option, String text) {
        Duration duration = duration(text);
        if (duration.isZero()) {
            throw new Main.CallException(option + " is " + text + "; it must be longer than 0");
        }
        return duration;
    }

    /** Refuses a number that is too small for its option. */
    static void atLeast(String option, long number, long least) {
        if (number < least) {
            throw new Main.CallException(option + " is " + number + "; it must be " + least + " or more");
        }
    }

    /** {@code 500m}, {@code 4g}, or bytes; 0 for null. */
    static long bytes(String text) {
        if (text == null) {
            return 0;
        }
        Matcher matcher = SIZE.matcher(text.strip().toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            throw new Main.CallException("'" + text + "' is no size; write 500m or 4g");
        }
        int shift = 10 * " kmgt".indexOf(matcher.group(2).isEmpty() ? " " : matcher.group(2));
        long bytes = (long) (Double.parseDouble(matcher.group(1)) * (1L << shift));
        if (bytes == 0) {
            throw new Main.CallException("a size of 0 leaves no room for anything; write 500m or 4g");
        }
        return bytes;
    }
}
