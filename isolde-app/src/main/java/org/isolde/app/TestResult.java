package org.isolde.app;

import java.util.List;

/**
 * What came out of a test.
 *
 * @param problem why it ended early; null if it did not
 */
public record TestResult(RunFolder folder, List<Round> rounds, String problem) {
    public boolean isViolated() {
        return rounds.stream().anyMatch(Round::isViolated);
    }

    /** Whether some round was not decided, or could not be checked at all, or nothing was committed, so nothing tested. */
    public boolean isUndecided() {
        return rounds.stream().anyMatch(round -> round.check() == null || round.isUndecided())
                || rounds.stream().allMatch(round -> round.run().statistics().committed() == 0);
    }

    /** In a word: violated before undecided before satisfied. */
    public String verdict() {
        return isViolated() ? "violated" : isUndecided() ? "undecided" : "satisfied";
    }
}
