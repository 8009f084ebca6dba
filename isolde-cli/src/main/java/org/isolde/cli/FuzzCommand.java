package org.isolde.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.isolde.app.FuzzPlanner;
import org.isolde.app.FuzzRun;
import org.isolde.app.PlanException;
import org.isolde.cli.JunitReport.Outcome;
import org.isolde.run.DatabaseException;
import org.isolde.run.Redaction;
import org.isolde.sql.finding.Finding;
import org.isolde.sql.job.FuzzOptions;
import org.isolde.sql.job.FuzzPlan;
import org.isolde.sql.job.FuzzResult;

/** {@code isolde fuzz}: do complex statements in transactions do what they do without? */
final class FuzzCommand extends Command {

    private final DatabaseOptions db = new DatabaseOptions();
    private final DeclaredOptions declared = new DeclaredOptions();
    private Path out = Path.of("isolde-runs");
    private boolean json;
    private Path junit;

    @Override
    String[] description() {
        return new String[] {
            "Executes random SQL transactions on a database, and holds them to equivalent executions: the same statements"
                    + " without transactions, in an order that follows their dependencies.",
            "",
            "Each finding is reduced, and kept with a script in the run's folder in isolde-runs/; 'isolde replay' executes"
                    + " it again. docs/fuzzing.md says what is compared, and when that is sound.",
            ""
        };
    }

    @Override
    String[] footer() {
        return new String[] {
            "",
            "Examples:",
            "  isolde fuzz",
            "  isolde fuzz --db postgres:18.6 --isolation repeatable-read --time 60s --seed 1",
            "  isolde fuzz --db mariadb --isolation repeatable-read --semantics strict --time 120s",
            "  isolde fuzz --db sqlite --cases 500 --oracle reordered,atomicity",
            "",
            "Exit codes: 0 nothing was found, or only what is known (--known), 1 something was found, 2 bad call or a database that failed."
        };
    }

    @Override
    void declare(Syntax syntax) {
        syntax.keepOrder();
        db.declare(syntax);
        syntax.option(
                        "--out",
                        "FOLDER",
                        text -> out = Path.of(text),
                        "Where run folders are made (default: isolde-runs).")
                .file();
        syntax.flag("--json", () -> json = true, "Print what fuzz.json holds, and nothing else.");
        syntax.option(
                        "--junit",
                        "FILE",
                        text -> junit = Path.of(text),
                        "Also write JUnit XML, which build servers show: a failed test for each finding, a skipped one for what"
                                + " is known.")
                .file();
        syntax.standard();
        declared.declare(syntax, FuzzOptions.all());
    }

    @Override
    int call() throws Exception {
        try (Progress progress = new Progress("opening " + db.target().shown())) {
            FuzzPlan plan = FuzzPlanner.plan(db.target(), db.access(progress), declared.given());
            FuzzOutput output = new FuzzOutput(plan, progress, json);
            FuzzRun.Result result = new FuzzRun(plan, out, command(), output).run();
            output.finished(result);
            if (junit != null) {
                tests(plan, result.fuzz()).write(junit);
            }
            if (result.fuzz().problem() != null) {
                Terminal.error(result.fuzz().problem());
                return Main.BAD;
            }
            return result.fuzz().findings().isEmpty() ? Main.SATISFIED : Main.VIOLATED;
        } catch (PlanException | DatabaseException e) {
            throw new Main.CallException(e.getMessage());
        } catch (InterruptedException e) {
            throw new Main.CallException("stopped before the database was open; nothing was executed");
        }
    }

    private static JunitReport tests(FuzzPlan plan, FuzzResult result) {
        JunitReport tests = new JunitReport();
        String suite = plan.target().shown() + " at " + plan.isolation().sql();
        for (Finding finding : result.findings()) {
            String text = "expected " + finding.mismatch().expected() + "\nbut got  "
                    + finding.mismatch().actual();
            tests.add(suite, "finding " + finding.number(), Outcome.FAILED, finding.cause(), text);
        }
        for (Finding known : result.known()) {
            tests.add(
                    suite,
                    known.known().name(),
                    Outcome.SKIPPED,
                    "known: " + known.known().sentence() + " See "
                            + known.known().reference(),
                    "");
        }
        if (result.problem() != null) {
            tests.add(suite, "fuzz", Outcome.ERROR, result.problem(), "");
        } else if (result.findings().isEmpty()) {
            tests.passed(suite, "fuzz");
        }
        return tests;
    }

    /** The call as it may be shown: the same options, without secrets. */
    private List<String> command() {
        List<String> command = new ArrayList<>(List.of(Terminal.command()));
        for (String arg : words()) {
            command.add(Redaction.url(arg));
        }
        return command;
    }
}
