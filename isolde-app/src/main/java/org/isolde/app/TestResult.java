package org.isolde.app;

import java.nio.file.Path;
import java.util.List;
import org.isolde.app.monitor.MonitorCost;
import org.isolde.report.Report;

/**
 * What came out of a test.
 *
 * @param problem why it ended early; null if it did not
 * @param cost what the monitor costs; null without one, or where that could not be measured
 * @param report what there is to tell of the round that tells most; null if that could not be checked
 * @param page the report as a page; null if it could not be written
 */
public record TestResult(
        RunFolder folder, List<Round> rounds, String problem, MonitorCost cost, Report report, Path page) {
    /** The round that is worth telling of: the first one with a violation, else the last. */
    public Round shown() {
        return shown(rounds);
    }

    static Round shown(List<Round> rounds) {
        return rounds.stream().filter(Round::isViolated).findFirst().orElse(rounds.get(rounds.size() - 1));
    }

    public boolean isViolated() {
        return rounds.stream().anyMatch(Round::isViolated);
    }

    /** How many violations the monitors of all rounds found. */
    public long monitorViolations() {
        return rounds.stream()
                .filter(round -> round.monitored() != null)
                .mapToLong(round -> round.monitored().status().violations())
                .sum();
    }

    /** Whether some round was not decided, or could not be checked at all, or nothing was committed, so nothing tested. */
    public boolean isUndecided() {
        return rounds.stream().anyMatch(round -> !round.isChecked() || round.isUndecided())
                || rounds.stream().allMatch(round -> round.run().statistics().committed() == 0);
    }

    /** In a word: violated before undecided before satisfied. */
    public String verdict() {
        return isViolated() ? "violated" : isUndecided() ? "undecided" : "satisfied";
    }
}
