package org.isolde.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.isolde.app.monitor.MonitorPlan;
import org.isolde.check.Conclusion;
import org.isolde.history.Level;
import org.isolde.online.Violation;
import org.isolde.run.Ability;
import org.isolde.run.Access;
import org.isolde.run.Database;
import org.isolde.run.DatabaseException;
import org.isolde.run.Databases;
import org.isolde.run.Isolation;
import org.isolde.run.RunningDatabase;
import org.isolde.run.Target;
import org.isolde.run.certificate.CertificateSource;
import org.isolde.run.certificate.CertificateSources;
import org.isolde.run.option.Options;
import org.isolde.run.runner.Fault;
import org.isolde.run.runner.RunOptions;
import org.isolde.run.runner.RunStatistics;
import org.isolde.run.workload.Workload;
import org.isolde.run.workload.WorkloadOptions;
import org.isolde.run.workload.Workloads;

/** A test of a database, with the defaults of the command line unless it says otherwise. */
final class Trial implements TestListener {
    private final Path folder;
    private final Map<String, String> databaseOptions = new LinkedHashMap<>();
    private final List<Mischief> mischiefs = new ArrayList<>();
    private final List<Mischief> lateMischiefs = new ArrayList<>();
    private RunFolder runFolder;
    private Runnable baseline = () -> {};
    private String name = "";
    private KeptOpen kept;
    private Database made;
    private Target target;
    private String isolation;
    private Set<Level> levels = Set.of(Level.SER);
    private String workload = "mini";
    private Integer sessions;
    private Integer keys;
    private long seed = 1;
    private Duration time = Duration.ofSeconds(2);
    private long transactions;
    private int rounds = 1;
    private Duration total;
    private boolean untilViolation;
    private List<Fault.Kind> faults = List.of();
    private Duration faultEvery = Duration.ofSeconds(1);
    private Duration faultLasts = Duration.ofSeconds(1);
    private MonitorPlan monitor;
    private final List<Violation> violations = Collections.synchronizedList(new ArrayList<>());
    private volatile RunningDatabase database;
    private volatile RunStatistics statistics;

    private Trial(Path folder) {
        this.folder = folder;
    }

    /** Of a database that the test starts and ends. */
    static Trial of(String name, Path folder) {
        Trial trial = new Trial(folder);
        trial.name = name;
        return trial;
    }

    /** Of one that is open. */
    static Trial of(KeptOpen kept, Path folder) {
        Trial trial = new Trial(folder);
        trial.kept = kept;
        return trial;
    }

    /** Of a kind that is made for the test. */
    static Trial of(Database kind, Target target, Path folder) {
        Trial trial = new Trial(folder);
        trial.made = kind;
        trial.target = target;
        return trial;
    }

    Trial option(String option, String value) {
        databaseOptions.put(option, value);
        return this;
    }

    Trial isolation(String wanted) {
        isolation = wanted;
        return this;
    }

    Trial level(Level... wanted) {
        levels = Set.of(wanted);
        return this;
    }

    Trial workload(String wanted) {
        workload = wanted;
        return this;
    }

    Trial sessions(int wanted) {
        sessions = wanted;
        return this;
    }

    Trial keys(int wanted) {
        keys = wanted;
        return this;
    }

    Trial seed(long wanted) {
        seed = wanted;
        return this;
    }

    Trial millis(long wanted) {
        time = Duration.ofMillis(wanted);
        return this;
    }

    /** Each round ends when so many are committed, be the machine slow or quick. */
    Trial transactions(long wanted) {
        transactions = wanted;
        time = Duration.ofMinutes(1);
        return this;
    }

    /** Rounds of that length for so long. */
    Trial rounds(Duration each, Duration all) {
        time = each;
        total = all;
        return this;
    }

    /** So many rounds. */
    Trial rounds(int count) {
        rounds = count;
        return this;
    }

    /** The first violation ends it. */
    Trial untilViolation() {
        untilViolation = true;
        return this;
    }

    Trial fault(Fault.Kind kind, Duration every, Duration lasts) {
        faults = List.of(kind);
        faultEvery = every;
        faultLasts = lasts;
        return this;
    }

