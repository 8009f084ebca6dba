package org.isolde.app;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.isolde.check.CheckOptions;
import org.isolde.check.CheckResult;
import org.isolde.check.Isolde;
import org.isolde.history.BadHistoryException;
import org.isolde.history.Evidence;
import org.isolde.history.Level;

/** What verdicts mean for what the database promises. */
public final class Claims {
    /** How long may be spent on what the verdict does not depend on. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private Claims() {}

    /** A sentence for each level that was to be checked, and what the database's documentation says if one is broken. */
    public static List<String> sentences(TestPlan plan, CheckResult check) {
        List<String> sentences = new ArrayList<>();
        for (Level level : plan.levels()) {
            Level claimed = plan.isolation().claims();
            boolean promised = claimed.implies(level);
            String name = plan.isolation().sql();
            String verdict = check.verdicts().get(level).text();
            boolean byTimestamps = check.timestamps().containsKey(level);
            sentences.add(
                    switch (verdict) {
                        case "violated" ->
                            promised
                                    ? name + " is claimed to be " + level.title() + ", and "
                                            + (byTimestamps ? "by its own timestamps " : "") + "it was not."
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
            if (verdict.equals("violated") && byTimestamps) {
                sentences.add(byValues(check, level));
            }
            if (verdict.equals("violated")
                    && promised
                    && !plan.isolation().note().isEmpty()) {
                sentences.add("Note: " + plan.isolation().note() + ".");
            }
        }
        return sentences;
    }

    /** Whether a level that timestamps show to be broken is broken for the clients too, who see no timestamps. */
    private static String byValues(CheckResult check, Level level) {
        Set<Evidence> evidence = EnumSet.allOf(Evidence.class);
        evidence.remove(Evidence.TIMESTAMPS);
        CheckOptions options = CheckOptions.of(EnumSet.of(level))
                .withEvidence(evidence)
                .withSessionOrder(check.sessionOrder())
                .withLimits(PATIENCE, 0);
        String verdict;
        try {
            verdict =
                    Isolde.check(check.history(), options).verdicts().get(level).text();
        } catch (BadHistoryException e) {
            verdict = "undecided";
        }
        return switch (verdict) {
            case "violated" -> "What the clients saw is not " + level.title() + " without the timestamps either.";
            case "satisfied" ->
                "What the clients saw could be " + level.title() + " all the same, in another order than that of the"
                        + " timestamps.";
            default -> "Whether what the clients saw is " + level.title() + " without the timestamps was not decided.";
        };
    }
}
