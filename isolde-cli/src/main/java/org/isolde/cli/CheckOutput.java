package org.isolde.cli;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.isolde.app.Proofs;
import org.isolde.check.Anomaly;
import org.isolde.check.CheckResult;
import org.isolde.check.TimestampAxiom;
import org.isolde.check.TimestampFindings;
import org.isolde.check.Verdict;
import org.isolde.history.Evidence;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.report.Story;
import org.isolde.report.StoryText;
import org.isolde.report.TextLayout;
import org.isolde.report.TimestampCounts;
import org.isolde.report.answer.Amount;
import org.isolde.report.overview.LevelVerdict;

/** The result of a check as text, for people. */
final class CheckOutput {
    /** Where what is said of a level stands. */
    private static final String COLUMN = " ".repeat(13);

    private CheckOutput() {}

    /**
     * @param quiet whether undecided and inapplicable levels were not asked for by name, and so are only listed
     */
    static void print(
            String file,
            CheckResult result,
            Map<String, Double> seconds,
            boolean verbose,
            boolean quiet,
            Proofs proofs) {
        printVerdicts(file, result, seconds, verbose, quiet, proofs);
        for (Anomaly anomaly : result.anomalies()) {
            System.out.println();
            print(result, anomaly);
        }
    }

    /** On how much what holds stands. */
    static void print(Amount amount) {
        System.out.println(TextLayout.wrap(
                "stands on " + amount.numbers()
                        + (amount.isLittle() ? ": little, if it is to say something about a database" : ""),
                "  "));
    }

    /** The same without the stories. */
    static void printVerdicts(
            String file,
            CheckResult result,
            Map<String, Double> seconds,
            boolean verbose,
            boolean quiet,
            Proofs proofs) {
        History history = result.history();
        System.out.println(Terminal.bold(file) + ": " + TextLayout.count(history.transactions(), "transaction") + ", "
                + TextLayout.count(history.operations(), "operation") + ", "
                + TextLayout.count(history.sessions(), "session") + ", " + TextLayout.count(history.keys(), "key"));
        List<String> notDecided = new ArrayList<>();
        List<String> notApplicable = new ArrayList<>();
        String[] lastReason = new String[1];
        Set<TimestampAxiom> explained = EnumSet.noneOf(TimestampAxiom.class);
        result.verdicts().forEach((level, verdict) -> {
            if (quiet && verdict instanceof Verdict.Undecided) {
                notDecided.add(level.text());
            } else if (quiet && verdict instanceof Verdict.Inapplicable) {
                notApplicable.add(level.text());
            } else {
                printVerdict(level, result, verbose, proofs, lastReason[0]);
                lastReason[0] = result.reasons().get(level);
                if (verdict instanceof Verdict.Violated && result.timestamps().containsKey(level)) {
                    printCounts(result.timestamps().get(level), explained);
                }
            }
        });
        if (!notDecided.isEmpty()) {
            System.out.println(Terminal.faint("  not decided for this history: " + String.join(" ", notDecided)));
        }
        if (!notApplicable.isEmpty()) {
            System.out.println(
                    Terminal.faint("  not applicable: " + String.join(" ", notApplicable) + " (--level says why)"));
        }
        printClassification(result);
        if (verbose) {
            System.out.println("  evidence used: "
                    + (result.evidence().isEmpty()
                            ? "none"
                            : String.join(
                                    ", ",
                                    result.evidence().stream()
                                            .map(Evidence::text)
                                            .toList())));
            StringBuilder phases = new StringBuilder("  seconds:");
            seconds.forEach((phase, time) -> phases.append(String.format(Locale.ROOT, " %s %.3f", phase, time)));
            System.out.println(phases);
        }
    }

    /**
     * How often a level is violated by timestamps.
     *
     * @param explained what the counts are called that have been explained already
     */
    private static void printCounts(TimestampFindings findings, Set<TimestampAxiom> explained) {
        System.out.println(TextLayout.wrap(TimestampCounts.numbers(findings), COLUMN));
        for (TimestampAxiom axiom : TimestampCounts.violated(findings)) {
            if (explained.add(axiom)) {
                System.out.println(Terminal.faint(
                        TextLayout.wrap(axiom.name() + ": " + TimestampCounts.meaning(axiom), COLUMN, COLUMN + "  ")));
            }
        }
    }

    /** The two lines that tell most, if more than a few levels were asked for. */
    private static void printClassification(CheckResult result) {
        if (result.verdicts().size() < 4) {
            return;
        }
        boolean known = result.strongestSatisfied().stream().allMatch(level -> LevelVerdict.isStrongest(result, level));
        printLevels(known ? "strongest that holds:" : "strongest of these that holds:", result.strongestSatisfied());
        printLevels("weakest that is broken:", result.weakestViolated());
        boolean apart = result.strongestSatisfied().stream()
                .anyMatch(level -> result.weakestViolated().stream().anyMatch(level::implies));
        if (apart && !result.timestamps().isEmpty()) {
            System.out.println(Terminal.faint(TextLayout.wrap(
                    "(by timestamps, ser and sser look at commits alone and si at starts too, so they can hold where si does not)",
                    "  ")));
        }
    }

    private static void printLevels(String title, Set<Level> levels) {
        if (!levels.isEmpty()) {
            String list = String.join(
                    ", ",
                    levels.stream()
                            .map(level -> level.text() + " (" + level.title() + ")")
                            .toList());
            System.out.println(TextLayout.wrap(title + " " + list, "  "));
        }
    }

    /**
     * @param lastReason the reason of the line before, which is not told again
     */
    private static void printVerdict(
            Level level, CheckResult result, boolean verbose, Proofs proofs, String lastReason) {
        Verdict verdict = result.verdicts().get(level);
        String word = verdict instanceof Verdict.Satisfied
                ? Terminal.green("satisfied")
                : verdict instanceof Verdict.Violated ? Terminal.red("VIOLATED") : verdict.text();
        StringBuilder line =
                new StringBuilder(String.format(Locale.ROOT, "  %-10s %-28s %s", level.text(), level.title(), word));
        boolean decided = verdict instanceof Verdict.Satisfied || verdict instanceof Verdict.Violated;
        if (decided && result.timestamps().containsKey(level)) {
            line.append(" by the database's timestamps");
        }
        String judged = proofs.judged().get(level);
        if (judged != null) {
            line.append(judged.equals("none") ? ", no proof" : ", proof " + judged);
            if (proofs.reason(level) != null) {
                line.append(": ").append(proofs.reason(level));
            }
        }
        if (verdict instanceof Verdict.Undecided undecided) {
            line.append(": ").append(undecided.reason());
        } else if (verdict instanceof Verdict.Inapplicable inapplicable) {
            line.append(": ").append(inapplicable.reason());
        } else if (verbose) {
            line.append("  (").append(verdict.algorithm());
            if (!result.evidence(level).isEmpty()) {
                line.append("; under ")
                        .append(String.join(
                                ", ",
                                result.evidence(level).stream()
                                        .map(Evidence::text)
                                        .toList()));
            }
            line.append(')');
        }
        System.out.println(line);
        String reason = result.reasons().get(level);
        if (verbose && reason != null && !reason.equals(lastReason) && !(verdict instanceof Verdict.Inapplicable)) {
            System.out.println(Terminal.faint(TextLayout.wrap("because " + reason, COLUMN)));
        }
    }

    /** The story of one anomaly, in a few lines. */
    static void print(CheckResult result, Anomaly anomaly) {
        Story story = Story.of(result.history(), anomaly, result.strongestSatisfied());
        System.out.println(new StoryText(Terminal.INK).brief(story));
    }
}
