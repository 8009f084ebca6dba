package org.isolde.check;

import java.time.Duration;
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
 * @param algorithm the way to decide
 * @param timeout how long a history may take; null for ever
 * @param memory how many bytes the tables of a search may take; 0 for two thirds of the heap
 */
public record CheckOptions(
        Set<Level> levels,
        Set<Evidence> evidence,
        boolean sessionOrder,
        ViolationLimit violations,
        Algorithm algorithm,
        Duration timeout,
        long memory) {
    public CheckOptions {
        levels = Set.copyOf(levels);
        evidence = Set.copyOf(evidence);
    }

    /** These levels, with all evidence, session order, one violation of each kind, and no limits. */
    public static CheckOptions of(Set<Level> levels) {
        return new CheckOptions(
                levels, EnumSet.allOf(Evidence.class), true, ViolationLimit.EACH, Algorithm.AUTO, null, 0);
    }

    public CheckOptions withLevels(Set<Level> wanted) {
        return new CheckOptions(wanted, evidence, sessionOrder, violations, algorithm, timeout, memory);
    }

    public CheckOptions withEvidence(Set<Evidence> used) {
        return new CheckOptions(levels, used, sessionOrder, violations, algorithm, timeout, memory);
    }

    public CheckOptions withSessionOrder(boolean counts) {
        return new CheckOptions(levels, evidence, counts, violations, algorithm, timeout, memory);
    }

    public CheckOptions withViolations(ViolationLimit wanted) {
        return new CheckOptions(levels, evidence, sessionOrder, wanted, algorithm, timeout, memory);
    }

    public CheckOptions withAlgorithm(Algorithm wanted) {
        return new CheckOptions(levels, evidence, sessionOrder, violations, wanted, timeout, memory);
    }

    /**
     * @param time how long a history may take; null for ever
     * @param bytes how much the tables of a search may take; 0 for two thirds of the heap
     */
    public CheckOptions withLimits(Duration time, long bytes) {
        return new CheckOptions(levels, evidence, sessionOrder, violations, algorithm, time, bytes);
    }
}
