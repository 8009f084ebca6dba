package org.isolde.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.isolde.check.CheckOptions;
import org.isolde.check.CheckResult;
import org.isolde.check.Isolde;
import org.isolde.check.Verdict;
import org.isolde.history.BadHistoryException;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.history.format.Json;
import org.isolde.report.Report;
import org.isolde.run.DatabaseException;
import org.isolde.run.Redaction;
import org.isolde.run.RunningDatabase;
import org.isolde.run.record.HistoryFile;
import org.isolde.run.runner.Fault;
import org.isolde.run.runner.Run;
import org.isolde.run.runner.RunPlan;
import org.isolde.run.workload.TransactionSource;
import org.isolde.run.workload.WorkloadOptions;

/**
 * The main job, end to end: opens the database, runs rounds of the workload, records their histories, and checks each
 * while the next one runs.
 */
public final class TestJob {
    /** How long a session may be without a connection: a server that was killed on purpose takes a while to come back. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private static final Duration PATIENCE_WITH_FAULTS = Duration.ofSeconds(180);
    private static final long INTERRUPT_MILLIS = 15_000;

    private final TestPlan plan;
    private final TestListener listener;
    private final long start = System.nanoTime();
    /** The rounds that are checked, in order. */
    private final List<Round> rounds = new ArrayList<>();

    private volatile Run current;
    private volatile boolean interrupted;
    private volatile boolean shutDown;
    private volatile boolean violated;

    public TestJob(TestPlan plan, TestListener listener) {
        this.plan = plan;
        this.listener = listener;
    }

    /**
     * Runs the test to its end.
     *
     * @throws DatabaseException if the database can't be opened or prepared
     * @throws IOException if nothing can be written to the folder
     */
    public TestResult run() throws DatabaseException, IOException, InterruptedException {
        Thread worker = Thread.currentThread();
        Thread hook = new Thread(() -> interrupt(worker), "isolde-interrupt");
        Runtime.getRuntime().addShutdownHook(hook);
        try (RunningDatabase database = plan.database().open(plan.target(), plan.surroundings())) {
            if (!plan.faults().kinds().isEmpty() && database.nodes().isEmpty()) {
                throw new DatabaseException("faults can only be injected into servers that Isolde started, and "
                        + plan.target().shown() + " is none");
            }
            RunFolder folder = RunFolder.create(
                    plan.folder(),
                    plan.target().url() == null
                            ? plan.target().shown()
                            : plan.database().name(),
                    String.join("-", plan.levels().stream().map(Level::text).toList()));
            folder.write(folder.path().resolve("command.txt"), String.join(" ", plan.command()));
            folder.log("process " + ProcessHandle.current().pid());
            folder.log("opened " + plan.target().shown() + ": " + database.version());
            listener.opened(database, folder);
            return rounds(database, folder);
        } finally {
            if (!shutDown) {
                Runtime.getRuntime().removeShutdownHook(hook);
            }
        }
    }

    /** Ends the test early: the round that runs ends soon, what it recorded is checked, and no other begins. */
    public void stop() {
        interrupted = true;
        Run run = current;
        if (run != null) {
            run.stop();
        }
    }

