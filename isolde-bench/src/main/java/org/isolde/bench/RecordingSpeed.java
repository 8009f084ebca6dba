package org.isolde.bench;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.isolde.generate.RandomSource;
import org.isolde.run.Access;
import org.isolde.run.Database;
import org.isolde.run.Databases;
import org.isolde.run.Isolation;
import org.isolde.run.Redaction;
import org.isolde.run.RunningDatabase;
import org.isolde.run.Target;
import org.isolde.run.option.Options;
import org.isolde.run.record.HistoryFile;
import org.isolde.run.record.TransactionLog;
import org.isolde.run.runner.Run;
import org.isolde.run.runner.RunOptions;
import org.isolde.run.runner.RunPlan;
import org.isolde.run.runner.StatementUse;
import org.isolde.run.workload.Transaction;
import org.isolde.run.workload.TransactionSource;
import org.isolde.run.workload.WorkloadOptions;

/**
 * Runs the same workload again and again in one JVM, in turn with and without a recording, and prints what each took: a
 * line with a name and a figure for each.
 *
 * <p>A program of its own, so that nothing else has shaped what its compiler made of the sessions' code. Invariant: runs
 * come in pairs, and which of the two is first changes from pair to pair, so that a trend favours neither.
 */
final class RecordingSpeed {
    static final int SESSIONS = 8;
    static final int KEYS = 100_000;
    private static final RunningDatabase.Tables TABLES = new RunningDatabase.Tables(1, false, false);

    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private final RunningDatabase database;
    private final Isolation isolation;
    private final Duration time;
    private long seed;

    private RecordingSpeed(RunningDatabase database, Isolation isolation, Duration time) {
        this.database = database;
        this.isolation = isolation;
        this.time = time;
    }

    /**
     * Takes a database, its isolation level, the milliseconds of a run, the number of pairs that warm up, that of measured
     * pairs, and a folder for the recordings.
     */
    public static void main(String[] args) throws Exception {
        Target target = Target.parse(args[0], Map.of());
        Database kind = Databases.of(target);
        Isolation isolation = Databases.isolation(kind, target, args[1]);
        Duration time = Duration.ofMillis(Long.parseLong(args[2]));
        int warmups = Integer.parseInt(args[3]);
        int pairs = Integer.parseInt(args[4]);
        Path history = Path.of(args[5], "recording.jsonl");
        try (RunningDatabase database = kind.open(target, Access.plain())) {
            RecordingSpeed speed = new RecordingSpeed(database, isolation, time);
            for (int pair = -warmups; pair < pairs; pair++) {
                boolean recordedFirst = pair % 2 == 0;
                speed.run(recordedFirst ? history : null, pair >= 0);
                speed.run(recordedFirst ? null : history, pair >= 0);
            }
        } finally {
            Files.deleteIfExists(history);
        }
        // the database's library may have threads that would keep the process
        System.exit(0);
    }

    /** One run; on empty tables, so that it does not matter what ran before. */
    private void run(Path history, boolean counts) throws Exception {
        database.createTables(TABLES);
        RunPlan plan = new RunPlan(
                isolation,
                TABLES,
                source(),
                Options.none()
                        .with(WorkloadOptions.SEED, seed++)
                        .with(WorkloadOptions.SESSIONS, SESSIONS)
                        .with(RunOptions.TIME, time)
                        .with(RunOptions.RETRIES, 0)
                        .with(RunOptions.STATEMENTS, StatementUse.SHARED),
                List.of(),
                Duration.ofSeconds(10),
                Redaction.none());
        TransactionLog log = TransactionLog.NOTHING;
        if (history != null) {
            Files.deleteIfExists(history);
            log = new HistoryFile(history, Map.of());
        }
        // what the run before has left is not to be collected on this one's time
        System.gc();
        long processor = SYSTEM.getProcessCpuTime();
        long start = System.nanoTime();
        Run.Result result = new Run(database, plan, log).run();
        double seconds = (System.nanoTime() - start) / 1e9;
        double processorSeconds = (SYSTEM.getProcessCpuTime() - processor) / 1e9;
        if (result.problem() != null) {
            throw new IOException(result.problem());
        }
        if (counts) {
            String name = history == null ? "plain" : "recorded";
            long committed = result.statistics().committed();
            print(name + "Committed", committed);
            print(name + "PerSecond", committed / seconds);
            print(name + "PerCpuSecond", committed / processorSeconds);
            print(name + "AbortRate", result.statistics().abortRate());
            if (history != null) {
                print("recordedBytes", (double) Files.size(history) / committed);
            }
        }
    }

    private static void print(String name, double figure) {
        System.out.printf(Locale.ROOT, "%s %.9f%n", name, figure);
    }

    /** Two keys by chance, read and then written. Keys are taken in order, so that no two sessions lock each other out. */
    private static TransactionSource source() {
        return (session, random) -> {
            int one = random.below(KEYS);
            int other = another(one, random);
            return new TwoKeys(Math.min(one, other), Math.max(one, other));
        };
    }

    private static int another(int key, RandomSource random) {
        int other = random.below(KEYS - 1);
        return other < key ? other : other + 1;
    }

    private record TwoKeys(long first, long second) implements Transaction {
        @Override
        public void run(Operations operations) throws Exception {
            operations.read(first);
            operations.read(second);
            operations.write(first);
            operations.write(second);
        }
    }
}
