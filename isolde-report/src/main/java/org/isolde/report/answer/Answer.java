package org.isolde.report.answer;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.isolde.history.Level;

/**
 * What a test of a database comes to, for somebody who runs an application on it.
 *
 * @param asked what the database was asked for, as SQL spells it: {@code READ COMMITTED}
 * @param promised the level that its documentation promises for that
 * @param kept whether the promise was kept
 * @param possibilities what may go wrong at that level, and what did, promised or not
 * @param example one that happened, in a sentence; empty if none did
 * @param amount on how much it stands
 * @param todo what to do now, a sentence each
 */
public record Answer(
        String asked,
        Level promised,
        Kept kept,
        List<Possibility> possibilities,
        String example,
        Amount amount,
        List<String> todo) {
    public Answer {
        possibilities = List.copyOf(possibilities);
        todo = List.copyOf(todo);
    }

    /** Whether a promise was kept. */
    public enum Kept {
        /** All of it was checked, and nothing was seen. */
        YES("kept"),
        NO("broken"),
        /** Not all of it was checked, or could be decided. */
        OPEN("open");

        private final String text;

        Kept(String text) {
            this.text = text;
        }

        public String text() {
            return text;
        }
    }

    /** How it is known whether something happened. */
    public enum Seen {
        /** Events were counted. */
        COUNTED("happened"),
        /** A check found it; nobody knows how often it happened. */
        FOUND("happened"),
        NOT("not seen"),
        /** The workload does nothing that could show it. */
        OUT_OF_SIGHT("could not show");

        private final String text;

        Seen(String text) {
            this.text = text;
        }

        public String text() {
            return text;
        }
    }

    /**
     * Something that may go wrong.
     *
     * @param forbidden whether the level promises that it does not
     * @param count how often it happened, where that was counted
     */
    public record Possibility(Hazard hazard, boolean forbidden, Seen seen, long count) {
        public boolean happened() {
            return seen == Seen.COUNTED || seen == Seen.FOUND;
        }

        /** In two or three words. */
        public String words() {
            return switch (seen) {
                case COUNTED -> count == 1 ? "once" : String.format(Locale.ROOT, "%,d times", count);
                case FOUND -> "happened";
                case NOT -> "not seen";
                case OUT_OF_SIGHT -> "can't show here";
            };
        }
    }

    /** What may go wrong between transactions at a level, and whether it did. */
    public static List<Possibility> possibilities(
            Level promised, Map<Hazard, Long> counts, Set<Hazard> found, boolean searches) {
        List<Possibility> all = Arrays.stream(Hazard.values())
                .map(hazard -> possibility(hazard, promised, counts, found, searches))
                .toList();
        return all.stream().filter(possibility -> isTold(possibility, all)).toList();
    }

    /** What is rare is mostly a consequence of what is not: after a lost update, clients also miss their own changes. */
    private static boolean isTold(Possibility possibility, List<Possibility> all) {
        if (possibility.hazard().isUsual()) {
            return possibility.happened() || !possibility.forbidden();
        }
        return possibility.happened()
                && all.stream()
                        .noneMatch(other -> other.hazard().isUsual()
                                && other.happened()
                                && other.forbidden() == possibility.forbidden());
    }

    private static Possibility possibility(
            Hazard hazard, Level promised, Map<Hazard, Long> counts, Set<Hazard> found, boolean searches) {
        boolean forbidden = hazard.isForbiddenBy(promised);
        if (counts.containsKey(hazard)) {
            return new Possibility(hazard, forbidden, Seen.COUNTED, counts.get(hazard));
        }
        Seen seen = found.contains(hazard)
                ? Seen.FOUND
                : hazard.isAboutSearches() && !searches ? Seen.OUT_OF_SIGHT : Seen.NOT;
        return new Possibility(hazard, forbidden, seen, 0);
    }

    /** Those that happened. */
    public List<Possibility> happened() {
        return possibilities.stream().filter(Possibility::happened).toList();
    }

    public Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("asked", asked);
        json.put("promised", promised.text());
        json.put("promise", promised.meaning());
        json.put("kept", kept.text());
        json.put("amount", amount.json());
        json.put("canHappen", possibilities.stream().map(Answer::json).toList());
        if (!example.isEmpty()) {
            json.put("example", example);
        }
        json.put("toDo", todo);
        return json;
    }

    private static Map<String, Object> json(Possibility possibility) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", possibility.hazard().title());
        json.put("meaning", possibility.hazard().meaning());
        json.put("forbidden", possibility.forbidden());
        json.put("happened", possibility.seen() == Seen.OUT_OF_SIGHT ? null : possibility.happened());
        if (possibility.seen() == Seen.COUNTED) {
            json.put("times", possibility.count());
        }
        return json;
    }
}
