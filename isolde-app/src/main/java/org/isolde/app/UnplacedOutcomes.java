package org.isolde.app;

import java.util.EnumSet;
import java.util.Set;
import org.isolde.check.CheckOptions;
import org.isolde.check.CheckResult;
import org.isolde.check.Isolde;
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
        result.timestamps().forEach((level, findings) -> {
            if (findings.openReads() > 0 && result.verdicts().get(level) instanceof Verdict.Undecided) {
                open.add(level);
            }
        });
        if (open.isEmpty()) {
            return result;
        }
        Set<Evidence> evidence = EnumSet.copyOf(options.evidence());
        evidence.remove(Evidence.TIMESTAMPS);
        CheckResult byValues =
                Isolde.check(result.history(), options.withLevels(open).withEvidence(evidence));
        return result.deferring(
                open,
                byValues,
                "a transaction of unknown outcome was read from, and its timestamps are not known, so it goes by values: ");
    }
}
