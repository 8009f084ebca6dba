package org.isolde.cli;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.isolde.app.FuzzRun;
import org.isolde.run.Access;
import org.isolde.run.Database;
import org.isolde.run.DatabaseException;
import org.isolde.run.Databases;
import org.isolde.run.Isolation;
import org.isolde.run.Redaction;
import org.isolde.run.Target;
import org.isolde.sql.generate.GeneratorOptions;
import org.isolde.sql.instrument.Semantics;
import org.isolde.sql.job.FuzzPlan;
import org.isolde.sql.oracle.CaseOptions;
import org.isolde.sql.oracle.OracleKind;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code isolde fuzz}: do complex statements in transactions do what they do without? */
@Command(
        name = "fuzz",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Executes random SQL transactions on a database, and holds them to equivalent executions: the same statements"
                    + " without transactions, in an order that follows their dependencies.",
            "",
            "Each finding is reduced, and kept with a script in the run's folder in isolde-runs/; 'isolde replay' executes"
                    + " it again. docs/fuzzing.md says what is compared, and when that is sound.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  isolde fuzz",
            "  isolde fuzz --db postgres:18.6 --isolation repeatable-read --time 60s --seed 1",
            "  isolde fuzz --db mariadb --isolation repeatable-read --semantics strict --time 120s",
            "  isolde fuzz --db sqlite --cases 500 --oracle reordered,atomicity",
            "",
            "Exit codes: 0 nothing was found, 1 something was found, 2 bad call or a database that failed."
        })
