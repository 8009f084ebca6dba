package org.isolde.app;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.isolde.app.monitor.MonitorCost;
import org.isolde.app.monitor.Monitored;
import org.isolde.app.monitor.RoundMonitor;
import org.isolde.check.CheckOptions;
import org.isolde.check.CheckResult;
import org.isolde.check.Conclusion;
import org.isolde.check.Isolde;
import org.isolde.check.Verdict;
import org.isolde.history.BadHistoryException;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.history.file.PrivateFolder;
import org.isolde.history.format.Json;
import org.isolde.report.Report;
import org.isolde.report.answer.Answer;
import org.isolde.run.DatabaseException;
import org.isolde.run.Redaction;
import org.isolde.run.RunningDatabase;
import org.isolde.run.runner.Run;
import org.isolde.run.runner.RunOptions;
import org.isolde.run.workload.WorkloadOptions;

/**
 * The main job, end to end: opens the database, runs rounds of the workload, records their histories, and checks each
 * while the next one runs.
 */
public final class TestJob {
    /** While so many rounds wait for their check, beside the one that is being checked, no other begins. */
    private static final int MOST_WAITING = 2;

    private final TestPlan plan;
    private final TestPlan.Tested tested;
    private final TestListener listener;
    private final Redaction redaction;
    private final long start = System.nanoTime();
    /** The rounds that are checked, in order. */
    private final List<Round> rounds = new ArrayList<>();

    /** How many rounds have run and are not checked. */
    private int unchecked;

    private volatile Opening<RunningDatabase> opening;
    private volatile Run current;
    private volatile boolean interrupted;
    private volatile boolean violated;
    private volatile boolean contradicted;

    public TestJob(TestPlan plan, TestListener listener) {
        this.plan = plan;
        this.tested = plan.tested();
        this.listener = listener;
        this.redaction = tested.redaction();
    }

    /**
     * Runs the test to its end.
     *
     * @throws DatabaseException if the database can't be opened or prepared
     * @throws IOException if nothing can be written to the folder
     * @throws InterruptedException also if it was stopped before the database was open
     */
    public TestResult run() throws DatabaseException, IOException, InterruptedException {
        try (Interruption interruption = new Interruption(this::stop);
                RunningDatabase database = open()) {
            if (!plan.options().get(RunOptions.FAULT).isEmpty()
                    && database.nodes().isEmpty()) {
                throw new DatabaseException("faults can only be injected into servers that Isolde started, and "
                        + tested.target().shown() + " is none");
            }
            RunFolder folder = RunFolder.create(
                    plan.folder(),
                    tested.target().url() == null
                            ? tested.target().shown()
                            : tested.database().name(),
                    String.join("-", plan.levels().stream().map(Level::text).toList()),
                    redaction);
            folder.write(folder.command(), ShellCall.of(plan.command()));
            folder.log("process " + ProcessHandle.current().pid());
            folder.log("opened " + tested.target().shown() + ": " + database.version());
            listener.opened(database, folder);
            return rounds(database, folder);
        }
    }

    private RunningDatabase open() throws DatabaseException, InterruptedException {
        opening = new Opening<>(() -> tested.database().open(tested.target(), tested.access()), RunningDatabase::close);
        if (interrupted) {
            opening.giveUp();
        }
        return opening.await();
    }

    /**
     * Ends the test early: the round that runs ends soon, what it recorded is checked, and no other begins. A database that is
     * being opened is not waited for.
     */
    public void stop() {
        interrupted = true;
        Opening<RunningDatabase> begun = opening;
        if (begun != null) {
            begun.giveUp();
        }
        Run run = current;
        if (run != null) {
            run.stop();
        }
        synchronized (this) {
            notifyAll();
        }
    }

    private TestResult rounds(RunningDatabase database, RunFolder folder)
            throws DatabaseException, IOException, InterruptedException {
        ExecutorService checker = Executors.newSingleThreadExecutor(task -> {
            Thread thread = new Thread(task, "isolde-check");
            thread.setDaemon(true);
            return thread;
        });
        List<Future<Void>> checks = new ArrayList<>();
        String problem = null;
        RunPreparation preparation = new RunPreparation(plan, database);
        BaselineRuns baseline = baseline(preparation, folder);
        MonitorCost cost = null;
        try {
            for (int number = 1; problem == null && goesOn(number); number++) {
                int round = number;
                Path history = folder.history(round);
                Played played;
                try {
                    played = play(preparation, round, folder);
                } catch (DatabaseException | IOException e) {
                    folder.log("round " + round + " can't begin: " + e.getMessage());
                    if (checks.isEmpty()) {
                        throw e;
                    }
                    // what the rounds before it found is worth telling
                    problem = "round " + round + " can't begin: " + e.getMessage();
                    break;
                }
                Run.Result result = played.run();
                problem = result.problem() != null || played.monitored() == null
                        ? result.problem()
                        : played.monitored().problem();
                folder.log("round " + round + ": " + result.statistics().committed() + " committed"
                        + (problem == null ? "" : ", ended by: " + problem));
                if (round == 1 && baseline != null && problem == null && !interrupted) {
                    // before its check begins: that and later rounds would share the machine
                    try {
                        cost = baseline.after(result.statistics());
                    } catch (DatabaseException | IOException e) {
                        problem = e.getMessage();
                    }
                }
                listener.ran(round);
                synchronized (this) {
                    unchecked++;
                }
                checks.add(checker.submit(() -> {
                    try {
                        return checked(round, history, played, folder);
                    } finally {
                        oneLess();
                    }
                }));
                awaitChecks();
            }
            for (Future<Void> check : checks) {
                check.get();
            }
            if (problem == null) {
                problem = disagreement();
            }
            return written(database, new TestResult(folder, kept(), problem, interrupted, cost, null, null, null));
        } catch (ExecutionException e) {
            throw new IllegalStateException("a check failed: " + e.getCause(), e.getCause());
        } finally {
            checker.shutdownNow();
        }
    }

