package org.isolde.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import org.isolde.app.TestJob;
import org.isolde.app.TestPlan;
import org.isolde.app.TestResult;
import org.isolde.history.Level;
import org.isolde.run.Ability;
import org.isolde.run.Database;
import org.isolde.run.DatabaseException;
import org.isolde.run.Databases;
import org.isolde.run.Isolation;
import org.isolde.run.Redaction;
import org.isolde.run.RunningDatabase.Tables;
import org.isolde.run.Target;
import org.isolde.run.runner.Fault;
import org.isolde.run.runner.StatementUse;
import org.isolde.run.workload.Workload;
import org.isolde.run.workload.WorkloadOptions;
import org.isolde.run.workload.Workloads;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code isolde test}: does this database keep its isolation level? */
@Command(
        name = "test",
        mixinStandardHelpOptions = true,
        description = {
            "Runs a workload on a database, records what the clients saw, and checks it.",
            "",
            "Without options it tests H2, which runs in Isolde itself, for a few seconds. The history, the verdict and"
                    + " the command are kept in a folder of isolde-runs/; isolde-runs/latest is the newest.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  isolde test",
            "  isolde test --db postgres:12.3 --isolation serializable --time 20s",
            "  isolde test --db postgres:18.6 --isolation read-committed --level si --workload list-append",
            "  isolde test --db sqlite --level ser --sessions 4",
            "  isolde test --db jdbc:postgresql://host/db --user me --until violation,10m",
            "  isolde test --db postgres --fault kill --time 60s",
            "",
            "Exit codes: 0 satisfied, 1 violated, 2 bad call or a database that failed, 3 undecided; the first of"
                    + " 2, 1, 3, 0 that applies."
        })
