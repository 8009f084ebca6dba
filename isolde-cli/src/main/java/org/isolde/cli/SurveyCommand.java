package org.isolde.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.isolde.app.SurveyJob;
import org.isolde.report.TextLayout;
import org.isolde.report.answer.SurveyText;
import org.isolde.run.Access;
import org.isolde.run.Database;
import org.isolde.run.DatabaseException;
import org.isolde.run.Databases;
import org.isolde.run.Isolation;
import org.isolde.run.Redaction;
import org.isolde.run.RunningDatabase;
import org.isolde.run.Target;

/** {@code isolde survey}: what can go wrong at each isolation level of a database? */
final class SurveyCommand extends Command {

    private final DatabaseOptions db = new DatabaseOptions();
    private List<String> isolations;
    private String time = "3s";
    private Path out = Path.of("isolde-runs");
    private boolean json;

    @Override
    String[] description() {
        return new String[] {
            "Says what can go wrong between transactions at each isolation level of a database: lost updates, write skew"
                    + " and the like, in one table.",
            "",
            "At each level it plays fixed interleavings (those of 'isolde scenarios', where there is SQL) and runs a"
                    + " workload for a short while, and tells what happened and how soon. What was not seen may still be"
                    + " possible where the level does not promise to prevent it.",
            "",
            "The table, as text, survey.json and survey.html, and the histories are kept in a folder of isolde-runs/.",
            ""
        };
    }

    @Override
    String[] footer() {
        return new String[] {
            "",
            "Examples:",
            "  isolde survey                                                H2 at all of its levels",
            "  isolde survey --db mariadb",
            "  isolde survey --db postgres:18.6 --isolation read-committed,repeatable-read --time 10s",
            "  isolde survey --db jdbc:postgresql://host/db --user me --password-file secret",
            "",
            "Exit codes: 0 every level kept what it promises, 1 one did not, 2 bad call, or a level that could not be"
                    + " looked at, or not to the end."
        };
    }

    @Override
    void declare(Syntax syntax) {
        syntax.keepOrder();
        db.declare(syntax);
        syntax.list(
                "--isolation",
                "LEVELS",
                texts -> isolations = texts,
                "Isolation levels of the database, as it calls them, with commas between. Default: all.");
        syntax.option("--time", "TIME", text -> time = text, "How long the run at each level takes (default: 3s).");
        syntax.option(
                        "--out",
                        "FOLDER",
                        text -> out = Path.of(text),
                        "Where run folders are made (default: isolde-runs).")
                .file();
        syntax.flag("--json", () -> json = true, "Print what survey.json holds, and nothing else.");
        syntax.standard();
    }

    @Override
    int call() throws IOException, InterruptedException {
        Duration each = Amounts.duration(time);
        try (Progress progress = new Progress("opening " + db.target().shown())) {
            Target target = db.target();
            Database database = db.database();
            List<Isolation> levels = levels(database, target);
            Access access = db.access(progress);
            SurveyJob.Result result;
            try (RunningDatabase running = database.open(target, access)) {
                result = new SurveyJob(target, database, access, levels, each, command()).run(running, out);
            }
            progress.close();
            if (json) {
                System.out.println(result.json());
            } else {
                System.out.println(
                        Terminal.bold(TextLayout.visible(result.survey().database())));
                SurveyText.lines(result.survey(), Terminal.INK).forEach(System.out::println);
                System.out.println();
                System.out.println("The page: " + Terminal.bold(result.page().toString()));
            }
            return result.survey().hasProblems() || result.survey().interrupted()
                    ? Main.BAD
                    : result.survey().isBroken() ? Main.VIOLATED : Main.SATISFIED;
        } catch (DatabaseException e) {
            throw new Main.CallException(e.getMessage());
        }
    }

    private List<Isolation> levels(Database database, Target target) throws DatabaseException {
        if (isolations == null) {
            return database.isolations(target);
        }
        List<Isolation> chosen = new ArrayList<>();
        for (String name : isolations) {
            chosen.add(Databases.isolation(database, target, name));
        }
        return chosen;
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
