package org.isolde.app;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.isolde.check.CheckResult;
import org.isolde.check.Verdict;
import org.isolde.history.Level;

/** What verdicts mean for what the database promises, in sentences. */
final class Claims {
    private Claims() {}

    /**
     * A sentence for each level that was to be checked, and what the database's documentation says if one is broken.
     *
     * @param byValues of levels that are broken by timestamps, what the clients saw: {@link WithoutTimestamps}
     */
    static List<String> sentences(TestPlan plan, CheckResult check, Map<Level, Verdict> byValues) {
        List<String> sentences = new ArrayList<>();
        for (Level level : plan.levels()) {
            Verdict verdict = check.verdicts().get(level);
            sentences.add(sentence(plan, level, verdict, check.timestamps().containsKey(level)));
            if (byValues.containsKey(level)) {
                sentences.add(sawClients(level, byValues.get(level)));
            }
            if (verdict instanceof Verdict.Violated
                    && plan.isolation().claims().implies(level)
                    && !plan.isolation().note().isEmpty()) {
                sentences.add("Note: " + plan.isolation().note() + ".");
            }
        }
        return sentences;
    }

    private static String sentence(TestPlan plan, Level level, Verdict verdict, boolean byTimestamps) {
        Level claimed = plan.isolation().claims();
        boolean promised = claimed.implies(level);
        String name = plan.isolation().sql();
        if (verdict instanceof Verdict.Violated) {
            return promised
                    ? name + " is claimed to be " + level.title() + ", and "
                            + (byTimestamps ? "by its own timestamps " : "") + "it was not."
                    : name + " does not promise " + level.title() + " (but " + claimed.title()
                            + "), and did not keep it.";
        }
        if (verdict instanceof Verdict.Satisfied) {
            return "No violation of " + level.title() + " was seen"
                    + (promised ? ", which " + name + " claims." : "; " + name + " does not even promise it.");
        }
        return verdict instanceof Verdict.Inapplicable
                ? "Whether it is " + level.title() + " can't be said of such a history."
                : "Whether it is " + level.title() + " was not decided.";
    }

    private static String sawClients(Level level, Verdict byValues) {
        if (byValues instanceof Verdict.Violated) {
            return "What the clients saw is not " + level.title() + " without the timestamps either.";
        }
        return byValues instanceof Verdict.Satisfied
                ? "What the clients saw could be " + level.title() + " all the same, in another order than that of the"
                        + " timestamps."
                : "Whether what the clients saw is " + level.title() + " without the timestamps was not decided.";
    }
}
