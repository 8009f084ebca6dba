package org.isolde.app;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isolde.history.Level;
import org.isolde.run.DatabaseException;
import org.isolde.run.Redaction;
import org.isolde.run.RunningDatabase;
import org.isolde.run.record.HistoryFile;
import org.isolde.run.runner.Fault;
import org.isolde.run.runner.Run;
import org.isolde.run.runner.RunPlan;
import org.isolde.run.workload.WorkloadOptions;

/** Prepares runs of a test's workload, each on fresh tables, with a source of transactions and a history of its own. */
final class RunMaker {
    /** How long a session may be without a connection: a server that was killed on purpose takes a while to come back. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private static final Duration PATIENCE_WITH_FAULTS = Duration.ofSeconds(180);

    private final TestPlan plan;
    private final RunningDatabase database;

    RunMaker(TestPlan plan, RunningDatabase database) {
        this.plan = plan;
        this.database = database;
    }

    /** The run of a round, from 1. */
    Run round(int number, Path history) throws DatabaseException, IOException, InterruptedException {
        WorkloadOptions options = plan.options().withSeed(plan.options().seed() + number - 1);
        List<Fault> faults = Fault.schedule(
                plan.faults().kinds(),
                database.nodes().size(),
                plan.faults().every(),
                plan.faults().lasts(),
                plan.time() == null ? Duration.ofDays(1) : plan.time(),
                options.seed());
        return run(options, plan.time(), plan.transactions(), faults, history);
    }

    /** The run of the first round for a part of its time and transactions, and without faults. */
    Run part(int divisor, Path history) throws DatabaseException, IOException, InterruptedException {
        return run(
                plan.options(),
                plan.time() == null ? null : plan.time().dividedBy(divisor),
                plan.transactions() == 0 ? 0 : Math.max(1, plan.transactions() / divisor),
                List.of(),
                history);
    }

    private Run run(WorkloadOptions options, Duration time, long transactions, List<Fault> faults, Path history)
            throws DatabaseException, IOException, InterruptedException {
        try {
            database.createTables(plan.tables());
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            throw new DatabaseException(
                    "the tables of the test can't be made: "
                            + Redaction.message(e.getMessage(), plan.access().password())
                            + "; the user must be allowed to create and drop tables",
                    e);
        }
        RunPlan runPlan = new RunPlan(
                plan.isolation(),
                plan.tables(),
                plan.workload().start(options),
                options.seed(),
                options.sessions(),
                time,
                transactions,
                plan.retries(),
                plan.statements(),
                faults,
                faults.isEmpty() ? PATIENCE : PATIENCE_WITH_FAULTS);
        return new Run(database, runPlan, new HistoryFile(history, header(options, faults)));
    }

    /** Where a history comes from: all that is needed to understand it alone. */
    private Map<String, Object> header(WorkloadOptions options, List<Fault> faults) {
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
}
