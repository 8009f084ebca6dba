package org.isolde.run.scenario;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.isolde.history.Level;

/**
 * A fixed interleaving of a few transactions, and how to tell that the anomaly which it is about happened.
 *
 * <p>Invariant: every session ends with commit or rollback, every label and session of the condition is there, and no
 * label stands twice; {@link ScenarioReader} refuses anything else.
 *
 * @param id as on the command line: {@code G2-item}
 * @param column the id, short enough for the head of a table
 * @param means what happens, in a sentence
 * @param forbiddenBy the weakest levels that exclude it for certain
 * @param because why they do
 * @param happened whether the anomaly happened, by what the steps returned
 */
public record Scenario(
        String id,
        String column,
        String title,
        String means,
        Set<Level> forbiddenBy,
        String because,
        List<Step> steps,
        Condition happened) {
    /** The session that looks at the table when all others have ended. */
    static final String AFTER = "after";

    /** The table that every scenario has for itself; in a database that others use something stands behind the name. */
    public static final String TABLE = "isolde_scenario";

    public Scenario {
        forbiddenBy = Set.copyOf(forbiddenBy);
        steps = List.copyOf(steps);
    }

    /** The scenarios that come with Isolde, weakest anomaly first. */
    public static List<Scenario> all() {
        return ScenarioReader.builtIn();
    }

    /**
     * Those that a list with commas names, by id or column.
     *
     * @throws IllegalArgumentException with a message for the user, if there is no such scenario
     */
    public static List<Scenario> named(String names) {
        List<Scenario> all = all();
        Set<Scenario> chosen = new LinkedHashSet<>();
        for (String name : names.split(",", -1)) {
            String wanted = name.strip().toLowerCase(Locale.ROOT);
            Scenario found = null;
            for (Scenario scenario : all) {
                if (scenario.id.toLowerCase(Locale.ROOT).equals(wanted)
                        || scenario.column.toLowerCase(Locale.ROOT).equals(wanted)) {
                    found = scenario;
                }
            }
            if (found == null) {
                throw new IllegalArgumentException("'" + name.strip() + "' is no scenario; known are "
                        + String.join(", ", all.stream().map(Scenario::id).toList()));
            }
            chosen.add(found);
        }
        return List.copyOf(chosen);
    }

    /** Whether a database that claims this level may not let it happen. */
    public boolean isForbiddenBy(Level claimed) {
        return forbiddenBy.stream().anyMatch(claimed::implies);
    }

    /** The sessions in the order of their first steps; the one that looks at the end is the last if there is one. */
    public List<String> sessions() {
        Set<String> names = new LinkedHashSet<>();
        for (Step step : steps) {
            names.add(step.session());
        }
        return new ArrayList<>(names);
    }

    /**
     * One statement of one session.
     *
     * @param label the name of what it returns; empty if nobody asks
     * @param text SQL, or {@code commit} or {@code rollback}
     */
    public record Step(String session, String label, String text) {
        public boolean isCommit() {
            return text.equals("commit");
        }

        public boolean isRollback() {
            return text.equals("rollback");
        }

        /** Whether the session's transaction is over behind it. */
        public boolean isEnd() {
            return isCommit() || isRollback();
        }
    }
}
