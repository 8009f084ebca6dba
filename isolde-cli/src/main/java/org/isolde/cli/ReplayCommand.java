package org.isolde.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.isolde.app.FuzzPlanner;
import org.isolde.app.FuzzReplays;
import org.isolde.app.PlanException;
import org.isolde.app.replay.NotReplayableException;
import org.isolde.app.replay.Outcome;
import org.isolde.app.replay.RecordedRun;
import org.isolde.app.replay.RecordedViolation;
import org.isolde.app.replay.ReplayFiles;
import org.isolde.app.replay.ReplayJob;
import org.isolde.app.replay.ReplayPlan;
import org.isolde.app.replay.ReplayResult;
import org.isolde.history.Level;
import org.isolde.run.Database;
import org.isolde.run.DatabaseException;
import org.isolde.run.Databases;
import org.isolde.run.Target;
import org.isolde.sql.job.FuzzOptions;
import org.isolde.sql.job.FuzzPlan;

/** {@code isolde replay}: does what was found happen again? */
final class ReplayCommand extends Command {

    private Path run;
    private final DatabaseOptions db = new DatabaseOptions();
    private String isolation;
    private String levels;
    private String anomaly;
    private boolean stepsOnly;
    private boolean raceOnly;
    private String time = "20s";
    private Long tries;
    private long seed = 1;
    private Path script;
    private boolean json;

    @Override
    String[] description() {
        return new String[] {
            "Executes the violation of a recorded run once more, on the same kind of database, and says whether it"
                    + " happens again.",
            "",
            "The minimal counterexample is executed step by step, one connection a session, in the order of the"
                    + " recording and in others that are as possible. If it doesn't happen, the same transactions run"
                    + " freely, many times, on fresh keys. (Rows and predicates: step by step alone.)",
            ""
        };
    }

    @Override
    String[] footer() {
        return new String[] {
            "",
            "Examples:",
            "  isolde replay isolde-runs/latest",
            "  isolde replay isolde-runs/latest --db postgres:18.6         does a newer version still do it?",
            "  isolde replay isolde-runs/latest --isolation serializable   would a stronger level prevent it?",
            "  isolde replay isolde-runs/latest --script bug/              files for a bug report",
            "  isolde replay small.jsonl --db mariadb --isolation repeatable-read     somebody else's history",
            "",
            "Exit codes: 0 it did not happen, 1 it happened again (or something else that breaks the level), 2 bad call,"
                    + " or a database that failed."
        };
    }

    @Override
    void declare(Syntax syntax) {
        syntax.keepOrder();
        syntax.argument(
                "RUN",
                text -> run = Path.of(text),
                "A run folder, as isolde-runs/latest, the folder of a finding of 'isolde fuzz', or a history; one that"
                        + " was not recorded by 'isolde test' needs --db and --isolation.");
        db.declare(syntax);
        syntax.option(
                "--isolation",
                "NAME",
                text -> isolation = text,
                "What the database is asked for. Default: as in the run.");
        syntax.option(
                "-l, --level",
                "LEVELS",
                text -> levels = text,
                "The levels whose violation is looked for. Default: those of the run.");
        syntax.option(
                "--anomaly",
                "NAME",
                text -> anomaly = text,
                "Which anomaly, as LostUpdate or G2-item, if the run has several. Default: a lost update, else the one"
                        + " with the fewest transactions.");
        syntax.flag("--steps-only", () -> stepsOnly = true, "Step by step, and not freely.");
        syntax.flag("--race-only", () -> raceOnly = true, "Freely, and not step by step.");
        syntax.option("--time", "TIME", text -> time = text, "How long it is run freely (default: 20s).");
        syntax.option(
                "--tries",
                "N",
                text -> tries = Syntax.longInteger(text),
                "How often it is run freely, instead of --time.");
        syntax.option(
                "--seed", "N", text -> seed = Syntax.longInteger(text), "Of what is left to chance (default: 1).");
        syntax.option(
                        "--script",
                        "FOLDER",
                        text -> script = Path.of(text),
                        "Also write files for a bug report: replay.sql, for a person with a terminal for each session, and"
                                + " replay.spec, for PostgreSQL's isolationtester.")
                .file();
        syntax.flag("--json", () -> json = true, "Print one JSON object instead of text.");
        syntax.standard();
    }

