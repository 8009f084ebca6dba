package org.isolde.report.answer;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.isolde.check.Conclusion;
import org.isolde.history.Level;

/**
 * What all isolation levels of a database let happen.
 *
 * @param target the database as it was asked for
 * @param database what it says it is
 * @param levels weakest first
 * @param interrupted whether somebody ended it before its time
 * @param left the levels, as SQL spells them, that it has not come to
 * @param command the call that repeats it
 */
public record Survey(
        String target, String database, List<OfLevel> levels, boolean interrupted, List<String> left, String command) {
    public Survey {
        levels = List.copyOf(levels);
        left = List.copyOf(left);
    }

    /** That something happened. */
    public enum By {
        /** A fixed interleaving led up to it. */
        SCENARIO,
        /** It happened while many transactions ran. */
        RUN
    }

    /**
     * One hazard at one level.
     *
     * @param forbidden whether the level promises that it does not happen
     * @param by how it was seen; null if it was not
     * @param seconds how long it took to see it, since its scenario or the run began
     * @param name of the scenario; empty for a run
     * @param times how often the run had it, where that was counted
     */
    public record Sighting(Hazard hazard, boolean forbidden, By by, double seconds, String name, long times) {
        /** That it was not seen. */
        public static Sighting none(Hazard hazard, Level promised) {
            return new Sighting(hazard, hazard.isForbiddenBy(promised), null, 0, "", 0);
        }

        public boolean isSeen() {
            return by != null;
        }

        public boolean isBroken() {
            return isSeen() && forbidden;
        }

        /** In a few words: {@code seen, 0.3 s}. */
        public String words() {
            if (isSeen()) {
                return (forbidden ? "SEEN, " : "seen, ") + time();
            }
            return forbidden ? "no" : "not seen";
        }

        private String time() {
            return seconds < 0.1
                    ? String.format(Locale.ROOT, "%.0f ms", Math.max(1, seconds * 1000))
                    : String.format(Locale.ROOT, "%.1f s", seconds);
        }

        /** How it was seen, in a sentence. */
        public String how() {
            if (!isSeen()) {
                return forbidden
                        ? "The level promises that it does not happen, and it was not seen."
                        : "The level does not promise to prevent it; it was not seen here.";
            }
            String way = by == By.SCENARIO
                    ? "by the scenario " + name
                    : "in the run" + (times > 0 ? String.format(Locale.ROOT, ", %,d times", times) : "");
            return (forbidden
                            ? "The level promises that it does not happen, and it was seen in "
                            : "Possible, seen in ")
                    + time() + " " + way + ".";
        }
    }

    /**
     * One level.
     *
     * @param name as on the command line
     * @param asked as SQL spells it
     * @param note what is to be known of its promise; may be empty
     * @param sightings of each usual hazard, and of others that were seen
     * @param amount on how much the run stands; null if there was none
     * @param problems what could not be done, and why
     */
    public record OfLevel(
            String name,
            String asked,
            Level promised,
            String note,
            List<Sighting> sightings,
            Amount amount,
            List<String> problems) {
        public OfLevel {
            sightings = List.copyOf(sightings);
            problems = List.copyOf(problems);
        }

        public boolean isBroken() {
            return sightings.stream().anyMatch(Sighting::isBroken);
        }

        /** What is told of a hazard, or that it was not seen. */
        public Sighting of(Hazard hazard) {
            return sightings.stream()
                    .filter(sighting -> sighting.hazard() == hazard)
                    .findFirst()
                    .orElseGet(() -> Sighting.none(hazard, promised));
        }
    }

    /** All hazards that some level tells of, in their order. */
    public List<Hazard> hazards() {
        return Stream.of(Hazard.values())
                .filter(hazard -> levels.stream()
                        .flatMap(level -> level.sightings().stream())
                        .anyMatch(sighting -> sighting.hazard() == hazard))
                .toList();
    }

    public boolean isBroken() {
        return levels.stream().anyMatch(OfLevel::isBroken);
    }

    public boolean hasProblems() {
        return levels.stream().anyMatch(level -> !level.problems().isEmpty());
    }

    /** What it comes to: a broken promise is one, however little was looked at. */
    public Conclusion conclusion() {
        return isBroken()
                ? Conclusion.VIOLATED
                : interrupted || hasProblems() ? Conclusion.UNDECIDED : Conclusion.SATISFIED;
    }

    /** That it was interrupted, and what it has not come to; empty if it was not. */
    public String interruption() {
        if (!interrupted) {
            return "";
        }
        return "The survey was interrupted: what was seen until then is told, and nothing more."
                + (left.isEmpty() ? "" : " Not looked at: " + String.join(", ", left) + ".");
    }

    /** What to know before one chooses, a sentence each. */
    public List<String> sentences() {
        List<String> sentences = new ArrayList<>();
        List<Hazard> open = new ArrayList<>(hazards());
        for (OfLevel level : levels) {
            List<Hazard> prevented = open.stream()
                    .filter(hazard -> hazard.isForbiddenBy(level.promised()))
                    .toList();
            if (!prevented.isEmpty()) {
                sentences.add(
                        level.asked() + " is the weakest level that promises to prevent: " + titles(prevented) + ".");
            }
            open.removeAll(prevented);
        }
        if (!open.isEmpty() && left.isEmpty()) {
            sentences.add("No level promises to prevent: " + titles(open) + ".");
        }
        return sentences;
    }

    private static String titles(List<Hazard> hazards) {
        return String.join(", ", hazards.stream().map(Hazard::title).toList());
    }

    public Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("target", target);
        json.put("database", database);
        json.put("command", command);
        json.put("verdict", conclusion().text());
        if (interrupted) {
            json.put("interrupted", true);
            json.put("left", left);
        }
        List<Object> all = new ArrayList<>();
        for (OfLevel level : levels) {
            Map<String, Object> each = new LinkedHashMap<>();
            each.put("isolation", level.name());
            each.put("asked", level.asked());
            each.put("promised", level.promised().text());
            each.put("broken", level.isBroken());
            if (!level.note().isEmpty()) {
                each.put("note", level.note());
            }
            if (level.amount() != null) {
                each.put("amount", level.amount().json());
            }
            if (!level.problems().isEmpty()) {
                each.put("problems", level.problems());
            }
            each.put("hazards", level.sightings().stream().map(Survey::json).toList());
            all.add(each);
        }
        json.put("levels", all);
        return json;
    }

    private static Map<String, Object> json(Sighting sighting) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", sighting.hazard().title());
        json.put("meaning", sighting.hazard().meaning());
        json.put("forbidden", sighting.forbidden());
        json.put("seen", sighting.isSeen());
        if (sighting.isSeen()) {
            json.put("seconds", sighting.seconds());
            json.put("by", sighting.by().name().toLowerCase(Locale.ROOT));
            if (!sighting.name().isEmpty()) {
                json.put("scenario", sighting.name());
            }
            if (sighting.times() > 0) {
                json.put("times", sighting.times());
            }
        }
        return json;
    }
}
