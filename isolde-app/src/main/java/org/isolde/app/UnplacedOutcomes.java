package org.isolde.app;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.isolde.check.CheckOptions;
import org.isolde.check.CheckResult;
import org.isolde.check.Isolde;
import org.isolde.check.TimestampFindings;
import org.isolde.check.Verdict;
import org.isolde.history.BadHistoryException;
import org.isolde.history.Evidence;
import org.isolde.history.Level;

/**
 * Transactions of unknown outcome have no commit timestamp. Where one was read from, timestamps leave a level undecided; a test of
 * a database, which has such transactions whenever it is disturbed, then goes by what the clients saw.
 */
final class UnplacedOutcomes {
    private UnplacedOutcomes() {}

    /** The result with levels decided by values that timestamps have left open; each says so. */
    static CheckResult decided(CheckResult result, CheckOptions options) throws BadHistoryException {
        Set<Level> open = EnumSet.noneOf(Level.class);
        for (Level level : result.timestamps().keySet()) {
            if (result.verdicts().get(level) instanceof Verdict.Undecided) {
                open.add(level);
            }
        }
        if (open.isEmpty()) {
            return result;
        }
        Set<Evidence> evidence = EnumSet.copyOf(options.evidence());
        evidence.remove(Evidence.TIMESTAMPS);
        CheckResult byValues =
                Isolde.check(result.history(), options.withLevels(open).withEvidence(evidence));
        Map<Level, Verdict> verdicts = new EnumMap<>(result.verdicts());
        Map<Level, String> reasons = new EnumMap<>(Level.class);
        reasons.putAll(result.reasons());
        Map<Level, TimestampFindings> timestamps = new EnumMap<>(result.timestamps());
        for (Level level : open) {
            verdicts.put(level, byValues.verdicts().get(level));
            timestamps.remove(level);
            reasons.put(
                    level,
                    "a transaction of unknown outcome was read from, and its timestamps are not known, so it goes by values: "
                            + byValues.reasons().getOrDefault(level, ""));
        }
        Set<Evidence> used = EnumSet.noneOf(Evidence.class);
        used.addAll(result.evidence());
        used.addAll(byValues.evidence());
        if (timestamps.isEmpty()) {
            used.remove(Evidence.TIMESTAMPS);
        }
        return new CheckResult(
                result.history(), verdicts, used, result.sessionOrder(), reasons, result.seconds(), timestamps);
    }
}