final class FuzzCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private DatabaseOptions db = new DatabaseOptions();

    @Option(
            names = "--isolation",
            paramLabel = "NAME",
            description = "The isolation level of the transactions. Default: the strongest of the database.")
    private String isolation;

    @Option(
            names = "--semantics",
            paramLabel = "vendor|strict",
            description =
                    "What the database is held to: what its vendor documents, as that InnoDB's writes see the newest rows"
                            + " while its reads see a snapshot; or that all statements see the same (default: vendor).")
    private Semantics semantics = Semantics.VENDOR;

    @Option(
            names = "--oracle",
            paramLabel = "NAMES",
            split = ",",
            description =
                    "What is looked at, of reordered, isolation, state, crash, atomicity (default: all that are sound at the"
                            + " level).")
    private List<String> oracles = List.of();

    @Option(names = "--time", paramLabel = "TIME", description = "For how long, as 60s or 10m (default: 10s).")
    private String time;

    @Option(names = "--cases", paramLabel = "N", description = "How many test cases, instead of --time.")
    private Long cases;

    @Option(names = "--until", paramLabel = "N", description = "End at this number of findings.")
    private Integer until;

    @Option(names = "--seed", paramLabel = "N", description = "What the cases are made from (default: 1).")
    private long seed = 1;

    @Option(names = "--jobs", paramLabel = "N", description = "How many cases are executed at once (default: 1).")
    private int jobs = 1;

    @Option(
            names = "--orders",
            paramLabel = "N",
            description = "In how many orders a case is executed without transactions (default: 1).")
    private int orders = CaseOptions.USUAL.orders();

    @Option(names = "--transactions", paramLabel = "N", description = "Transactions a case (default: 6).")
    private int transactions = GeneratorOptions.DEFAULT.transactions();

    @Option(names = "--open", paramLabel = "N", description = "Transactions open at once, at most (default: 3).")
    private int open = GeneratorOptions.DEFAULT.open();

    @Option(names = "--statements", paramLabel = "N", description = "Statements a transaction, at most (default: 3).")
    private int statements = GeneratorOptions.DEFAULT.statements();

    @Option(names = "--tables", paramLabel = "N", description = "Tables a case, at most (default: 3).")
    private int tables = GeneratorOptions.DEFAULT.tables();

    @Option(names = "--rows", paramLabel = "N", description = "Rows a table to begin with, at most (default: 8).")
    private int rows = GeneratorOptions.DEFAULT.rows();

    @Option(names = "--depth", paramLabel = "N", description = "How deep expressions are nested (default: 3).")
    private int depth = GeneratorOptions.DEFAULT.depth();

    @Option(
            names = "--aborts",
            paramLabel = "SHARE",
            description = "Share of transactions that are rolled back (default: 0.15).")
    private double aborts = GeneratorOptions.DEFAULT.aborts();

    @Option(
            names = "--savepoints",
            paramLabel = "SHARE",
            description = "Share of transactions with a savepoint (default: 0.15).")
    private double savepoints = GeneratorOptions.DEFAULT.savepoints();

    @Option(
            names = "--locks",
            paramLabel = "SHARE",
            description = "Share of plain queries that lock rows, by for update or for share (default: 0.1).")
    private double locks = GeneratorOptions.DEFAULT.locks();

    @Option(
            names = "--touching",
            paramLabel = "SHARE",
            description = "Share of statements that are to touch rows (default: 0.9).")
    private double touching = GeneratorOptions.DEFAULT.touching();

    @Option(
            names = "--reduction",
            paramLabel = "TIME",
            description = "How long a finding is made smaller, at most (default: 30s).")
    private String reduction = "30s";

    @Option(names = "--out", paramLabel = "FOLDER", description = "Where run folders are made (default: isolde-runs).")
    private Path out = Path.of("isolde-runs");

    @Option(names = "--json", description = "Print what fuzz.json holds, and nothing else.")
    private boolean json;

    @Override
    public Integer call() throws Exception {
        GeneratorOptions generating = generating();
        CaseOptions judging = new CaseOptions(oracles(), atLeastOne("--orders", orders), CaseOptions.USUAL.rounds());
        if (cases != null && time != null) {
            throw new Main.CallException("--cases and --time both say when it ends; give one of them");
        }
        Duration limit = cases != null ? null : Amounts.duration(time == null ? "10s" : time);
        try (Progress progress = new Progress("opening " + db.target().shown())) {
            Target target = db.target();
            Database database = db.database();
            Access access = db.access(progress);
            Isolation level = isolation == null
                    ? database.defaultIsolation(target)
                    : Databases.isolation(database, target, isolation);
            FuzzRun run = FuzzRun.create(out, target, access, command());
            FuzzPlan plan = new FuzzPlan(
                    database,
                    target,
                    access,
                    level,
                    semantics,
                    judging,
                    generating,
                    seed,
                    limit,
                    cases == null ? -1 : cases,
                    until == null ? -1 : until,
                    atLeastOne("--jobs", jobs),
                    Amounts.duration(reduction),
                    run.findings());
            FuzzOutput output = new FuzzOutput(json);
            output.begun(plan, run.folder());
            FuzzRun.Result result = run.run(plan, output, output::summary);
            progress.close();
            output.finished(result);
            return result.fuzz().findings().isEmpty() ? Main.SATISFIED : Main.VIOLATED;
        } catch (DatabaseException e) {
            throw new Main.CallException(e.getMessage());
        }
    }

    private GeneratorOptions generating() {
        try {
            return new GeneratorOptions(
                    GeneratorOptions.DEFAULT.prefix(),
                    tables,
                    rows,
                    transactions,
                    open,
                    statements,
                    depth,
                    share("--aborts", aborts),
                    share("--savepoints", savepoints),
                    share("--locks", locks),
                    share("--touching", touching),
                    GeneratorOptions.DEFAULT.casesOfSchema());
        } catch (IllegalArgumentException e) {
            throw new Main.CallException(e.getMessage());
        }
    }

    private static double share(String option, double value) {
        if (!(value >= 0 && value <= 1)) {
            throw new Main.CallException(option + " is " + value + "; it must be from 0 to 1");
        }
        return value;
    }

    private static int atLeastOne(String option, int value) {
        if (value < 1) {
            throw new Main.CallException(option + " is " + value + "; it must be 1 or more");
        }
        return value;
    }

    private Set<OracleKind> oracles() {
        if (oracles.isEmpty()) {
            return CaseOptions.USUAL.oracles();
        }
        Set<OracleKind> chosen = EnumSet.noneOf(OracleKind.class);
        for (String name : oracles) {
            chosen.add(EnumSet.allOf(OracleKind.class).stream()
                    .filter(oracle -> oracle.text().equals(name.strip().toLowerCase(Locale.ROOT)))
                    .findFirst()
                    .orElseThrow(() -> new Main.CallException("'" + name + "' is no oracle; there are "
                            + EnumSet.allOf(OracleKind.class).stream()
                                    .map(OracleKind::text)
                                    .collect(Collectors.joining(", ")))));
        }
        return chosen;
    }

    /** The call as it may be shown: the same options, without secrets. */
    private List<String> command() {
        List<String> command = new ArrayList<>(List.of("isolde"));
        for (String arg : spec.root().commandLine().getParseResult().originalArgs()) {
            command.add(Redaction.url(arg));
        }
        return command;
    }
}
