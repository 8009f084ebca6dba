package org.isolde.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.isolde.app.Round;
import org.isolde.app.RunFolder;
import org.isolde.app.ShellCall;
import org.isolde.app.TestListener;
import org.isolde.app.TestOptions;
import org.isolde.app.TestPlan;
import org.isolde.app.TestResult;
import org.isolde.app.monitor.Agreement;
import org.isolde.app.monitor.Monitored;
import org.isolde.online.MonitorStatus;
import org.isolde.online.Violation;
import org.isolde.report.Finding;
import org.isolde.report.Roots;
import org.isolde.report.StoryText;
import org.isolde.report.TextLayout;
import org.isolde.report.answer.AnswerText;
import org.isolde.run.RunningDatabase;
import org.isolde.run.certificate.Certification;
import org.isolde.run.runner.RunOptions;
import org.isolde.run.runner.RunStatistics;
import org.isolde.run.workload.WorkloadOptions;

/** What {@code isolde test} shows: a live line while it runs, and the report at the end. */
final class TestOutput implements TestListener {
    private static final int MOST_REASONS = 6;
    private static final int MOST_STORIES = 2;
    private static final int MOST_LIVE = 5;

    private final TestPlan plan;
    private final Progress progress;
    private final boolean json;
    private final boolean verbose;
    private final AtomicInteger violations = new AtomicInteger();
    private final AtomicInteger live = new AtomicInteger();
    private String title = "";

    TestOutput(TestPlan plan, Progress progress, boolean json, boolean verbose) {
        this.plan = plan;
        this.progress = progress;
        this.json = json;
        this.verbose = verbose;
    }

    @Override
    public void opened(RunningDatabase database, RunFolder folder) {
        title = database.version() + " at " + plan.isolation().sql() + ", "
                + plan.workload().name() + ", " + plan.options().get(WorkloadOptions.SESSIONS) + " sessions";
        if (!json) {
            say(Terminal.bold(TextLayout.visible(title)));
        }
    }

    @Override
    public void started(int round, RunStatistics statistics) {
        Duration time = plan.options().get(RunOptions.TIME);
        double seconds = time == null ? -1 : time.toNanos() / 1e9;
        progress.phase(() -> live(round, statistics.snapshot()), () -> {
            double spent = statistics.snapshot().seconds();
            return seconds > 0 ? spent / seconds : -1;
        });
    }

    @Override
    public void baseline(RunStatistics statistics) {
        progress.phase(
                () -> String.format(
                        Locale.ROOT,
                        "without the monitor: %,d committed (%,.0f/s)",
                        statistics.committed(),
                        statistics.snapshot().committedPerSecond()),
                () -> -1);
    }

    @Override
    public void violation(int round, Violation violation) {
        int told = live.incrementAndGet();
        if (json || told > MOST_LIVE + 1) {
            return;
        }
        Terminal.clearProgress();
        say(
                told > MOST_LIVE
                        ? Terminal.faint("... the monitor goes on, and counts")
                        : Terminal.red(violation.finding().axiom().name()) + "  round " + round + ": "
                                + TextLayout.visible(violation.sentence()) + ".");
        System.out.flush();
    }

    private String live(int round, RunStatistics.Snapshot now) {
        String figures = String.format(
                Locale.ROOT,
                "%,d committed (%,.0f/s), %.0f%% aborted",
                now.committed(),
                now.committedPerSecond(),
                now.abortRate() * 100);
        // of the only round nothing is known before it is over
        return round == 1 && Integer.valueOf(1).equals(plan.options().get(TestOptions.ROUNDS))
                ? figures
                : "round " + round + ", " + TextLayout.count(violations.get(), "violation") + " so far: " + figures;
    }

    @Override
    public void ran(int round) {
        progress.phase("checking round " + round);
    }

    @Override
    public void checked(Round round) {
        if (round.isViolated()) {
            violations.incrementAndGet();
        }
    }

    @Override
    public void reporting() {
        progress.phase("writing the report");
    }

    void finished(TestResult result) throws IOException {
        if (json) {
            // without room for the file there is nothing to print; the error tells
            if (Files.exists(result.folder().verdict())) {
                System.out.print(Files.readString(result.folder().verdict()));
            }
            return;
        }
        for (Round round : result.rounds()) {
            if (result.rounds().size() > 1) {
                say("");
                say(Terminal.bold("round " + round.number())
                        + (round.isViolated() ? ": " + Terminal.red("VIOLATED") : ""));
            }
            print(round.run().statistics());
            if (round.run().certificate() != null) {
                print(round.run().certificate());
            }
            if (round.monitored() != null) {
                print(round.monitored());
            }
        }
        printCost(result);
        say("");
        print(result.shown(), result);
        say("");
        String folder = result.folder().path().toString();
        if (result.page() != null) {
            say("The report: " + Terminal.bold(result.page().toString()));
        }
        say("The history and the verdict are in " + folder
                + (result.problem() == null ? "" : ", as far as the run got"));
        if (result.isViolated()) {
            say(Terminal.faint(
                    "See whether it happens again: " + ShellCall.of(List.of(Terminal.command(), "replay", folder))));
        }
        say(Terminal.faint("Run it again: " + TextLayout.visible(ShellCall.of(plan.command()))));
    }

