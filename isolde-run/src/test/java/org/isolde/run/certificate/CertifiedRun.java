package org.isolde.run.certificate;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.isolde.history.History;
import org.isolde.run.Access;
import org.isolde.run.Database;
import org.isolde.run.Databases;
import org.isolde.run.Isolation;
import org.isolde.run.Redaction;
import org.isolde.run.RunningDatabase;
import org.isolde.run.Target;
import org.isolde.run.certificate.CertificateSource.RecoveryOptions;
import org.isolde.run.option.Options;
import org.isolde.run.record.HistoryFile;
import org.isolde.run.runner.Fault;
import org.isolde.run.runner.Run;
import org.isolde.run.runner.RunOptions;
import org.isolde.run.runner.RunPlan;
import org.isolde.run.workload.PredicateWorkload;
import org.isolde.run.workload.WorkloadOptions;

/** A database on which the predicate workload runs with its certificate, as {@code isolde test} does it. */
final class CertifiedRun implements AutoCloseable {
    private final Target target;
    private final Access access;
    private final Database kind;
    final RunningDatabase running;

    /** @param name as {@code --db} takes it; it is started with the settings that its certificates need */
    CertifiedRun(String name) throws Exception {
        Target plain = Target.parse(name, Map.of());
        kind = Databases.of(plain);
        CertificateSource source = CertificateSources.of(kind, plain, kind.defaultIsolation(plain));
        target = Target.parse(name, source == null ? Map.of() : source.settings(plain));
        access = Access.plain();
        running = kind.open(target, access);
    }

    /** One that is running, by its URL. */
    CertifiedRun(String url, Access access) throws Exception {
        target = Target.parse(url, Map.of());
        kind = Databases.of(target);
        this.access = access;
        running = kind.open(target, access);
    }

    /** How a run went, and its history. */
    record Recorded(Run.Result result, Path file, History history) {}

    CertificateSource source(String isolation) throws Exception {
        return CertificateSources.of(kind, target, Databases.isolation(kind, target, isolation));
    }

    /** The recovery of a run that the caller makes. */
    Recovery open(String isolation, RecoveryOptions options) throws Exception {
        return source(isolation).open(running, Databases.isolation(kind, target, isolation), options);
    }

    Recorded run(String isolation, CertificateSource source, boolean shadow, int transactions, Path file)
            throws Exception {
        return run(isolation, source, shadow, transactions, List.of(), file);
    }

    Recorded run(
            String isolation, CertificateSource source, boolean shadow, int transactions, List<Fault> faults, Path file)
            throws Exception {
        Isolation level = Databases.isolation(kind, target, isolation);
        PredicateWorkload workload = new PredicateWorkload();
        Options options = workload.defaults()
                .with(WorkloadOptions.SEED, System.nanoTime() >>> 20)
                .with(RunOptions.TRANSACTIONS, (long) transactions)
                .with(RunOptions.TIME, Duration.ofSeconds(30));
        Recovering recovering = Recovering.begin(
                source, running, level, new RecoveryOptions(shadow), file, Redaction.of(target, access));
        RunPlan plan = new RunPlan(
                level,
                RunPlan.tables(workload, options),
                workload.start(options),
                options,
                faults,
                Duration.ofSeconds(30),
                Redaction.of(target, access));
        running.createTables(plan.tables());
        recovering.tablesMade();
        HistoryFile log = new HistoryFile(file, Map.of("isolation", isolation));
        Run.Result result = new Run(running, plan, log, recovering).run();
        return new Recorded(result, file, History.read(file));
    }

    @Override
    public void close() {
        running.close();
    }
}
