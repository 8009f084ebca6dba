package org.isolde.check;

import java.util.EnumSet;
import java.util.Set;
import org.isolde.history.Evidence;
import org.isolde.history.Level;

/**
 * What to check, and how.
 *
 * @param levels the levels to decide
 * @param evidence the evidence that may be used, as far as the history has it
 * @param sessionOrder whether session order counts
 * @param violations how many violations to look for
 * @param guessOrder whether the order of the input may be tried as a commit order before anything is computed
 */
public record CheckOptions(
        Set<Level> levels,
        Set<Evidence> evidence,
        boolean sessionOrder,
        Violations violations,
        boolean guessOrder) {
    public CheckOptions {
        levels = Set.copyOf(levels);
        evidence = Set.copyOf(evidence);
    }

    /** These levels, with all evidence, session order, and one violation of each kind. */
    public static CheckOptions of(Set<Level> levels) {
        return new CheckOptions(levels, EnumSet.allOf(Evidence.class), true, Violations.EACH, true);
    }

    public CheckOptions withEvidence(Set<Evidence> used) {
        return new CheckOptions(levels, used, sessionOrder, violations, guessOrder);
    }

    public CheckOptions withSessionOrder(boolean counts) {
        return new CheckOptions(levels, evidence, counts, violations, guessOrder);
    }

    public CheckOptions withViolations(Violations wanted) {
        return new CheckOptions(levels, evidence, sessionOrder, wanted, guessOrder);
    }

    public CheckOptions withGuessOrder(boolean guess) {
        return new CheckOptions(levels, evidence, sessionOrder, violations, guess);
    }
}
