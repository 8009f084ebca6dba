package org.isolde.cli;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.isolde.history.Times;

/** Times and sizes as options give them. */
final class Amounts {
    private static final Pattern SIZE = Pattern.compile("(\\d+(?:\\.\\d+)?)([kmgt]?)b?");

    private Amounts() {}

    /** {@code 30s}, {@code 5m}, {@code 1.5h}, {@code 200ms}, or seconds; null for null. */
    static Duration duration(String text) {
        if (text == null) {
            return null;
        }
        try {
            return Times.parse(text);
        } catch (IllegalArgumentException e) {
            throw new Main.CallException(e.getMessage());
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