    /** Ctrl-C: ends the round, and gives the worker time to write down what there is. */
    private void interrupt(Thread worker) {
        shutDown = true;
        stop();
        try {
            worker.join(INTERRUPT_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
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
        try {
            for (int number = 1; problem == null && goesOn(number); number++) {
                int round = number;
                Path history = folder.history(round);
                Run.Result result;
                try {
                    result = run(database, round, history);
                } catch (DatabaseException | IOException e) {
                    folder.log("round " + round + " can't begin: " + e.getMessage());
                    if (checks.isEmpty()) {
                        throw e;
                    }
                    // what the rounds before it found is worth telling
                    problem = "round " + round + " can't begin: " + e.getMessage();
                    break;
                }
                problem = result.problem();
                folder.log("round " + round + ": " + result.statistics().committed() + " committed"
                        + (problem == null ? "" : ", ended by: " + problem));
                listener.ran(round);
                checks.add(checker.submit(() -> checked(round, history, result, folder)));
            }
            for (Future<Void> check : checks) {
                check.get();
            }
            return written(database, kept(), folder, problem);
        } catch (ExecutionException e) {
            throw new IllegalStateException("a check failed: " + e.getCause(), e.getCause());
        } finally {
            checker.shutdownNow();
        }
    }

    /** Writes the verdict and the report. If the disk has no room for them, what was found is worth telling all the same. */
    private TestResult written(RunningDatabase database, List<Round> rounds, RunFolder folder, String problem)
            throws IOException {
        TestResult result = new TestResult(folder, rounds, problem, null, null);
        IOException failure = folder.logFailure();
        Map<String, Object> verdict = verdict(database, result);
        try {
            folder.write(folder.verdict(), Json.of(verdict));
        } catch (IOException e) {
            Files.deleteIfExists(folder.verdict());
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
        return new TestResult(folder, rounds, problem, report, page);
    }

    /** What there is to tell of the round that tells most; null if that could not be checked. */
    private Report report(RunningDatabase database, TestResult result, Map<String, Object> verdict) {
        Round shown = result.shown();
        if (shown.check() == null) {
            return null;
        }
        Map<String, Object> parameters = new LinkedHashMap<>(verdict);
        parameters.remove("rounds");
        parameters.put("command", String.join(" ", plan.command()));
        if (result.rounds().size() > 1) {
            parameters.put("round", shown.number() + " of " + result.rounds().size());
        }
        parameters.put("run", shown.run().statistics().json());
        String title = database.version() + " at " + plan.isolation().sql();
        return Reports.of(title, shown.check(), shown.proofs(), parameters).with(Claims.sentences(plan, shown.check()));
    }

    private boolean goesOn(int round) {
        if (interrupted || plan.untilViolation() && violated) {
            return false;
        }
        boolean timeLeft =
                plan.total() == null || System.nanoTime() - start < plan.total().toNanos();
        return round == 1 || timeLeft && (plan.rounds() == 0 || round <= plan.rounds());
    }

    private Run.Result run(RunningDatabase database, int round, Path history)
            throws DatabaseException, IOException, InterruptedException {
        WorkloadOptions options = plan.options().withSeed(plan.options().seed() + round - 1);
        try {
            database.createTables(plan.tables());
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            throw new DatabaseException(
                    "the tables of the test can't be made: "
                            + Redaction.message(
                                    e.getMessage(), plan.surroundings().password())
                            + "; the user must be allowed to create and drop tables",
                    e);
        }
        List<Fault> faults = Fault.schedule(
                plan.faults().kinds(),
                database.nodes().size(),
                plan.faults().every(),
                plan.faults().lasts(),
                plan.time() == null ? Duration.ofDays(1) : plan.time(),
                options.seed());
        TransactionSource source = plan.workload().start(options);
        RunPlan runPlan = new RunPlan(
                plan.isolation(),
                plan.tables(),
                source,
                options.seed(),
                options.sessions(),
                plan.time(),
                plan.transactions(),
                plan.retries(),
                plan.statements(),
                faults,
                faults.isEmpty() ? PATIENCE : PATIENCE_WITH_FAULTS);
        HistoryFile log = new HistoryFile(history, header(database, options, faults));
        current = new Run(database, runPlan, log);
        if (interrupted) {
            current.stop();
        }
        listener.started(round, current.statistics());
        return current.run();
    }

    /** Checks a round: the levels asked for, and if one is violated all that are weaker. */
    private Void checked(int number, Path file, Run.Result run, RunFolder folder) throws IOException {
        Map<String, Double> seconds = new LinkedHashMap<>();
        Round round;
        try {
            long begin = System.nanoTime();
            History history = History.read(file);
            seconds.put("reading", (System.nanoTime() - begin) / 1e9);
            CheckResult result = check(history, plan.levels());
            seconds.putAll(result.seconds());
            if (result.verdicts().values().stream().anyMatch(Verdict.Violated.class::isInstance)) {
                violated = true;
                result = check(history, WeakerLevels.with(plan.levels()));
                seconds.put(
                        "classifying",
                        result.seconds().values().stream().mapToDouble(s -> s).sum());
            }
            Proofs proofs = new Proofs(result);
            proofs.check();
            seconds.put("proving", proofs.seconds());
            round = Round.checked(number, file, run, result, proofs, seconds);
        } catch (BadHistoryException e) {
            round = Round.notChecked(number, file, run, seconds, e.getMessage());
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
        CheckOptions options = CheckOptions.of(levels).withLimits(plan.checkTime(), 0);
        return UnplacedOutcomes.decided(Isolde.check(history, options), options);
    }

    /** Where a history comes from: all that is needed to understand it alone. */
    private Map<String, Object> header(RunningDatabase database, WorkloadOptions options, List<Fault> faults) {
        Map<String, Object> header = new LinkedHashMap<>();
        header.put("database", database.version());
        header.put("target", plan.target().shown());
        if (!plan.target().options().isEmpty()) {
            Map<String, Object> shown = new LinkedHashMap<>();
            plan.target().options().forEach((name, value) -> shown.put(name, Redaction.option(name, value)));
            header.put("databaseOptions", shown);
        }
        header.put("isolation", plan.isolation().name());
        header.put("levels", plan.levels().stream().map(Level::text).toList());
        header.put("workload", plan.workload().name());
        header.put("workloadOptions", options.json());
        header.put("tables", plan.tables().count());
        if (plan.tables().secondaryIndex()) {
            header.put("secondaryIndex", true);
        }
        header.put("retries", plan.retries());
        header.put("statements", plan.statements().text());
        header.put("clock", "nanoseconds");
        if (!faults.isEmpty()) {
            header.put(
                    "faults",
                    faults.stream()
                            .map(fault -> fault.json(
                                    database.nodes().get(fault.node()).name()))
                            .toList());
        }
        return header;
    }

    private Map<String, Object> verdict(RunningDatabase database, TestResult result) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("isolde", Versions.ISOLDE);
        json.put("java", Runtime.version().toString());
        json.put("command", plan.command());
        json.put("database", database.version());
        json.put("target", plan.target().shown());
        json.put("isolation", plan.isolation().name());
        json.put("levels", plan.levels().stream().map(Level::text).toList());
        json.put("workload", plan.workload().name());
        json.put("workloadOptions", plan.options().json());
        json.put("verdict", result.verdict());
        if (result.problem() != null) {
            json.put("problem", result.problem());
        }
        json.put("rounds", result.rounds().stream().map(Round::json).toList());
        return json;
    }
}