    /** Writes the verdict and the report. If the disk has no room for them, what was found is worth telling all the same. */
    private TestResult written(RunningDatabase database, TestResult unanswered) throws IOException {
        TestResult result = answered(unanswered);
        RunFolder folder = result.folder();
        String problem = result.problem() == null ? null : redaction.text(result.problem());
        IOException failure = folder.logFailure();
        Map<String, Object> verdict = verdict(database, result);
        try {
            folder.write(folder.verdict(), Json.of(verdict));
        } catch (IOException e) {
            failure = e;
        }
        listener.reporting();
        Report report = report(database, result, verdict);
        Path page = null;
        try {
            page = report == null ? null : Reports.write(folder.path(), report);
        } catch (IOException e) {
            failure = failure == null ? e : failure;
        }
        if (failure != null) {
            String before = problem == null ? "" : problem + ". ";
            problem = before + "Not all files in " + folder.path() + " could be written: " + failure.getMessage();
        }
        PrivateFolder.close(folder.path());
        return new TestResult(
                folder, result.rounds(), problem, result.interrupted(), result.cost(), result.answer(), report, page);
    }

    private TestResult answered(TestResult result) {
        Round shown = result.shown();
        Answer answer = shown.check() == null ? null : Answers.of(plan, result);
        return new TestResult(
                result.folder(),
                result.rounds(),
                result.problem(),
                result.interrupted(),
                result.cost(),
                answer,
                null,
                null);
    }

    /** What is wrong with Isolde itself: a monitor and a check that must agree and don't; null if all is well. */
    private String disagreement() {
        return kept().stream()
                .filter(Round::isContradictory)
                .map(round -> "round " + round.number() + ": "
                        + round.monitored().agreement().sentence())
                .findFirst()
                .orElse(null);
    }

    /** What there is to tell of the round that tells most; null if that could not be checked. */
    private Report report(RunningDatabase database, TestResult result, Map<String, Object> verdict) {
        Round shown = result.shown();
        if (shown.check() == null) {
            return null;
        }
        Map<String, Object> parameters = new LinkedHashMap<>(verdict);
        parameters.remove("rounds");
        parameters.remove("answer");
        parameters.put("command", ShellCall.of(plan.command()));
        if (result.rounds().size() > 1) {
            parameters.put("round", shown.number() + " of " + result.rounds().size());
        }
        parameters.put("run", shown.run().statistics().json());
        String title =
                redaction.text(database.version()) + " at " + plan.isolation().sql();
        Map<Level, Verdict> byValues = WithoutTimestamps.verdicts(plan.levels(), shown.check());
        List<String> remarks = new ArrayList<>(Claims.sentences(plan, shown.check(), byValues));
        if (result.interrupted()) {
            remarks.add(TestResult.INTERRUPTED);
        }
        return Reports.of(title, shown.check(), shown.proofs(), parameters).with(remarks, result.answer());
    }

    private synchronized void oneLess() {
        unchecked--;
        notifyAll();
    }

    /** Checks that are slower than rounds would fall behind without end; so the next round waits for them. */
    private synchronized void awaitChecks() throws InterruptedException {
        while (unchecked > MOST_WAITING && !interrupted) {
            wait();
        }
    }

    private boolean goesOn(int round) {
        if (round == 1) {
            // also if it is to end at once: what was tested, if only nothing, is told
            return true;
        }
        Until until = plan.options().get(TestOptions.UNTIL);
        if (interrupted || contradicted || until.violation() && violated) {
            return false;
        }
        boolean timeLeft =
                until.time() == null || System.nanoTime() - start < until.time().toNanos();
        Integer most = plan.options().get(TestOptions.ROUNDS);
        return timeLeft && (most == null || round <= most);
    }

    /** How a round went, and what its monitor found, if it had one. */
    private record Played(Run.Result run, Monitored monitored) {}

