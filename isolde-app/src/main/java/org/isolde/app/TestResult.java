package org.isolde.app;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.isolde.app.monitor.MonitorCost;
import org.isolde.check.Conclusion;
import org.isolde.report.Report;
import org.isolde.report.answer.Answer;
import org.isolde.report.answer.Conflicts;
import org.isolde.report.answer.Hazard;

/**
 * What came out of a test.
 *
 * @param problem why it ended early; null if it did not
 * @param interrupted whether somebody ended it before its time
 * @param cost what the monitor costs; null without one, or where that could not be measured
 * @param answer what it comes to for whoever uses the database; null if the round that tells most could not be checked
 * @param report what there is to tell of the round that tells most; null if that could not be checked
 * @param page the report as a page; null if it could not be written
 */
public record TestResult(
        RunFolder folder,
        List<Round> rounds,
        String problem,
        boolean interrupted,
        MonitorCost cost,
        Answer answer,
        Report report,
        Path page) {
    static final String INTERRUPTED =
            "The test was interrupted: what was recorded until then has been checked, and nothing more.";

    /** The round that is worth telling of: the first one with a violation, else the last. */
    public Round shown() {
        return shown(rounds);
    }

    static Round shown(List<Round> rounds) {
        return rounds.stream().filter(Round::isViolated).findFirst().orElse(rounds.get(rounds.size() - 1));
    }

    /** What all rounds that were checked stand on. */
    Conflicts conflicts() {
        return rounds.stream()
                .filter(Round::isChecked)
                .map(round -> round.checked().conflicts())
                .reduce(new Conflicts(0, 0), Conflicts::and);
    }

    /** What went wrong in all rounds that were checked, and how often, as far as that can be counted. */
    Map<Hazard, Long> occurrences() {
        Map<Hazard, Long> all = new EnumMap<>(Hazard.class);
        rounds.stream()
                .filter(Round::isChecked)
                .forEach(round ->
                        round.checked().occurrences().forEach((hazard, count) -> all.merge(hazard, count, Long::sum)));
        return all;
    }

    public boolean isViolated() {
        return conclusion() == Conclusion.VIOLATED;
    }

    /** How many violations the monitors of all rounds found. */
    public long monitorViolations() {
        return rounds.stream()
                .filter(round -> round.monitored() != null)
                .mapToLong(round -> round.monitored().status().violations())
                .sum();
    }

    /** What all rounds come to; where nothing was committed nothing was tested, so it is open. */
    public Conclusion conclusion() {
        boolean tested =
                rounds.stream().anyMatch(round -> round.run().statistics().committed() > 0);
        return rounds.stream()
                .map(Round::conclusion)
                .max(Comparator.naturalOrder())
                .filter(conclusion -> tested || conclusion == Conclusion.VIOLATED)
                .orElse(Conclusion.UNDECIDED);
    }
}
