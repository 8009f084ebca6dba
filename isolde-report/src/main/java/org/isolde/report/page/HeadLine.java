package org.isolde.report.page;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.isolde.check.CheckResult;
import org.isolde.check.Verdict;
import org.isolde.history.Level;
import org.isolde.report.Report;
import org.isolde.report.Story;

/**
 * What was found, for somebody who has never heard the names of anomalies and levels.
 *
 * @param style {@code violated}, {@code satisfied} or {@code undecided}
 * @param label in two or three words
 * @param sentence what was found
 * @param consequence what that does to an application; empty if nothing was found
 * @param detail which levels are broken and which hold
 */
record HeadLine(String style, String label, String sentence, String consequence, String detail) {
    static HeadLine of(Report report) {
        CheckResult check = report.check();
        Set<Level> broken = check.weakestViolated();
        Set<Level> holding = check.strongestSatisfied();
        List<Level> open = of(check, Verdict.Undecided.class);
        if (!broken.isEmpty()) {
            List<Level> above = check.verdicts().keySet().stream()
                    .filter(level -> !broken.contains(level) && broken.stream().anyMatch(level::implies))
                    .toList();
            // by timestamps ser may hold where si does not, for it looks at commits alone
            boolean stronger = !above.isEmpty()
                    && above.stream().noneMatch(level -> check.verdicts().get(level) instanceof Verdict.Satisfied);
            String detail = "This breaks " + words(broken) + (stronger ? everyStronger(check, broken) : ". ")
                    + (holding.isEmpty()
                            ? "No level that was checked holds."
                            : "What still holds: " + words(holding) + ".");
            String sentence = "The history breaks what was promised.";
            String consequence = "";
            if (!report.findings().isEmpty()) {
                Story story = report.findings().get(0).story();
                sentence = story.meaning();
                consequence = story.consequence();
            }
            int found = report.findings().size() + report.untold();
            String label = found > 1 ? found + " violations found. The first:" : "Violation found";
            return new HeadLine("violated", label, sentence, consequence, detail);
        }
        if (!open.isEmpty()) {
            return new HeadLine(
                    "undecided",
                    "Not decided",
                    "No violation was found, but not everything that was asked could be decided.",
                    "",
                    "Open: " + words(open) + ". "
                            + (holding.isEmpty() ? "" : "What is certain to hold: " + words(holding) + "."));
        }
        if (holding.isEmpty()) {
            return new HeadLine(
                    "undecided",
                    "Nothing checked",
                    "Nothing could be checked: the levels that were asked for need what this history does not have.",
                    "",
                    "");
        }
        Level strongest = holding.iterator().next();
        return new HeadLine(
                "satisfied",
                "No violation",
                "Everything that the clients saw fits " + words(holding) + ".",
                "",
                holding.size() == 1 ? "That means: " + strongest.meaning() : "");
    }

    /** What breaks a level breaks every stronger one, but not by timestamps, which ask more of si than of ser. */
    private static String everyStronger(CheckResult check, Set<Level> broken) {
        return broken.stream().anyMatch(check.timestamps()::containsKey)
                ? "; stronger levels that were checked are broken too. "
                : ", and with it every stronger level. ";
    }

    private static List<Level> of(CheckResult check, Class<? extends Verdict> kind) {
        List<Level> levels = new ArrayList<>();
        check.verdicts().forEach((level, verdict) -> {
            if (kind.isInstance(verdict)) {
                levels.add(level);
            }
        });
        return levels;
    }

    /** {@code cursor stability (cs) and read committed (rc)}. */
    static String words(Collection<Level> levels) {
        List<String> words = levels.stream()
                .map(level -> level.title() + " (" + level.text() + ")")
                .toList();
        return words.size() < 2
                ? String.join("", words)
                : String.join(", ", words.subList(0, words.size() - 1)) + " and " + words.get(words.size() - 1);
    }
}