final class TestCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private DatabaseOptions db = new DatabaseOptions();

    @Mixin
    private WorkloadParameters parameters = new WorkloadParameters();

    @Option(
            names = "--isolation",
            paramLabel = "NAME",
            description =
                    "What the database is asked for, as its documentation calls it: read-committed, repeatable-read,"
                            + " serializable ... Default: the weakest that claims --level, else its strongest.")
    private String isolation;

    @Option(
            names = {"-l", "--level"},
            paramLabel = "LEVELS",
            description =
                    "What is checked, as in 'isolde levels', with commas between. Default: what the database claims for"
                            + " --isolation.")
    private String levels;

    @Option(
            names = "--workload",
            paramLabel = "NAME",
            description =
                    "mini (the default), general, list-append, rw-register, lwt (the default with --level lin), bank,"
                            + " tpcc, twitter, rubis, targeted.")
    private String workload;

    @Option(
            names = "--scenario",
            paramLabel = "targeted",
            description =
                    "targeted: mini-transactions steered at each of the 14 anomalies, on the same few keys at once.")
    private String scenario;

    @Option(names = "--time", paramLabel = "TIME", description = "How long a round runs, as 20s or 5m (default: 8s).")
    private String time;

    @Option(
            names = "--transactions",
            paramLabel = "N",
            description = "How many transactions a round commits, instead of --time or before it is over.")
    private long transactions;

    @Option(
            names = "--retries",
            paramLabel = "N",
            description = "How often an aborted transaction is tried again on the same keys (default: 3).")
    private int retries = 3;

    @Option(
            names = "--tables",
            paramLabel = "N",
            description = "Over how many tables the keys are spread (default: 3).")
    private int tables = 3;

    @Option(
            names = "--statements",
            paramLabel = "HOW",
            description =
                    "How prepared statements are re-used: shared by all keys, per-key, fresh in each transaction, or mixed"
                            + " (the default: shared in one half of the sessions, per-key in the other).")
    private String statements = StatementUse.MIXED.text();

    @Option(
            names = "--secondary-index",
            description = "Read rows by a second, indexed column instead of the primary key.")
    private boolean secondaryIndex;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "Run so many rounds; each is checked while the next runs.")
    private Integer rounds;

    @Option(
            names = "--until",
            split = ",",
            paramLabel = "WHAT",
            description =
                    "Go on with rounds until the first violation, or until a time is over, as in --until violation,"
                            + " --until 10m or --until violation,10m.")
    private List<String> until = new ArrayList<>();

    @Option(
            names = "--fault",
            split = ",",
            paramLabel = "KIND",
            description =
                    "For servers that Isolde started: kill (kill -9, then restart) or pause one node at a time, on a"
                            + " schedule that the history tells.")
    private List<String> faults = new ArrayList<>();

    @Option(names = "--fault-every", paramLabel = "TIME", description = "The time between faults (default: 5s).")
    private String faultEvery = "5s";

    @Option(names = "--fault-for", paramLabel = "TIME", description = "How long a fault lasts (default: 2s).")
    private String faultFor = "2s";

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            description = "How long the check of a round may take; what is open then is undecided (default: 5m).")
    private String timeout = "5m";

    @Option(names = "--out", paramLabel = "FOLDER", description = "Where run folders are made (default: isolde-runs).")
    private Path out = Path.of("isolde-runs");

    @Option(names = "--json", description = "Print what verdict.json holds, and nothing else.")
    private boolean json;

    @Option(
            names = {"-v", "--verbose"},
            description = "Also say how each level was decided.")
    private boolean verbose;

    @Override
    public Integer call() throws IOException, InterruptedException {
        try (Progress progress = new Progress("opening " + db.target().shown())) {
            TestPlan plan = plan(progress);
            TestOutput output = new TestOutput(plan, progress, json, verbose);
            TestResult result = new TestJob(plan, output).run();
            progress.close();
            output.finished(result);
            if (result.problem() != null) {
                Terminal.error(result.problem());
                return Main.BAD;
            }
            return result.isViolated() ? Main.VIOLATED : result.isUndecided() ? Main.UNDECIDED : Main.SATISFIED;
        } catch (DatabaseException e) {
            throw new Main.CallException(e.getMessage());
        }
    }

    private TestPlan plan(Progress progress) throws IOException, DatabaseException {
        Target target = db.target();
        Database database = db.database();
        Set<Level> wanted = levels == null ? null : wantedLevels();
        Isolation asked = isolation(database, target, wanted);
        Workload work = wantedWorkload(database, wanted == null ? EnumSet.of(asked.claims()) : wanted);
        WorkloadOptions options = parameters.options(work.defaults());
        boolean violation = until.remove("violation");
        until.remove("time");
        if (until.size() > 1) {
            throw new Main.CallException("--until takes 'violation', a time such as 10m, or both");
        }
        Duration total = until.isEmpty() ? null : untilTime(until.get(0));
        Amounts.atLeast("--tables", tables, 1);
        Amounts.atLeast("--retries", retries, 0);
        Amounts.atLeast("--transactions", transactions, 0);
        Amounts.atLeast("--rounds", rounds == null ? 1 : rounds, 1);
        return new TestPlan(
                target,
                database,
                db.surroundings(progress),
                asked,
                wanted == null ? EnumSet.of(asked.claims()) : wanted,
                work,
                options,
                new Tables(tables, work.needs().contains(Ability.LISTS), secondaryIndex),
                time == null && transactions > 0 ? null : Amounts.positive("--time", time == null ? "8s" : time),
                transactions,
                retries,
                statementUse(),
                new TestPlan.Faults(
                        faultKinds(),
                        Amounts.positive("--fault-every", faultEvery),
                        Amounts.positive("--fault-for", faultFor)),
                rounds != null ? rounds : violation || total != null ? 0 : 1,
                violation,
                total,
                Amounts.duration(timeout),
                out,
                command(options.seed()));
    }

    private static Duration untilTime(String text) {
        if (!text.isEmpty() && !Character.isDigit(text.charAt(0))) {
            throw new Main.CallException(
                    "--until takes 'violation', a time such as 10m, or both, and not '" + text + "'");
        }
        return Amounts.positive("--until", text);
    }

    private Set<Level> wantedLevels() {
        try {
            return Level.parse(levels);
        } catch (IllegalArgumentException e) {
            throw new Main.CallException(e.getMessage());
        }
    }

    /** What the database is asked for: as given, else the weakest that claims the levels, else the strongest. */
    private Isolation isolation(Database database, Target target, Set<Level> wanted) throws DatabaseException {
        if (isolation != null) {
            return Databases.isolation(database, target, isolation);
        }
        if (wanted != null) {
            for (Isolation candidate : database.isolations(target)) {
                if (wanted.stream().allMatch(candidate.claims()::implies)) {
                    return candidate;
                }
            }
        }
        return database.defaultIsolation(target);
    }

    private Workload wantedWorkload(Database database, Set<Level> checked) {
        if (scenario != null && !scenario.equals("targeted")) {
            throw new Main.CallException("--scenario takes 'targeted', and not '" + scenario
                    + "'; other workloads go by --workload, fixed interleavings by 'isolde scenarios'");
        }
        if (scenario != null && workload != null) {
            throw new Main.CallException("--scenario is a workload of its own; give one of --workload and --scenario");
        }
        Workload work;
        try {
            // linearizability is about single operations, and lwt has nothing else
            boolean single =
                    checked.contains(Level.LIN) || !database.abilities().contains(Ability.REGISTERS);
            String preferred = single ? "lwt" : "mini";
            work = Workloads.byName(scenario != null ? scenario : workload != null ? workload : preferred);
        } catch (IllegalArgumentException e) {
            throw new Main.CallException(e.getMessage());
        }
        if (!database.abilities().containsAll(work.needs())) {
            List<String> possible = Workloads.all().stream()
                    .filter(one -> database.abilities().containsAll(one.needs()))
                    .map(Workload::name)
                    .toList();
            throw new Main.CallException("the workload " + work.name() + " can't be run on " + database.name()
                    + "; possible there: " + String.join(", ", possible));
        }
        if (checked.contains(Level.LIN) && !work.name().equals("lwt")) {
            throw new Main.CallException("lin is about single operations, and transactions of " + work.name()
                    + " have several; use --workload lwt, or --level sser");
        }
        return work;
    }

    private StatementUse statementUse() {
        List<String> known = new ArrayList<>();
        for (StatementUse use : StatementUse.values()) {
            if (use.text().equals(statements)) {
                return use;
            }
            known.add(use.text());
        }
        throw new Main.CallException(
                "'" + statements + "' is no way to use statements; known are " + String.join(", ", known));
    }

    private List<Fault.Kind> faultKinds() {
        List<Fault.Kind> kinds = new ArrayList<>();
        for (String name : faults) {
            try {
                kinds.add(Fault.Kind.valueOf(name.strip().toUpperCase(Locale.ROOT)));
            } catch (IllegalArgumentException e) {
                throw new Main.CallException("'" + name + "' is no fault; known are kill and pause");
            }
        }
        return kinds;
    }

    /** The call that repeats this one: the same options, without secrets, and with the seed. */
    private List<String> command(long usedSeed) {
        List<String> command = new ArrayList<>(List.of("isolde"));
        for (String arg : spec.root().commandLine().getParseResult().originalArgs()) {
            command.add(Redaction.url(arg));
        }
        if (!parameters.hasSeed()) {
            command.add("--seed");
            command.add(Long.toString(usedSeed));
        }
        return command;
    }
}
