package org.isolde.app;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.isolde.history.Times;
import org.isolde.run.option.OptionType;

/**
 * How long a test goes on with rounds.
 *
 * @param violation whether the first violation ends it
 * @param time how long all rounds together may run; null without limit
 */
public record Until(boolean violation, Duration time) {
    /** Only the number of rounds ends it. */
    static final Until ROUNDS_ARE_OVER = new Until(false, null);

    /** As {@code violation}, {@code 10m}, or both with a comma between. */
    static final OptionType<Until> TYPE =
            OptionType.of(Until::parse, Until::text, Until::text).several();

    private static final String VIOLATION = "violation";

    private static Until parse(String text) {
        List<String> words = new ArrayList<>(
                Arrays.stream(text.split(",", -1)).map(String::strip).toList());
        boolean violation = words.remove(VIOLATION);
        words.remove("time");
        if (words.size() > 1) {
            throw new IllegalArgumentException("takes 'violation', a time such as 10m, or both");
        }
        return new Until(violation, words.isEmpty() ? null : time(words.get(0)));
    }

    private static Duration time(String text) {
        if (!text.isEmpty() && !Character.isDigit(text.charAt(0))) {
            throw new IllegalArgumentException(
                    "takes 'violation', a time such as 10m, or both, and not '" + text + "'");
        }
        Duration time = Times.parse(text);
        if (time.isZero()) {
            throw new IllegalArgumentException("is " + text + "; it must be longer than 0");
        }
        return time;
    }

    private String text() {
        List<String> words = new ArrayList<>();
        if (violation) {
            words.add(VIOLATION);
        }
        if (time != null) {
            words.add(Times.text(time));
        }
        return String.join(",", words);
    }
}
