package org.isolde.run.workload;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.isolde.run.option.OptionType;

/**
 * After how many writes a key is retired and a fresh one takes its place.
 *
 * @param fewest from this ...
 * @param most ... to this; 0 if keys stay for ever
 */
public record WritesPerKey(int fewest, int most) {
    /** Keys stay for ever. */
    public static final WritesPerKey FOR_EVER = new WritesPerKey(1, 0);

    /** As {@code 4}, {@code 3-8}, or {@code 0} for ever. */
    static final OptionType<WritesPerKey> TYPE =
            OptionType.of(WritesPerKey::parse, WritesPerKey::text, range -> List.of(range.fewest, range.most));

    private static final int LIMIT = 65_535;
    private static final Pattern RANGE = Pattern.compile("(\\d{1,9})(?:(?:-|\\.\\.)(\\d{1,9}))?");

    public WritesPerKey {
        if (most != 0 && (fewest < 1 || fewest > most || most > LIMIT)) {
            throw new IllegalArgumentException("takes one number of writes or two, not " + fewest + " to " + most
                    + "; the first must be at least 1, the second at least the first and at most " + LIMIT
                    + ", or 0 to keep keys for ever");
        }
    }

    private static WritesPerKey parse(String text) {
        Matcher range = RANGE.matcher(text.strip());
        if (!range.matches()) {
            throw new IllegalArgumentException("'" + text + "' is no number of writes; write 4, 3-8, or 0 for ever");
        }
        int fewest = Integer.parseInt(range.group(1));
        int most = range.group(2) == null ? fewest : Integer.parseInt(range.group(2));
        return most == 0 ? FOR_EVER : new WritesPerKey(fewest, most);
    }

    private String text() {
        return most == 0 ? "0" : fewest == most ? Integer.toString(most) : fewest + "-" + most;
    }
}
