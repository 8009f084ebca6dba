package org.isolde.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.isolde.cli.JunitReport.Outcome;
import org.isolde.run.Ability;
import org.isolde.run.Database;
import org.isolde.run.DatabaseException;
import org.isolde.run.Databases;
import org.isolde.run.Isolation;
import org.isolde.run.RunningDatabase;
import org.isolde.run.scenario.Patience;
import org.isolde.run.scenario.Scenario;
import org.isolde.run.scenario.ScenarioExecution;
import org.isolde.run.scenario.ScenarioRunner;

/** {@code isolde scenarios}: which anomalies does each isolation level of a database let happen? */
final class ScenariosCommand extends Command {
    private final DatabaseOptions db = new DatabaseOptions();
    private List<String> isolations;
    private String names;
    private boolean json;
    private boolean verbose;
    private Path junit;
    private final JunitReport tests = new JunitReport();

    @Override
    String[] description() {
        return new String[] {
            "Plays fixed interleavings of two or three transactions on an SQL database, at each of its isolation levels,"
                    + " and prints which anomalies happened.",
            "",
            "Each scenario leads up to one anomaly, such as a lost update. A database prevents it by having somebody wait,"
                    + " by an error, or by showing the right values; -v shows which, step by step. An anomaly that"
                    + " doesn't happen here may still happen another time: 'isolde test' searches for that.",
            "",
            "The database gets a table isolde_scenario, with a random number behind the name if it is a URL. It is dropped at"
                    + " the end.",
            ""
        };
    }

    @Override
    String[] footer() {
        return new String[] {
            "",
            "Examples:",
            "  isolde scenarios                                             H2 at all of its levels",
            "  isolde scenarios --db postgres:18.6",
            "  isolde scenarios --db postgres:18.6 --isolation repeatable-read --scenario P4,G2-item -v",
            "  isolde scenarios --db jdbc:mariadb://127.0.0.1/test --user me --password-file secret",
            "",
            "Exit codes: 0 nothing contradicts what the levels claim, 1 an anomaly happened that a level claims to forbid,"
                    + " 2 bad call, or a level that could not be played."
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
        syntax.option(
                "--scenario",
                "NAMES",
                text -> names = text,
                "Scenarios with commas between, as P4,G2-item. Default: all of them.");
        syntax.flag("--json", () -> json = true, "One JSON object a line for each isolation level.");
        syntax.flag(
                "-v, --verbose",
                () -> verbose = true,
                "Also what each session sent, and what it was answered, side by side.");
        syntax.option(
                        "--junit",
                        "FILE",
                        text -> junit = Path.of(text),
                        "Also write JUnit XML, which build servers show: a test for each isolation level and scenario.")
                .file();
        syntax.standard();
    }

    @Override
    int call() throws IOException, InterruptedException {
        List<Scenario> scenarios = scenarios();
        Database database = db.database();
        if (!database.abilities().contains(Ability.SQL)) {
            throw new Main.CallException(database.name()
                    + " has no SQL, which the scenarios are written in; 'isolde databases' lists those that do");
        }
        Set<Isolation> levels = levels(database);
        boolean contradicted = false;
        boolean failed = false;
        try (RunningDatabase running = db.open()) {
            ScenarioReport report = json
                    ? ScenarioReport.json(db.target(), running.version())
                    : ScenarioReport.text(db.target(), running.version(), scenarios, verbose);
            for (Isolation isolation : levels) {
                try {
                    List<ScenarioExecution> executions = run(running, isolation, scenarios);
                    contradicted |= report.level(isolation, executions);
                    executions.forEach(execution -> note(isolation, execution));
                } catch (DatabaseException e) {
                    tests.add(suite(isolation), "scenarios", Outcome.ERROR, e.getMessage(), "");
                    report.failed(isolation, e.getMessage());
                    failed = true;
                }
            }
            report.end();
        }
        if (junit != null) {
            tests.write(junit);
        }
        return failed ? Main.BAD : contradicted ? Main.VIOLATED : Main.SATISFIED;
    }

    private String suite(Isolation isolation) {
        return db.target().shown() + " at " + isolation.sql();
    }

    private void note(Isolation isolation, ScenarioExecution execution) {
        Scenario scenario = execution.scenario();
        String name = scenario.id() + " (" + scenario.title() + ")";
        if (ScenarioReport.contradicts(isolation, execution)) {
            String claim = isolation.name() + " claims " + isolation.claims().text() + ", and it happened";
            tests.add(suite(isolation), name, Outcome.FAILED, claim, ScenarioSteps.sideBySide(execution));
        } else {
            tests.passed(suite(isolation), name);
        }
    }

    private static List<ScenarioExecution> run(RunningDatabase running, Isolation isolation, List<Scenario> scenarios)
            throws DatabaseException, InterruptedException {
        List<ScenarioExecution> executions = new ArrayList<>();
        try (Progress progress = new Progress("preparing " + isolation.name());
                ScenarioRunner runner = new ScenarioRunner(running, isolation, scenarios, Patience.USUAL)) {
            for (Scenario scenario : scenarios) {
                double share = (double) executions.size() / scenarios.size();
                progress.phase(isolation.name() + ": " + scenario.id(), () -> share);
                executions.add(runner.run(scenario));
            }
        }
        return executions;
    }

    private List<Scenario> scenarios() {
        try {
            return names == null ? Scenario.all() : Scenario.named(names);
        } catch (IllegalArgumentException e) {
            throw new Main.CallException(e.getMessage());
        }
    }

    private Set<Isolation> levels(Database database) {
        if (isolations == null) {
            return new LinkedHashSet<>(database.isolations(db.target()));
        }
        Set<Isolation> chosen = new LinkedHashSet<>();
        for (String name : isolations) {
            try {
                chosen.add(Databases.isolation(database, db.target(), name));
            } catch (DatabaseException e) {
                throw new Main.CallException(e.getMessage());
            }
        }
        return chosen;
    }
}