    private void print(RunStatistics.Snapshot run) {
        say(String.format(
                Locale.ROOT,
                "  %,d committed in %.1f s (%,.0f/s), %.1f%% aborted%s; latency %.2f ms median, %.2f ms p99",
                run.committed(),
                run.seconds(),
                run.committedPerSecond(),
                run.abortRate() * 100,
                run.unknown() == 0 ? "" : ", " + TextLayout.count(run.unknown()) + " of unknown outcome",
                run.median(),
                run.percentile99()));
        int told = 0;
        for (Map.Entry<String, Long> reason : run.reasons().entrySet()) {
            if (told++ == MOST_REASONS) {
                say(Terminal.faint("    ... and " + (run.reasons().size() - MOST_REASONS) + " other reasons"));
                break;
            }
            say(Terminal.faint(String.format(
                    Locale.ROOT, "    %,9d  %s", reason.getValue(), TextLayout.visible(reason.getKey()))));
        }
    }

    private static void print(Certification.Outcome certificate) {
        if (certificate.holds()) {
            say(String.format(
                    Locale.ROOT,
                    "  certificate: %,d versions of rows in order, %s%s",
                    certificate.versions(),
                    certificate.source(),
                    certificate.settled() == 0
                            ? ""
                            : "; " + TextLayout.count(certificate.settled()) + " unknown outcomes settled"));
        } else {
            say(TextLayout.wrap(
                    "No certificate, so predicates are not checked: " + certificate.refusal()
                            + ". The rows that came back decide what is violated; nothing that predicates have a say in can be"
                            + " found satisfied.",
                    "  "));
        }
    }

    private static void print(Monitored monitored) {
        MonitorStatus status = monitored.status();
        say("  monitor: " + MonitorOutput.verdict(monitored.plan().level(), status));
        if (monitored.problem() != null) {
            say(TextLayout.wrap(capital(monitored.problem()) + ".", "  "));
        }
        if (monitored.agreement() != null && monitored.agreement().kind() == Agreement.Kind.LATE) {
            Terminal.warning(monitored.agreement().sentence());
        }
    }

    private static String capital(String text) {
        return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
    }

    private void printCost(TestResult result) {
        if (plan.monitor() == null) {
            return;
        }
        if (result.cost() != null) {
            say("  " + result.cost().sentence());
            say(Terminal.faint(TextLayout.wrap(result.cost().caveat(), "    ")));
        } else if (!plan.options().get(RunOptions.FAULT).isEmpty()) {
            say(Terminal.faint("  With faults the monitor's cost is not measured: they cost more."));
        }
    }

    private void print(Round round, TestResult result) {
        if (!round.isChecked()) {
            say("round " + round.number() + " could not be checked: " + round.problem());
            return;
        }
        CheckOutput.printVerdicts(
                round.history().toString(),
                round.check(),
                round.seconds(),
                verbose,
                round.isViolated(),
                round.proofs());
        stories(result);
        for (String warning : round.check().history().warnings()) {
            Terminal.warning(warning);
        }
        for (String complaint : round.run().complaints()) {
            say(TextLayout.wrap("The workload itself complains: " + complaint, "  "));
        }
        say("");
        if (round.run().statistics().committed() == 0) {
            say("Nothing was committed, so nothing was tested.");
            return;
        }
        say(AnswerText.asked(result.answer()));
        for (String sentence : result.report().remarks()) {
            say(TextLayout.wrap(sentence, ""));
        }
        if (!result.isViolated()) {
            say(AnswerText.amount(result.answer().amount(), Terminal.INK));
        }
        AnswerText.rest(result.answer(), Terminal.INK).forEach(TestOutput::say);
    }

    /** The stories that are easiest to follow; of the others the names. */
    private void stories(TestResult result) {
        List<Finding> findings = result.report().findings();
        int told = verbose ? findings.size() : Math.min(MOST_STORIES, findings.size());
        for (Finding finding : findings.subList(0, told)) {
            say("");
            say(new StoryText(Terminal.INK).brief(finding.story()));
            String sql = new StoryText(Terminal.INK).sql(finding.sql());
            if (!sql.isEmpty()) {
                say(sql);
            }
        }
        if (told < findings.size()) {
            Set<String> names = new LinkedHashSet<>();
            for (Finding finding : findings.subList(told, findings.size())) {
                names.add(finding.story().name() + " (" + finding.story().alias() + ")");
            }
            say("");
            say(TextLayout.wrap("Also seen: " + String.join(", ", names) + ". The report tells their stories.", ""));
        }
        Roots.sentences(result.report()).forEach(sentence -> say(TextLayout.wrap(sentence, "")));
    }

    private static void say(String line) {
        System.out.println(line);
    }
}
