package org.isolde.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.isolde.check.Anomaly;
import org.isolde.check.CheckResult;
import org.isolde.check.Conclusion;
import org.isolde.check.Verdict;
import org.isolde.cli.JunitReport.Outcome;
import org.isolde.history.Level;

/** What a build server wants of a command that checks levels: a file that it reads, and the exit code that it goes by. */
final class CiOptions {
    private static final String NONE = "none";
    private Path junit;
    private List<String> failOn;
    private final JunitReport report = new JunitReport();

    void declare(Syntax syntax) {
        syntax.option(
                        "--junit",
                        "FILE",
                        text -> junit = Path.of(text),
                        "Also write the verdicts as JUnit XML, which build servers show: a test for each level.")
                .file();
        syntax.list(
                "--fail-on",
                "WHAT",
                texts -> failOn = texts,
                "Which verdicts make the exit code other than 0: violated, undecided, both with a comma between, or none."
                        + " Bad input and a database that failed always do. Default: violated, and undecided where"
                        + " levels were asked for.");
    }

    /** Refuses what makes no sense, before anything takes time. */
    void check() {
        wanted(true);
        if (junit != null && java.nio.file.Files.isDirectory(junit)) {
            throw new Main.CallException(junit + " is a folder; --junit takes the name of a file");
        }
    }

    /**
     * The exit code of a conclusion.
     *
     * @param asked whether levels were asked for, so that an undecided one is an answer that is missing
     */
    int exitCode(Conclusion conclusion, boolean asked) {
        return fails(conclusion, asked) ? Main.exitCode(conclusion) : Main.SATISFIED;
    }

    private boolean fails(Conclusion conclusion, boolean asked) {
        return wanted(asked).contains(conclusion);
    }

    private Set<Conclusion> wanted(boolean asked) {
        if (failOn == null) {
            return asked ? EnumSet.of(Conclusion.VIOLATED, Conclusion.UNDECIDED) : EnumSet.of(Conclusion.VIOLATED);
        }
        Set<Conclusion> wanted = EnumSet.noneOf(Conclusion.class);
        for (String name : failOn) {
            switch (name.strip().toLowerCase(Locale.ROOT)) {
                case "violated" -> wanted.add(Conclusion.VIOLATED);
                case "undecided" -> wanted.add(Conclusion.UNDECIDED);
                case NONE -> {
                    if (failOn.size() > 1) {
                        throw new Main.CallException("--fail-on none leaves no room for others; give it alone");
                    }
                }
                default ->
                    throw new Main.CallException(
                            "--fail-on takes violated, undecided or none, not '" + name.strip() + "'");
            }
        }
        return wanted;
    }

    /** Notes the verdicts on a history, a test each. */
    void note(String suite, CheckResult result, boolean asked) {
        for (Map.Entry<Level, Verdict> each : result.verdicts().entrySet()) {
            String name = each.getKey().text() + " (" + each.getKey().title() + ")";
            if (each.getValue() instanceof Verdict.Violated violated) {
                List<Anomaly> anomalies = violated.anomalies();
                note(suite, name, Conclusion.VIOLATED, asked, sentences(anomalies));
            } else if (each.getValue() instanceof Verdict.Undecided undecided) {
                note(suite, name, Conclusion.UNDECIDED, asked, "undecided: " + undecided.reason());
            } else if (each.getValue() instanceof Verdict.Inapplicable inapplicable) {
                report.add(suite, name, Outcome.SKIPPED, "does not apply: " + inapplicable.reason(), "");
            } else {
                report.passed(suite, name);
            }
        }
    }

    /** Notes one answer. */
    void note(String suite, String name, Conclusion conclusion, boolean asked, String text) {
        if (conclusion == Conclusion.SATISFIED) {
            report.passed(suite, name);
            return;
        }
        String first = text.lines().findFirst().orElse("");
        report.add(suite, name, fails(conclusion, asked) ? Outcome.FAILED : Outcome.SKIPPED, first, text);
    }

    /** Notes what kept a question from being answered. */
    void error(String suite, String name, String problem) {
        report.add(suite, name, Outcome.ERROR, problem, "");
    }

    private static String sentences(List<Anomaly> anomalies) {
        StringBuilder text = new StringBuilder();
        for (Anomaly anomaly : anomalies) {
            text.append(anomaly.kind().text())
                    .append(" (")
                    .append(anomaly.alias())
                    .append("): ");
            text.append(anomaly.story()).append('\n');
        }
        return text.toString();
    }

    /** Writes the file, if one was asked for. */
    void write() throws IOException {
        if (junit != null) {
            report.write(junit);
        }
    }
}
