package org.isolde.report;

import java.time.Duration;
import java.util.EnumSet;
import org.isolde.check.Anomaly;
import org.isolde.check.CheckOptions;
import org.isolde.check.CheckResult;
import org.isolde.check.Isolde;
import org.isolde.check.Verdict;
import org.isolde.history.BadHistoryException;
import org.isolde.history.Excerpt;
import org.isolde.history.History;

/**
 * Finds the smallest part of a history that still breaks the same level in the same way: with an anomaly of the same two
 * names, and by a single cycle if it was one.
 *
 * <p>It starts from the transactions that the anomaly names, and looks further only if they alone don't show it, so its
 * cost does not depend on the size of the history. Leaving out follows the rules of {@link Selection}: whatever a part
 * violates, the whole violates too.
 */
public final class Minimizer {
    /** How much work one anomaly may take; what is there then is shown, and said to be perhaps not minimal. */
    private static final Duration PATIENCE = Duration.ofSeconds(4);

    private final CheckResult result;
    private final Duration patience;

    public Minimizer(CheckResult result) {
        this(result, PATIENCE);
    }

    public Minimizer(CheckResult result, Duration patience) {
        this.result = result;
        this.patience = patience;
    }

    /** The smallest history that shows an anomaly of the result. */
    public MinimalCase minimize(Anomaly anomaly) {
        long deadline = CpuClock.nanos() + patience.toNanos();
        Neighbourhood neighbourhood = new Neighbourhood(result, anomaly);
        for (Excerpt part = neighbourhood.next();
                part != null && CpuClock.nanos() < deadline;
                part = neighbourhood.next()) {
            if (find(part.history(), anomaly) != null) {
                return smallest(part, Selection.all(part.history()), anomaly, deadline);
            }
        }
        int[] originals = new int[result.history().transactions() + 1];
        java.util.Arrays.setAll(originals, t -> t);
        return new MinimalCase(result.history(), result.history(), anomaly, originals, false);
    }

    private MinimalCase smallest(Excerpt pool, Selection start, Anomaly wanted, long deadline) {
        Reduction forwards = reduction(start, wanted, deadline, false);
        Reduction backwards = reduction(start, wanted, deadline, true);
        boolean sooner = forwards.smallest().isSmallerThan(backwards.smallest());
        Reduction best = sooner || !backwards.isComplete() ? forwards : backwards;
        Excerpt small = best.smallest().excerpt();
        int[] originals = new int[small.history().transactions() + 1];
        for (int t = 1; t < originals.length; t++) {
            originals[t] = pool.original(small.original(t));
        }
        return new MinimalCase(
                result.history(), small.history(), find(small.history(), wanted), originals, best.isComplete());
    }

    private Reduction reduction(Selection start, Anomaly wanted, long deadline, boolean backwards) {
        Reduction reduction = new Reduction(
                start, part -> find(part.history(), wanted) != null, () -> CpuClock.nanos() < deadline, backwards);
        reduction.run();
        return reduction;
    }

    /** The anomaly of the same level and names in another history, as a part of this one, or null. */
    public Anomaly find(History part, Anomaly wanted) {
        CheckOptions options = CheckOptions.of(EnumSet.of(wanted.level()))
                .withEvidence(result.evidence())
                .withSessionOrder(result.sessionOrder())
                .withLimits(patience, 0);
        Verdict verdict;
        try {
            verdict = Isolde.check(part, options).verdicts().get(wanted.level());
        } catch (BadHistoryException e) {
            // the part repeats values and reads them: nothing can be said about it
            return null;
        }
        if (verdict instanceof Verdict.Violated violated) {
            for (Anomaly anomaly : violated.anomalies()) {
                if (anomaly.kind() == wanted.kind()
                        && anomaly.alias().equals(wanted.alias())
                        // a single cycle is easier to follow than cases, even if these took an operation less
                        && (anomaly.cases().isEmpty() || !wanted.cases().isEmpty())) {
                    return anomaly;
                }
            }
        }
        return null;
    }
}
