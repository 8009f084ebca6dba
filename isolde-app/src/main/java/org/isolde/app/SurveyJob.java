package org.isolde.app;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isolde.check.Anomaly;
import org.isolde.check.CheckOptions;
import org.isolde.check.CheckResult;
import org.isolde.check.Isolde;
import org.isolde.history.BadHistoryException;
import org.isolde.history.History;
import org.isolde.history.file.PrivateFolder;
import org.isolde.history.format.Json;
import org.isolde.report.answer.Amount;
import org.isolde.report.answer.Conflicts;
import org.isolde.report.answer.Hazard;
import org.isolde.report.answer.Occurrences;
import org.isolde.report.answer.Survey;
import org.isolde.report.answer.Survey.By;
import org.isolde.report.answer.Survey.Sighting;
import org.isolde.report.page.SurveyPage;
import org.isolde.run.Ability;
import org.isolde.run.Access;
import org.isolde.run.Database;
import org.isolde.run.DatabaseException;
import org.isolde.run.Isolation;
import org.isolde.run.Redaction;
import org.isolde.run.RunningDatabase;
import org.isolde.run.Target;
import org.isolde.run.runner.Run;
import org.isolde.run.runner.RunOptions;
import org.isolde.run.scenario.Patience;
import org.isolde.run.scenario.Scenario;
import org.isolde.run.scenario.ScenarioExecution;
import org.isolde.run.scenario.ScenarioRunner;

/**
 * Looks at all isolation levels of a database: plays the scenarios at each, if it has SQL, and runs the usual workload for a
 * short while. It leaves a run folder with {@value #PAGE}, {@value #RESULT}, and the history of each level; also if it is
 * interrupted, of what it has seen until then.
 */
public final class SurveyJob {
    public static final String RESULT = "survey.json";
    public static final String PAGE = "survey.html";

    /** How long the check of a run may take. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Target target;
    private final Database database;
    private final Access access;
    private final List<Isolation> isolations;
    private final Duration time;
    private final List<String> command;
    private final Redaction redaction;

    private volatile Run current;
    private volatile boolean interrupted;

    /**
     * @param isolations the levels to look at
     * @param time how long each run takes
     * @param command the call, as it may be shown, without secrets
     */
    public SurveyJob(
            Target target,
            Database database,
            Access access,
            List<Isolation> isolations,
            Duration time,
            List<String> command) {
        this.target = target;
        this.database = database;
        this.access = access;
        this.isolations = List.copyOf(isolations);
        this.time = time;
        this.command = List.copyOf(command);
        this.redaction = Redaction.of(target, access);
    }

    /** What came of it, and where it is. */
    public record Result(Survey survey, Path page, String json) {}

    /**
     * Runs it on a database that is open.
     *
     * @param runs where the run folder is made
     */
    public Result run(RunningDatabase running, Path runs) throws IOException, InterruptedException {
        RunFolder folder =
                RunFolder.create(runs, target.url() == null ? target.shown() : database.name(), "survey", redaction);
        folder.write(folder.command(), ShellCall.of(command));
        folder.log("process " + ProcessHandle.current().pid());
        try (Interruption interruption = new Interruption(this::stop)) {
            return written(running, levels(running, folder), folder);
        }
    }

    /** Ends it early, from any thread: what is under way ends soon, and what was seen is written down. */
    public void stop() {
        interrupted = true;
        Run run = current;
        if (run != null) {
            run.stop();
        }
    }

    private List<Survey.OfLevel> levels(RunningDatabase running, RunFolder folder) throws InterruptedException {
        List<Survey.OfLevel> levels = new ArrayList<>();
        for (Isolation isolation : isolations) {
            if (!interrupted) {
                levels.add(level(running, isolation, folder, levels.size() + 1));
            }
        }
        return levels;
    }

    private Result written(RunningDatabase running, List<Survey.OfLevel> levels, RunFolder folder) throws IOException {
        Survey survey = new Survey(
                target.shown(),
                redaction.text(running.version()),
                levels,
                interrupted,
                isolations.stream().skip(levels.size()).map(Isolation::sql).toList(),
                ShellCall.of(command));
        Path page = folder.path().resolve(PAGE);
        folder.write(page, SurveyPage.of(survey));
        String json = Json.of(survey.json());
        folder.write(folder.path().resolve(RESULT), json);
        PrivateFolder.close(folder.path());
        return new Result(survey, page, json);
    }

