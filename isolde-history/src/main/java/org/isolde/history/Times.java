package org.isolde.history;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lengths of time as users write them. */
public final class Times {
    private static final Pattern TIME = Pattern.compile("(\\d+(?:\\.\\d+)?)(ms|s|m|h|)");
    private static final int NANOSECOND_DIGITS = 9;

    private Times() {}

    /**
     * {@code 30s}, {@code 5m}, {@code 1.5h}, {@code 200ms}, or seconds.
     *
     * @throws IllegalArgumentException if it is none of these
     */
    public static Duration parse(String text) {
        Matcher matcher = TIME.matcher(text.strip().toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            throw new IllegalArgumentException("'" + text + "' is no time; write 30s, 5m or 1h");
        }
        double factor = switch (matcher.group(2)) {
            case "ms" -> 1e6;
            case "m" -> 60e9;
            case "h" -> 3600e9;
            default -> 1e9;
        };
        return Duration.ofNanos((long) (Double.parseDouble(matcher.group(1)) * factor));
    }

    /** As it is written: in the largest unit of which it is a whole number, else in seconds. */
    public static String text(Duration time) {
        long nanos = time.toNanos();
        if (nanos % 1_000_000_000L != 0) {
            BigDecimal seconds = BigDecimal.valueOf(nanos, NANOSECOND_DIGITS).stripTrailingZeros();
            return nanos % 1_000_000 == 0 ? nanos / 1_000_000 + "ms" : seconds.toPlainString() + "s";
        }
        long seconds = time.toSeconds();
        if (seconds == 0 || seconds % 60 != 0) {
            return seconds + "s";
        }
        return seconds % 3600 == 0 ? seconds / 3600 + "h" : seconds / 60 + "m";
    }
}
