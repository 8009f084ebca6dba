package org.isolde.app.replay;

import org.isolde.check.Anomaly;

/**
 * What came of a replay.
 *
 * @param version what the database said of itself
 * @param outcome the strongest of all tries
 * @param anomaly the one that happened step by step, in the numbers of that execution; null if none did
 * @param execution the one that is worth showing: in which it happened, else the one in the recorded order; null if steps
 *     were not asked for
 * @param orders how many orders of the steps were tried
 * @param added how many transactions of the run around the counterexample were needed for it to happen
 * @param race what the race came to; null if there was none
 * @param learned whether the execution is that of a try of the race in which it happened, step by step
 */
public record ReplayResult(
        String version,
        Outcome outcome,
        Anomaly anomaly,
        StepwiseExecution execution,
        int orders,
        int added,
        RaceResult race,
        boolean learned) {
    /** Whether it, or something like it, happened step by step. */
    public Outcome steps() {
        return anomaly == null ? Outcome.NOT : outcome;
    }
}
