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
import org.isolde.run.Target;
import org.isolde.run.certificate.CertificateSource.RecoveryOptions;
import org.isolde.run.certificate.Recovering;
import org.isolde.run.option.Options;
import org.isolde.run.record.HistoryFile;
import org.isolde.run.runner.CertificateUse;
import org.isolde.run.runner.Fault;
import org.isolde.run.runner.Run;
import org.isolde.run.runner.RunOptions;
import org.isolde.run.runner.RunPlan;
import org.isolde.run.workload.WorkloadOptions;

/** Prepares runs of a test: each has fresh tables, a source of transactions, and a history of its own. */
final class RunPreparation {
    /** How long a session may be without a connection: a server that was killed on purpose takes a while to come back. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private static final Duration PATIENCE_WITH_FAULTS = Duration.ofSeconds(180);

    private final TestPlan plan;
    private final RunningDatabase database;

    RunPreparation(TestPlan plan, RunningDatabase database) {
        this.plan = plan;
        this.database = database;
    }

    /** The run of a round, from 1. */
    Run round(int number, Path history) throws DatabaseException, IOException, InterruptedException {
        long seed = plan.options().get(WorkloadOptions.SEED) + number - 1;
        Options options = plan.options().with(WorkloadOptions.SEED, seed);
        Duration time = options.get(RunOptions.TIME);
        List<Fault> faults = Fault.schedule(
                options.get(RunOptions.FAULT),
                database.nodes().size(),
                options.get(RunOptions.FAULT_EVERY),
                options.get(RunOptions.FAULT_FOR),
                time == null ? Duration.ofDays(1) : time,
                seed);
        return run(options, faults, history);
    }

    /** The run of the first round for a part of its time and transactions, and without faults. */
    Run part(int divisor, Path history) throws DatabaseException, IOException, InterruptedException {
        Duration time = plan.options().get(RunOptions.TIME);
        long transactions = plan.options().get(RunOptions.TRANSACTIONS);
        Options part = plan.options()
                .with(RunOptions.TIME, time == null ? null : time.dividedBy(divisor))
                .with(RunOptions.TRANSACTIONS, transactions == 0 ? 0 : Math.max(1, transactions / divisor));
        return run(part, List.of(), history);
    }

    private Run run(Options options, List<Fault> faults, Path history)
            throws DatabaseException, IOException, InterruptedException {
        Recovering recovering = recovering(options, history);
        try {
            database.createTables(plan.tables());
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            throw new DatabaseException(
                    "the tables of the test can't be made: "
                            + plan.tested().redaction().text(e.getMessage())
                            + "; the user must be allowed to create and drop tables",
                    e);
        }
        if (recovering != null) {
            recovering.tablesMade();
        }
        RunPlan runPlan = new RunPlan(
                plan.isolation(),
                plan.tables(),
                plan.workload().start(options),
                options,
                faults,
                faults.isEmpty() ? PATIENCE : PATIENCE_WITH_FAULTS,
                plan.tested().redaction());
        return new Run(database, runPlan, new HistoryFile(history, header(options, faults)), recovering);
    }

    /** Null if the run is not about rows. */
    private Recovering recovering(Options options, Path history) throws InterruptedException {
        if (!plan.isAboutRows()) {
            return null;
        }
        CertificateUse use = options.get(RunOptions.CERTIFICATE);
        if (plan.certificates() == null) {
            return Recovering.nothing(
                    database,
                    use == CertificateUse.NONE
                            ? "--certificate none"
                            : "Isolde knows no way to recover one from "
                                    + plan.tested().database().name() + " at "
                                    + plan.isolation().sql());
        }
        return Recovering.begin(
                plan.certificates(),
                database,
                plan.isolation(),
                new RecoveryOptions(use == CertificateUse.SHADOW),
                history,
                plan.tested().redaction());
    }

    /** Where a history comes from: all that is needed to understand it alone. */
    private Map<String, Object> header(Options options, List<Fault> faults) {
        Target target = plan.tested().target();
        Map<String, Object> header = new LinkedHashMap<>();
        header.put("database", plan.tested().redaction().text(database.version()));
        header.put("target", target.shown());
        if (!target.options().isEmpty()) {
            Map<String, Object> shown = new LinkedHashMap<>();
            target.options().forEach((name, value) -> shown.put(name, Redaction.option(name, value)));
            header.put("databaseOptions", shown);
        }
        header.put("isolation", plan.isolation().name());
        header.put("levels", plan.levels().stream().map(Level::text).toList());
        header.put("workload", plan.workload().name());
        header.put("workloadOptions", options.json(WorkloadOptions.all()));
        header.putAll(options.json(RunOptions.recorded()));
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