    @Override
    int call() throws Exception {
        if (stepsOnly && raceOnly) {
            throw new Main.CallException("--steps-only and --race-only leave nothing to do; give one of them");
        }
        Duration limit = Amounts.duration(time);
        if (limit.isZero()) {
            throw new Main.CallException("--time is " + time + "; it must be longer than 0");
        }
        if (script != null && Files.exists(script) && !Files.isDirectory(script)) {
            throw new Main.CallException(script + " is a file; --script takes the name of a folder");
        }
        if (tries != null && tries < 1) {
            throw new Main.CallException("--tries is " + tries + "; it must be 1 or more; --steps-only does without");
        }
        FuzzReplays fuzzed = FuzzReplays.find(run);
        if (fuzzed != null) {
            return replayFuzzed(fuzzed);
        }
        ReplayPlan plan;
        ReplayResult result;
        List<Path> written;
        try (Progress progress = new Progress("reading " + run)) {
            RecordedViolation violation =
                    RecordedViolation.find(run, levels == null ? null : wantedLevels(), anomaly, given());
            if (raceOnly && violation.run().tables().rows()) {
                throw new Main.CallException(
                        "a history of rows is replayed step by step alone: conditions are about all"
                                + " rows, so there are no fresh keys for one try after the other; leave out --race-only");
            }
            RecordedRun recorded = violation.run();
            useRecorded(recorded.target(), recorded.options(), recorded.isRedacted());
            Target target = db.target();
            Database database = db.database();
            plan = new ReplayPlan(
                    violation,
                    target,
                    database,
                    db.access(progress),
                    Databases.isolation(
                            database,
                            target,
                            isolation == null ? violation.run().isolation() : isolation),
                    !raceOnly,
                    !stepsOnly,
                    limit,
                    tries == null ? 0 : tries,
                    seed);
            result = new ReplayJob(plan, progress::phase).run();
            written = script == null ? List.of() : ReplayFiles.write(script, plan, result);
        } catch (NotReplayableException | DatabaseException e) {
            throw new Main.CallException(e.getMessage());
        }
        ReplayOutput output = new ReplayOutput(plan);
        if (json) {
            output.json(result, written);
        } else {
            output.print(result, written);
        }
        return result.outcome() == Outcome.NOT ? Main.SATISFIED : Main.VIOLATED;
    }

    /** What the call says of the database, for histories that say nothing of it. */
    private RecordedRun.Given given() {
        boolean named = db.isNamed();
        return new RecordedRun.Given(named ? db.target().shown() : null, isolation);
    }

    private Set<Level> wantedLevels() {
        try {
            return Level.parse(levels);
        } catch (IllegalArgumentException e) {
            throw new Main.CallException(e.getMessage());
        }
    }

    /** Findings of {@code isolde fuzz}: each is a test case, and executed as it was. */
    private int replayFuzzed(FuzzReplays fuzzed) throws Exception {
        if (fuzzed.findings().isEmpty()) {
            throw new Main.CallException("nothing was found in " + run + ", so there is nothing to replay");
        }
        useRecorded(fuzzed.target(), fuzzed.options(), fuzzed.isRedacted());
        List<FuzzReplays.Replayed> all;
        FuzzPlan plan;
        try (Progress progress = new Progress("replaying " + run)) {
            Map<String, String> told = new LinkedHashMap<>(fuzzed.told());
            if (isolation != null) {
                told.put(FuzzOptions.ISOLATION.name(), isolation);
            }
            plan = FuzzPlanner.plan(db.target(), db.access(progress), told);
            all = fuzzed.run(plan);
        } catch (PlanException | DatabaseException e) {
            throw new Main.CallException(e.getMessage());
        }
        FuzzOutput.replayed(plan, all, json);
        return all.stream().anyMatch(FuzzReplays.Replayed::happened) ? Main.VIOLATED : Main.SATISFIED;
    }

    /** Takes the database of the run, unless the call names another. */
    private void useRecorded(String target, Map<String, String> options, boolean redacted) {
        if (db.isNamed()) {
            return;
        }
        if (redacted) {
            throw new Main.CallException("the run's database was " + target
                    + ", and its secrets were not recorded; name it again by --db, with --db-option if it had any");
        }
        db.name = target;
        options.forEach(db.options::putIfAbsent);
    }
}
