package org.isolde.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.isolde.app.Reports;
import org.isolde.check.CheckResult;
import org.isolde.check.Isolde;
import org.isolde.check.Verdict;
import org.isolde.history.Level;
import org.isolde.report.Finding;
import org.isolde.report.Report;
import org.isolde.report.StoryText;
import org.isolde.report.TextLayout;

/** {@code isolde explain}: what went wrong, told for somebody who has never heard the anomaly's name. */
final class ExplainCommand extends Command {
    /** How long may be spent on levels that nobody has asked for. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private String file;
    private final CheckParameters parameters = new CheckParameters();

    @Override
    String[] description() {
        return new String[] {
            "Tells the story of each anomaly of a history: what happened, by the smallest part of the history that shows"
                    + " it, why that can't be, and what it means for an application.",
            ""
        };
    }

    @Override
    String[] footer() {
        return new String[] {
            "",
            "Examples:",
            "  isolde explain history.edn                  all anomalies, one of each kind",
            "  isolde explain --level si history.edn       those that break snapshot isolation",
            "  isolde explain isolde-runs/latest           those of the last test",
            "",
            "isolde check --report DIR makes a page of the same, with pictures; isolde minimize writes the small history.",
            "",
            "Exit codes: 0 nothing to explain, 1 violated, 2 bad input or call, 3 undecided."
        };
    }

    @Override
    void declare(Syntax syntax) {
        syntax.argument("HISTORY", text -> file = text, "A file, a folder, or - for standard input.");
        parameters.declare(syntax);
        syntax.standard();
    }

    @Override
    int call() throws IOException {
        CheckResult result;
        Report report;
        try (Progress progress = new Progress("reading " + Inputs.name(file))) {
            result = parameters.check(file, progress);
            progress.phase("looking for the smallest histories");
            report = Reports.inSql(Report.of(Inputs.name(file), result, holding(result), Map.of(), Map.of()));
        }
        StoryText text = new StoryText(Terminal.INK);
        String separator = "";
        for (Finding finding : report.findings()) {
            System.out.print(separator);
            System.out.println(text.full(finding.story(), finding.minimal().told()));
            String sql = text.sql(finding.sql());
            if (!sql.isEmpty()) {
                System.out.println();
                System.out.println(sql);
            }
            separator = System.lineSeparator();
        }
        if (report.untold() > 0) {
            System.out.println();
            System.out.println("... and " + TextLayout.count(report.untold(), "more anomaly", "more anomalies"));
        }
        if (report.findings().isEmpty()) {
            nothing(result);
        }
        return parameters.exitCode(result);
    }

    /** The strongest levels that still hold: of those that were asked for, and all that may. */
    private Set<Level> holding(CheckResult result) throws IOException {
        Set<Level> others = EnumSet.allOf(Level.class);
        others.removeIf(level -> result.weakestViolated().stream().anyMatch(level::implies));
        others.removeAll(result.verdicts().keySet());
        if (others.isEmpty() || result.weakestViolated().isEmpty()) {
            return result.strongestSatisfied();
        }
        others.addAll(result.verdicts().keySet());
        return Isolde.check(
                        result.history(),
                        parameters.options().withLevels(others).withLimits(PATIENCE, 0))
                .strongestSatisfied();
    }

    private static void nothing(CheckResult result) {
        Collection<Verdict> verdicts = result.verdicts().values();
        List<String> holding =
                result.strongestSatisfied().stream().map(Level::title).toList();
        System.out.println(
                holding.isEmpty()
                        ? "Nothing to explain: no level is violated."
                        : TextLayout.wrap(
                                "Nothing to explain: no level is violated, and these hold: "
                                        + String.join(", ", holding) + ".",
                                ""));
        for (Verdict verdict : verdicts) {
            if (verdict instanceof Verdict.Undecided undecided) {
                System.out.println(TextLayout.wrap("Not decided: " + undecided.reason(), "  "));
                break;
            }
        }
    }
}
