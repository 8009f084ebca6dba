package org.isolde.app;

import java.time.Duration;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.isolde.check.CheckOptions;
import org.isolde.check.CheckResult;
import org.isolde.check.Isolde;
import org.isolde.check.Verdict;
import org.isolde.history.BadHistoryException;
import org.isolde.history.Evidence;
import org.isolde.history.Level;

/** Whether levels that timestamps show to be broken are broken for the clients too, who see no timestamps. */
final class WithoutTimestamps {
    /** How long may be spent on what the verdict of the test does not depend on, for each level. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private WithoutTimestamps() {}

    /** The verdicts by values on those of these levels that are violated by timestamps. */
    static Map<Level, Verdict> verdicts(Set<Level> levels, CheckResult check) {
        Set<Evidence> evidence = EnumSet.allOf(Evidence.class);
        evidence.remove(Evidence.TIMESTAMPS);
        Map<Level, Verdict> verdicts = new EnumMap<>(Level.class);
        for (Level level : levels) {
            if (!check.timestamps().containsKey(level) || !(check.verdicts().get(level) instanceof Verdict.Violated)) {
                continue;
            }
            CheckOptions options = CheckOptions.of(EnumSet.of(level))
                    .withEvidence(evidence)
                    .withSessionOrder(check.sessionOrder())
                    .withLimits(PATIENCE, 0);
            try {
                verdicts.put(
                        level, Isolde.check(check.history(), options).verdicts().get(level));
            } catch (BadHistoryException e) {
                verdicts.put(level, new Verdict.Undecided("none", e.getMessage()));
            }
        }
        return verdicts;
    }
}
