package org.isolde.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.isolde.app.PlanException;
import org.isolde.app.TestJob;
import org.isolde.app.TestPlan;
import org.isolde.app.TestPlanner;
import org.isolde.app.TestResult;
import org.isolde.run.DatabaseException;
import org.isolde.run.Redaction;
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
            "  isolde test --db etcd --monitor --time 30s",
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
    private Long transactions;

    @Option(
            names = "--retries",
            paramLabel = "N",
            description = "How often an aborted transaction is tried again on the same keys (default: 3).")
    private Integer retries;

    @Option(
            names = "--tables",
            paramLabel = "N",
            description = "Over how many tables the keys are spread (default: 3).")
    private Integer tables;

    @Option(
            names = "--statements",
            paramLabel = "HOW",
            description =
                    "How prepared statements are re-used: shared by all keys, per-key, fresh in each transaction, or mixed"
                            + " (the default: shared in one half of the sessions, per-key in the other).")
    private String statements;

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
    private List<String> until;

    @Option(
            names = "--fault",
            split = ",",
            paramLabel = "KIND",
            description =
                    "For servers that Isolde started: kill (kill -9, then restart) or pause one node at a time, on a"
                            + " schedule that the history tells.")
    private List<String> faults;

    @Option(names = "--fault-every", paramLabel = "TIME", description = "The time between faults (default: 5s).")
    private String faultEvery;

    @Option(names = "--fault-for", paramLabel = "TIME", description = "How long a fault lasts (default: 2s).")
    private String faultFor;

    @Option(
            names = "--monitor",
            description =
                    "Also check the history while it is recorded, by the database's timestamps, for ser or si, whichever is"
                            + " claimed; and say what that costs. The workload also runs without it, for a sixth of --time before and after.")
    private boolean monitor;

    @Option(
            names = "--settle",
            paramLabel = "TIME",
            description =
                    "With --monitor: how long the verdict on a read stays open for transactions that come late (default:"
                            + " 2s, and --fault-for on top with --fault).")
    private String settle;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            description = "How long the check of a round may take; what is open then is undecided (default: 5m).")
    private String timeout;

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
        Map<String, Object> options = new LinkedHashMap<>();
        parameters.addTo(options);
        options.put("isolation", isolation);
        options.put("level", levels);
        options.put("workload", workload);
        options.put("scenario", scenario);
        options.put("time", time);
        options.put("transactions", transactions);
        options.put("retries", retries);
        options.put("tables", tables);
        options.put("statements", statements);
        options.put("secondary-index", secondaryIndex);
        options.put("rounds", rounds);
        options.put("until", until == null ? null : String.join(",", until));
        options.put("fault", faults == null ? null : String.join(",", faults));
        options.put("fault-every", faultEvery);
        options.put("fault-for", faultFor);
        options.put("monitor", monitor ? true : null);
        options.put("settle", settle);
        options.put("timeout", timeout);
        Map<String, String> given = new LinkedHashMap<>();
        options.forEach((name, value) -> {
            if (value != null) {
                given.put(name, value.toString());
            }
        });
        try {
            return TestPlanner.plan(db.target(), db.access(progress), given, out, command());
        } catch (PlanException e) {
            throw new Main.CallException(e.getMessage());
        }
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