    private Survey.OfLevel level(RunningDatabase running, Isolation isolation, RunFolder folder, int number)
            throws InterruptedException {
        Map<Hazard, Sighting> seen = new EnumMap<>(Hazard.class);
        List<String> problems = new ArrayList<>();
        if (database.abilities().contains(Ability.SQL)) {
            try {
                scenarios(running, isolation, seen);
            } catch (DatabaseException e) {
                problems.add("the scenarios could not be played: " + redaction.text(e.getMessage()));
            }
        }
        Amount amount = null;
        if (!interrupted) {
            try {
                amount = workload(running, isolation, folder.history(number), number, seen, problems);
            } catch (DatabaseException | PlanException | IOException e) {
                problems.add("the run did not succeed: " + redaction.text(String.valueOf(e.getMessage())));
            }
        }
        if (interrupted) {
            problems.add("interrupted: not all was looked at here");
        }
        folder.log(isolation.name() + ": " + seen.keySet() + (problems.isEmpty() ? "" : ", " + problems));
        List<Sighting> sightings = new ArrayList<>();
        for (Hazard hazard : Hazard.values()) {
            Sighting sighting = seen.getOrDefault(hazard, Sighting.none(hazard, isolation.claims()));
            if (hazard.isUsual() || sighting.isSeen() && !isConsequence(sighting, seen)) {
                sightings.add(sighting);
            }
        }
        return new Survey.OfLevel(
                isolation.name(), isolation.sql(), isolation.claims(), isolation.note(), sightings, amount, problems);
    }

    /** What is rare is mostly a consequence of what is not. */
    private static boolean isConsequence(Sighting rare, Map<Hazard, Sighting> seen) {
        return seen.values().stream()
                .anyMatch(other -> other.hazard().isUsual() && other.forbidden() == rare.forbidden());
    }

    private void scenarios(RunningDatabase running, Isolation isolation, Map<Hazard, Sighting> seen)
            throws DatabaseException, InterruptedException {
        access.progress().at(isolation.name() + ": scenarios", -1);
        List<Scenario> scenarios = Scenario.all();
        try (ScenarioRunner runner = new ScenarioRunner(running, isolation, scenarios, Patience.USUAL)) {
            for (int i = 0; i < scenarios.size() && !interrupted; i++) {
                Scenario scenario = scenarios.get(i);
                access.progress().at(isolation.name() + ": " + scenario.title(), (double) i / scenarios.size());
                long begin = System.nanoTime();
                ScenarioExecution execution = runner.run(scenario);
                if (execution.outcome().isAllowed()) {
                    Hazard hazard = ScenarioHazards.of(scenario);
                    boolean forbidden = scenario.isForbiddenBy(isolation.claims());
                    Sighting sighting = new Sighting(
                            hazard, forbidden, By.SCENARIO, (System.nanoTime() - begin) / 1e9, scenario.id(), 0);
                    // what breaks a promise is told before what does not
                    seen.merge(hazard, sighting, (one, other) -> one.forbidden() || !other.forbidden() ? one : other);
                }
            }
        }
    }

    private Amount workload(
            RunningDatabase running,
            Isolation isolation,
            Path file,
            int number,
            Map<Hazard, Sighting> seen,
            List<String> problems)
            throws DatabaseException, PlanException, IOException, InterruptedException {
        Map<String, String> options = new LinkedHashMap<>();
        options.put(TestOptions.ISOLATION.name(), isolation.name());
        options.put(RunOptions.TIME.name(), time.toMillis() + "ms");
        TestPlan plan = TestPlanner.plan(target, access, options, file.getParent(), command);
        Run run = new RunPreparation(plan, running).round(number, file);
        access.progress()
                .at(isolation.name() + ": " + plan.workload().name() + " for " + time.toMillis() / 1e3 + " s", -1);
        current = run;
        if (interrupted) {
            run.stop();
        }
        Run.Result result = run.run();
        if (result.problem() != null) {
            problems.add("the run ended early: " + redaction.text(result.problem()));
        }
        access.progress().at(isolation.name() + ": checking", -1);
        History history = History.read(file);
        Map<Hazard, Anomaly> found;
        try {
            CheckResult check = Isolde.check(
                    history, CheckOptions.of(WeakerLevels.with(plan.levels())).withLimits(PATIENCE, 0));
            found = Answers.found(isolation.claims(), check);
        } catch (BadHistoryException e) {
            problems.add("the history could not be checked: " + e.getMessage());
            return null;
        }
        Map<Hazard, Long> counts = Occurrences.of(history);
        found.forEach((hazard, anomaly) -> {
            boolean forbidden = hazard.isForbiddenBy(isolation.claims());
            if (forbidden || hazard.isUsual()) {
                Sighting sighting = new Sighting(
                        hazard, forbidden, By.RUN, seconds(history, anomaly), "", counts.getOrDefault(hazard, 0L));
                seen.putIfAbsent(hazard, sighting);
            }
        });
        return Amount.of(Conflicts.of(history), result.statistics().abortRate());
    }

    /** When all transactions of an anomaly had ended. */
    private static double seconds(History history, Anomaly anomaly) {
        long end = 0;
        for (int t : anomaly.transactions()) {
            if (t > 0 && history.hasRealTime() && history.end(t) != Long.MAX_VALUE) {
                end = Math.max(end, history.end(t));
            }
        }
        return end / 1e9;
    }
}
