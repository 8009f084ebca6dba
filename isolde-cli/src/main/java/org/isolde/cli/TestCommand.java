package org.isolde.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.isolde.app.PlanException;
import org.isolde.app.Round;
import org.isolde.app.ShellCall;
import org.isolde.app.TestJob;
import org.isolde.app.TestOptions;
import org.isolde.app.TestPlan;
import org.isolde.app.TestPlanner;
import org.isolde.app.TestResult;
import org.isolde.app.WhichIsolationException;
import org.isolde.check.Conclusion;
import org.isolde.run.DatabaseException;
import org.isolde.run.Isolation;
import org.isolde.run.Redaction;

/** {@code isolde test}: does this database keep its isolation level? */
final class TestCommand extends Command {

    private final DatabaseOptions db = new DatabaseOptions();
    private final DeclaredOptions declared = new DeclaredOptions();
    private Path out = Path.of("isolde-runs");
    private boolean json;
    private boolean verbose;
    private final CiOptions ci = new CiOptions();

    @Override
    String[] description() {
        return new String[] {
            "Runs a workload on a database, records what the clients saw, and checks it.",
            "",
            "Without options it tests H2, which runs in Isolde itself, for a few seconds. The history, the verdict and"
                    + " the command are kept in a folder of isolde-runs/; isolde-runs/latest is the newest.",
            "",
            "--isolation is what the database is asked for, in its own words: give the level that your application uses."
                    + " --level is what is checked, and never changes what is asked for; without it, that is what the"
                    + " database promises for --isolation.",
            ""
        };
    }

    @Override
    String[] footer() {
        return new String[] {
            "",
            "Examples:",
            "  isolde test",
            "  isolde test --db postgres:12.3 --isolation serializable --time 20s",
            "  isolde test --db postgres:18.6 --isolation read-committed --level si --workload list-append",
            "  isolde test --db sqlite --level ser --sessions 4",
            "  isolde test --db jdbc:postgresql://host/db --user me --until violation,10m",
            "  isolde test --db postgres --fault kill --time 60s",
            "  isolde test --db etcd --monitor --time 30s",
            "  isolde test --db postgres:18.6 --isolation serializable --junit isolde.xml     for a build server",
            "",
            "Exit codes: 0 satisfied, 1 violated, 2 bad call or a database that failed, 3 undecided; the first of"
                    + " 2, 1, 3, 0 that applies."
        };
    }

    @Override
    void declare(Syntax syntax) {
        db.declare(syntax);
        syntax.option(
                        "--out",
                        "FOLDER",
                        text -> out = Path.of(text),
                        "Where run folders are made (default: isolde-runs).")
                .file();
        syntax.flag("--json", () -> json = true, "Print what verdict.json holds, and nothing else.");
        syntax.flag("-v, --verbose", () -> verbose = true, "Also say how each level was decided.");
        ci.declare(syntax);
        syntax.standard();
        declared.declare(syntax, TestOptions.all());
    }

    @Override
    int call() throws IOException {
        ci.check();
        try (Progress progress = new Progress("opening " + db.target().shown())) {
            TestPlan plan = plan(progress);
            TestOutput output = new TestOutput(plan, progress, json, verbose);
            TestResult result = new TestJob(plan, output).run();
            progress.close();
            output.finished(result);
            noteRounds(plan, result);
            if (result.problem() != null) {
                Terminal.error(result.problem());
                return Main.BAD;
            }
            return ci.exitCode(result.conclusion(), true);
        } catch (DatabaseException e) {
            throw new Main.CallException(e.getMessage());
        } catch (InterruptedException e) {
            throw new Main.CallException("stopped before the database was open; nothing was tested");
        }
    }

    /** For a build server: the verdicts of the round that tells most, and what became of the others. */
    private void noteRounds(TestPlan plan, TestResult result) throws IOException {
        String suite =
                plan.tested().target().shown() + " at " + plan.isolation().sql();
        for (Round round : result.rounds()) {
            boolean one = result.rounds().size() == 1;
            if (round.check() != null) {
                ci.note(suite + (one ? "" : ", round " + round.number()), round.check(), true);
            } else if (round.isChecked()) {
                ci.note(
                        suite,
                        "round " + round.number(),
                        round.conclusion(),
                        true,
                        "see " + result.folder().path());
            } else {
                ci.error(suite, "round " + round.number(), round.problem());
            }
        }
        if (result.problem() != null) {
            ci.error(suite, "run", result.problem());
        } else if (result.conclusion() == Conclusion.UNDECIDED) {
            ci.note(
                    suite,
                    "evidence",
                    Conclusion.UNDECIDED,
                    true,
                    "see " + result.folder().path());
        }
        ci.write();
    }

    private TestPlan plan(Progress progress) throws IOException, DatabaseException {
        try {
            return TestPlanner.plan(db.target(), db.access(progress), declared.given(), out, command());
        } catch (WhichIsolationException e) {
            throw new Main.CallException(e.getMessage() + "." + calls(e.choices()));
        } catch (PlanException e) {
            throw new Main.CallException(e.getMessage());
        }
    }

    /** The call with each isolation level that may be meant, to be pasted. */
    private String calls(List<Isolation> choices) {
        StringBuilder lines = new StringBuilder();
        for (Isolation choice : choices) {
            List<String> call = command();
            call.addAll(List.of("--isolation", choice.name()));
            lines.append("\n")
                    .append(ShellCall.of(call))
                    .append("   # ")
                    .append(choice.sql())
                    .append(", which promises ")
                    .append(choice.claims().title());
        }
        return lines.toString();
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