    /** With a monitor at that level. */
    Trial monitor(Level level, Duration settle) {
        monitor = new MonitorPlan(level, settle);
        return this;
    }

    /** What monitors told while it ran. */
    List<Violation> violations() {
        return List.copyOf(violations);
    }

    TestPlan plan() throws DatabaseException {
        Target where = target != null ? target : kept != null ? kept.target() : Target.parse(name, databaseOptions);
        Database kind = made != null ? made : kept != null ? kept : Databases.of(where);
        Workload work = Workloads.byName(workload);
        Options options = work.defaults()
                .with(WorkloadOptions.SEED, seed)
                .with(RunOptions.TIME, time)
                .with(RunOptions.TRANSACTIONS, transactions)
                .with(RunOptions.FAULT, faults)
                .with(RunOptions.FAULT_EVERY, faultEvery)
                .with(RunOptions.FAULT_FOR, faultLasts)
                .with(TestOptions.ROUNDS, total == null ? rounds : null)
                .with(TestOptions.UNTIL, new Until(untilViolation, total))
                .with(TestOptions.TIMEOUT, Duration.ofMinutes(2));
        if (sessions != null) {
            options = options.with(WorkloadOptions.SESSIONS, sessions);
        }
        if (keys != null) {
            options = options.with(WorkloadOptions.KEYS, keys);
        }
        Isolation asked =
                isolation == null ? kind.defaultIsolation(where) : Databases.isolation(kind, where, isolation);
        CertificateSource certificates =
                work.needs().contains(Ability.ROWS) ? CertificateSources.of(kind, where, asked) : null;
        return new TestPlan(
                new TestPlan.Tested(
                        certificates == null ? where : certificates.started(where), kind, Access.plain(), asked),
                levels,
                work,
                options,
                certificates,
                monitor,
                folder,
                List.of("isolde", "test"));
    }

    TestResult run() throws DatabaseException, IOException, InterruptedException {
        return new TestJob(plan(), this).run();
    }

    /** Runs it, and asserts that it went well to its end and no level was violated. */
    TestResult satisfies() throws DatabaseException, IOException, InterruptedException {
        TestResult result = run();
        assertSatisfied(result);
        for (Round round : result.rounds()) {
            assertTrue(round.run().statistics().committed() >= transactions, "as many as were asked for");
        }
        return result;
    }

    static void assertSatisfied(TestResult result) throws IOException {
        assertNull(result.problem());
        String verdict = Files.readString(result.folder().verdict());
        assertEquals(Conclusion.SATISFIED, result.conclusion(), verdict);
        for (Round round : result.rounds()) {
            assertEquals(List.of(), round.run().complaints());
            assertTrue(round.run().statistics().committed() > 10, verdict);
        }
    }

    /** Where it runs. */
    RunningDatabase database() {
        return database;
    }

    /** How the round that runs now goes on; null before the first. */
    RunStatistics statistics() {
        return statistics;
    }

    /** What is done to the run folder before the first round. */
    interface Mischief {
        void to(RunFolder made) throws IOException;
    }

    Trial whenOpened(Mischief mischief) {
        mischiefs.add(mischief);
        return this;
    }

    /** What is done to the run folder between the run of each round and its check. */
    Trial whenRan(Mischief mischief) {
        lateMischiefs.add(mischief);
        return this;
    }

    private static void play(List<Mischief> mischiefs, RunFolder made) {
        for (Mischief mischief : mischiefs) {
            try {
                mischief.to(made);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @Override
    public void opened(RunningDatabase opened, RunFolder made) {
        database = opened;
        runFolder = made;
        play(mischiefs, made);
    }

    @Override
    public void started(int round, RunStatistics now) {
        statistics = now;
    }

    /** What is done when the workload runs without its monitor. */
    void whenBaseline(Runnable action) {
        baseline = action;
    }

    @Override
    public void baseline(RunStatistics now) {
        baseline.run();
    }

    @Override
    public void violation(int round, Violation violation) {
        violations.add(violation);
    }

    @Override
    public void ran(int round) {
        play(lateMischiefs, runFolder);
    }

    @Override
    public void checked(Round round) {}
}
