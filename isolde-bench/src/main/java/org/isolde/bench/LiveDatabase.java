package org.isolde.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.isolde.generate.KeyDistribution;
import org.isolde.run.Access;
import org.isolde.run.Database;
import org.isolde.run.DatabaseException;
import org.isolde.run.Databases;
import org.isolde.run.Redaction;
import org.isolde.run.RunningDatabase;
import org.isolde.run.Target;
import org.isolde.run.option.Options;
import org.isolde.run.record.TransactionLog;
import org.isolde.run.runner.Run;
import org.isolde.run.runner.RunOptions;
import org.isolde.run.runner.RunPlan;
import org.isolde.run.runner.RunStatistics;
import org.isolde.run.runner.StatementUse;
import org.isolde.run.workload.WorkloadOptions;
import org.isolde.run.workload.Workloads;
import org.isolde.run.workload.WritesPerKey;

/**
 * A database that runs for the sake of a benchmark, and workloads on it as in MTC's evaluation: keys stay for ever,
 * nothing is retried, nobody rolls back on purpose. Every run begins with a new table that has all its keys.
 */
final class LiveDatabase implements AutoCloseable {
    /** Operations of a general transaction: "a moderate transaction size of 20 operations" (MTC, section V-E). */
    static final int GENERAL_OPERATIONS = 20;

    private static final RunningDatabase.Tables TABLES = new RunningDatabase.Tables(1, false, false);

    private final Database kind;
    private final Target target;
    private final RunningDatabase running;

    /** Starts it. */
    LiveDatabase(String name) {
        target = Target.parse(name, Map.of());
        try {
            kind = Databases.of(target);
            running = kind.open(target, Access.plain());
        } catch (DatabaseException e) {
            throw new BenchmarkException(e.getMessage());
        }
    }

    /**
     * What is run.
     *
     * @param workload {@code mini} or {@code general}
     * @param isolation as on the command line
     * @param theta of a zipfian distribution; 0 is uniform
     */
    record Load(String workload, String isolation, int sessions, int keys, double theta) {}

    /**
     * What came out of it, without the transaction that filled the table.
     *
     * @param seconds from the filled table to the end of the last transaction, recorded
     */
    record Outcome(double seconds, long committed, long aborted) {
        double committedPerSecond() {
            return committed / seconds;
        }

        /** The share of attempts that the database aborted. */
        double abortRate() {
            return committed + aborted == 0 ? 0 : aborted / (double) (committed + aborted);
        }
    }

    /**
     * Runs a workload to its end.
     *
     * @param time how long; null without limit
     * @param transactions how many are to be committed; 0 without limit
     */
    Outcome run(Load load, long seed, Duration time, long transactions, TransactionLog log)
            throws IOException, InterruptedException {
        KeyDistribution distribution = load.theta() == 0 ? KeyDistribution.UNIFORM : KeyDistribution.ZIPFIAN;
        Options options = Options.none()
                .with(WorkloadOptions.SEED, seed)
                .with(WorkloadOptions.SESSIONS, load.sessions())
                .with(WorkloadOptions.KEYS, load.keys())
                .with(WorkloadOptions.WRITES_PER_KEY, WritesPerKey.FOR_EVER)
                .with(WorkloadOptions.DISTRIBUTION, distribution)
                .with(WorkloadOptions.THETA, load.theta())
                .with(WorkloadOptions.LENGTH, GENERAL_OPERATIONS)
                .with(WorkloadOptions.ROLLBACK_RATIO, 0.0)
                .with(WorkloadOptions.UNDO_RATIO, 0.0)
                .with(RunOptions.TIME, time)
                .with(RunOptions.TRANSACTIONS, transactions == 0 ? 0 : transactions + 1)
                .with(RunOptions.RETRIES, 0)
                .with(RunOptions.STATEMENTS, StatementUse.SHARED);
        FilledSource source = new FilledSource(Workloads.byName(load.workload()).start(options), load.keys());
        Run.Result result;
        double seconds;
        try {
            running.createTables(TABLES);
            RunPlan plan = new RunPlan(
                    Databases.isolation(kind, target, load.isolation()),
                    TABLES,
                    source,
                    options,
                    List.of(),
                    Duration.ofSeconds(10),
                    Redaction.none());
            result = new Run(running, plan, log).run();
            seconds = (System.nanoTime() - source.filled()) / 1e9;
        } catch (InterruptedException | IOException e) {
            throw e;
        } catch (Exception e) {
            throw new BenchmarkException(target + ", " + load + ": " + e.getMessage());
        }
        if (result.problem() != null) {
            throw new BenchmarkException(target + ", " + load + ": " + result.problem());
        }
        RunStatistics.Snapshot statistics = result.statistics();
        return new Outcome(seconds, statistics.committed() - 1, statistics.aborted());
    }

    /** What it calls itself. */
    String version() {
        return running.version();
    }

    @Override
    public void close() {
        running.close();
    }
}