    private Played play(RunPreparation preparation, int round, RunFolder folder)
            throws DatabaseException, IOException, InterruptedException {
        Path history = folder.history(round);
        if (plan.monitor() == null) {
            begin(preparation.round(round, history));
            listener.started(round, current.statistics());
            return new Played(current.run(), null);
        }
        try (RoundMonitor monitor = RoundMonitor.open(
                plan.monitor(),
                folder.monitor(round),
                tested.access().progress(),
                violation -> listener.violation(round, violation))) {
            begin(preparation.round(round, history));
            monitor.follow(history);
            listener.started(round, current.statistics());
            Run.Result result = current.run();
            return new Played(result, monitor.end());
        }
    }

    private void begin(Run run) {
        current = run;
        if (interrupted) {
            run.stop();
        }
    }

    /** How the database does without the monitor; null if there is none, or nothing to compare. */
    private BaselineRuns baseline(RunPreparation preparation, RunFolder folder)
            throws DatabaseException, IOException, InterruptedException {
        // faults would be taken for the monitor's cost
        if (plan.monitor() == null || !plan.options().get(RunOptions.FAULT).isEmpty()) {
            return null;
        }
        BaselineRuns baseline = new BaselineRuns(preparation, folder, run -> {
            begin(run);
            listener.baseline(run.statistics());
        });
        baseline.before();
        return baseline;
    }

    /** Checks a round: the levels asked for, and if one is violated all that are weaker. */
    private Void checked(int number, Path file, Played played, RunFolder folder) throws IOException {
        Run.Result run = played.run();
        Monitored monitored = played.monitored();
        Map<String, Double> seconds = new LinkedHashMap<>();
        Round round;
        try {
            long begin = System.nanoTime();
            History history = History.read(file);
            seconds.put("reading", (System.nanoTime() - begin) / 1e9);
            CheckResult result = check(history, plan.levels());
            seconds.putAll(result.seconds());
            if (Conclusion.of(result.verdicts().values()) == Conclusion.VIOLATED) {
                violated = true;
                result = check(history, WeakerLevels.with(plan.levels()));
                seconds.put(
                        "classifying",
                        result.seconds().values().stream().mapToDouble(s -> s).sum());
            }
            monitored = monitored == null ? null : monitored.comparedWith(result);
            Proofs proofs = new Proofs(result);
            proofs.check();
            seconds.put("proving", proofs.seconds());
            CheckedRound checked = CheckedRound.of(file.getFileName().toString(), result, proofs, seconds);
            round = new Round(number, file, run, checked, null, monitored);
        } catch (BadHistoryException e) {
            round = new Round(number, file, run, null, e.getMessage(), monitored);
        }
        if (round.isViolated()) {
            violated = true;
        }
        if (round.isContradictory()) {
            contradicted = true;
        }
        folder.log("round " + number + " checked: "
                + (round.isChecked() ? CheckJson.verdicts(round.check()) : round.problem()));
        listener.checked(round);
        keep(round);
        return null;
    }

    private synchronized List<Round> kept() {
        return List.copyOf(rounds);
    }

    /** Of a round that is not to be shown only the figures are kept: there may be thousands. */
    private synchronized void keep(Round round) {
        rounds.add(round);
        Round shown = TestResult.shown(rounds);
        for (int i = Math.max(0, rounds.size() - 2); i < rounds.size(); i++) {
            if (rounds.get(i) != shown) {
                rounds.set(i, rounds.get(i).forgotten());
            }
        }
    }

    private CheckResult check(History history, Set<Level> levels) throws BadHistoryException {
        CheckOptions options = CheckOptions.of(levels).withLimits(plan.options().get(TestOptions.TIMEOUT), 0);
        return UnplacedOutcomes.decided(Isolde.check(history, options), options);
    }

    private Map<String, Object> monitorJson(TestResult result) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("level", plan.monitor().level().text());
        json.put("settleSeconds", plan.monitor().settle().toNanos() / 1e9);
        json.put("violations", result.monitorViolations());
        if (result.cost() != null) {
            json.put("cost", result.cost().json());
        }
        return json;
    }

    private Map<String, Object> verdict(RunningDatabase database, TestResult result) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("isolde", Versions.ISOLDE);
        json.put("java", Runtime.version().toString());
        json.put("command", plan.command());
        json.put("database", redaction.text(database.version()));
        json.put("target", tested.target().shown());
        json.put("isolation", plan.isolation().name());
        json.put("levels", plan.levels().stream().map(Level::text).toList());
        json.put("workload", plan.workload().name());
        json.put("workloadOptions", plan.options().json(WorkloadOptions.all()));
        json.put("options", plan.options().json(TestOptions.besideTheWorkload()));
        json.put("verdict", result.conclusion().text());
        if (result.answer() != null) {
            json.put("answer", result.answer().json());
        }
        if (plan.monitor() != null) {
            json.put("monitor", monitorJson(result));
        }
        if (result.interrupted()) {
            json.put("interrupted", true);
        }
        if (result.problem() != null) {
            json.put("problem", redaction.text(result.problem()));
        }
        json.put("rounds", result.rounds().stream().map(Round::json).toList());
        return json;
    }
}
