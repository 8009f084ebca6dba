package org.isolde.junit;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.isolde.check.CheckOptions;
import org.isolde.check.CheckResult;
import org.isolde.check.Isolde;
import org.isolde.check.Verdict;
import org.isolde.history.BadHistoryException;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.history.Status;
import org.isolde.report.Finding;
import org.isolde.report.Ink;
import org.isolde.report.Report;
import org.isolde.report.StoryText;
import org.isolde.report.page.ReportFiles;
import org.opentest4j.AssertionFailedError;

/** Holds a recording to its levels: nothing happens, or the test has failed, and the message says why. */
final class Judgement {
    private final Recording recording;
    private final Set<Level> levels;

    private Judgement(Recording recording, Set<Level> levels) {
        this.recording = recording;
        this.levels = levels;
    }

    /** @throws AssertionError if a level is not satisfied */
    static void of(Recording recording, MustHold wanted) throws IOException {
        new Judgement(recording, EnumSet.copyOf(List.of(wanted.value()))).judge(wanted.seconds());
    }

    private void judge(int seconds) throws IOException {
        History history = History.read(recording.history());
        if (committed(history) == 0) {
            throw failure("No transaction was recorded as committed, so nothing is known of " + names(levels)
                    + ". Record what the test does in the sessions of its Recording.");
        }
        CheckResult result;
        try {
            result = Isolde.check(history, CheckOptions.of(levels).withLimits(Duration.ofSeconds(seconds), 0));
        } catch (BadHistoryException e) {
            throw failure(
                    e.getMessage() + "\nEvery write of a key needs a value of its own: record a version where values"
                            + " repeat, or write numbers of Recording.fresh().");
        }
        Set<Level> violated = with(result, Verdict.Violated.class);
        if (!violated.isEmpty()) {
            throw violation(result, violated);
        }
        List<String> open = new ArrayList<>();
        result.verdicts().forEach((level, verdict) -> {
            if (verdict instanceof Verdict.Undecided undecided) {
                open.add(names(Set.of(level)) + " is undecided: " + undecided.reason());
            } else if (verdict instanceof Verdict.Inapplicable inapplicable) {
                open.add(names(Set.of(level)) + " does not apply: " + inapplicable.reason());
            }
        });
        if (!open.isEmpty()) {
            throw failure(String.join("\n", open));
        }
    }

    private AssertionFailedError violation(CheckResult result, Set<Level> violated) throws IOException {
        Report report = Report.of(recording.title(), result, Map.of(), Map.of());
        ReportFiles.write(recording.folder(), report, List.of());
        List<Finding> findings = report.findings();
        StringBuilder message = new StringBuilder("What was recorded breaks " + names(violated) + ".\n\n");
        message.append(new StoryText(Ink.PLAIN)
                .full(findings.get(0).story(), findings.get(0).minimal().told()));
        int others = findings.size() - 1 + report.untold();
        if (others > 0) {
            message.append("\n\nThere ").append(others == 1 ? "is 1 more finding" : "are " + others + " more findings");
            message.append(" in the report.");
        }
        message.append("\n\nThe report: ").append(recording.folder().resolve(ReportFiles.PAGE));
        return failure(message.toString());
    }

    private AssertionFailedError failure(String message) {
        return new AssertionFailedError(message + "\nThe history: " + recording.history());
    }

    private static Set<Level> with(CheckResult result, Class<? extends Verdict> kind) {
        return result.verdicts().entrySet().stream()
                .filter(each -> kind.isInstance(each.getValue()))
                .map(Map.Entry::getKey)
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(Level.class)));
    }

    private static String names(Set<Level> levels) {
        return levels.stream()
                .map(each -> each.title() + " (" + each.text() + ")")
                .collect(Collectors.joining(", "));
    }

    private static int committed(History history) {
        int committed = 0;
        for (int t = 1; t <= history.transactions(); t++) {
            committed += history.status(t) == Status.COMMITTED ? 1 : 0;
        }
        return committed;
    }
}
