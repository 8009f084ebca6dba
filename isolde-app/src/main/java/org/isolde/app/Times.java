package org.isolde.app;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lengths of time as users write them. */
public final class Times {
    private static final Pattern TIME = Pattern.compile("(\\d+(?:\\.\\d+)?)(ms|s|m|h|)");

    private Times() {}

    /**
     * {@code 30s}, {@code 5m}, {@code 1.5h}, {@code 200ms}, or seconds.
     *
     * @throws PlanException if it is none of these
     */
    public static Duration parse(String text) throws PlanException {
        Matcher matcher = TIME.matcher(text.strip().toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            throw new PlanException("'" + text + "' is no time; write 30s, 5m or 1h");
        }
        double factor = switch (matcher.group(2)) {
            case "ms" -> 1e6;
            case "m" -> 60e9;
            case "h" -> 3600e9;
            default -> 1e9;
        };
        return Duration.ofNanos((long) (Double.parseDouble(matcher.group(1)) * factor));
    }
}
