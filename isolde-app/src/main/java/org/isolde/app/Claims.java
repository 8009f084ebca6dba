package org.isolde.app;

import java.util.ArrayList;
import java.util.List;
import org.isolde.check.CheckResult;
import org.isolde.history.Level;

/** What verdicts mean for what the database promises. */
public final class Claims {
    private Claims() {}

    /** A sentence for each level that was to be checked, and what the database's documentation says if one is broken. */
    public static List<String> sentences(TestPlan plan, CheckResult check) {
        List<String> sentences = new ArrayList<>();
        for (Level level : plan.levels()) {
            Level claimed = plan.isolation().claims();
            boolean promised = claimed.implies(level);
            String name = plan.isolation().sql();
            String verdict = check.verdicts().get(level).text();
            sentences.add(
                    switch (verdict) {
                        case "violated" ->
                            promised
                                    ? name + " is claimed to be " + level.title() + ", and it was not."
                                    : name + " does not promise " + level.title() + " (but " + claimed.title()
                                            + "), and did not keep it.";
                        case "satisfied" ->
                            "No violation of " + level.title() + " was seen"
                                    + (promised
                                            ? ", which " + name + " claims."
                                            : "; " + name + " does not even promise it.");
                        case "inapplicable" -> "Whether it is " + level.title() + " can't be said of such a history.";
                        default -> "Whether it is " + level.title() + " was not decided.";
                    });
            if (verdict.equals("violated")
                    && promised
                    && !plan.isolation().note().isEmpty()) {
                sentences.add("Note: " + plan.isolation().note() + ".");
            }
        }
        return sentences;
    }
}
