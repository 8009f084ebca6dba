package org.isolde.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.isolde.broken.Fault;
import org.isolde.broken.Faults;
import org.isolde.check.CheckOptions;
import org.isolde.check.Isolde;
import org.isolde.check.Verdict;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.run.Access;
import org.isolde.run.Database;
import org.isolde.run.Databases;
import org.isolde.run.Isolation;
import org.isolde.run.Redaction;
import org.isolde.run.RunningDatabase;
import org.isolde.run.Target;
import org.isolde.run.certificate.CertificateSource;
import org.isolde.run.certificate.CertificateSource.RecoveryOptions;
import org.isolde.run.certificate.CertificateSources;
import org.isolde.run.certificate.Recovering;
import org.isolde.run.option.Options;
import org.isolde.run.record.HistoryFile;
import org.isolde.run.runner.Run;
import org.isolde.run.runner.RunOptions;
import org.isolde.run.runner.RunPlan;
import org.isolde.run.workload.Workload;
import org.isolde.run.workload.WorkloadOptions;
import org.isolde.run.workload.Workloads;

/**
 * What the workloads find: a real database that has one fault with some probability, and how long each workload has to run, with
 * its defaults, until the check says that the level is violated.
 *
 * <p>Invariant: rounds begin with new tables and a seed of their own, each twice as long as the one before.
 */
final class PowerBenchmark implements Benchmark {
    /** A check that takes longer has found nothing. */
    private static final Duration CHECK = Duration.ofSeconds(30);

    private final List<String> titles = new ArrayList<>(List.of("fault", ">probability"));
    private final List<String> problems = new ArrayList<>();

    /** A database that is up, for all cells. */
    private record Tested(RunningDatabase running, CertificateSource certificates, Isolation isolation) {}

    @Override
    public String run(Laboratory laboratory, Sizes sizes) throws IOException, InterruptedException {
        Sizes.Power power = sizes.power();
        power.workloads().forEach(workload -> titles.add(">" + workload));
        Table table = new Table(titles.toArray(new String[0]));
        Target plain = Target.parse(power.database(), Map.of());
        try {
            Database kind = Databases.of(plain);
            Isolation isolation = Databases.isolation(kind, plain, power.isolation());
            CertificateSource source = CertificateSources.of(kind, plain, isolation);
            Target target = source == null ? plain : Target.parse(power.database(), source.settings(plain));
            try (RunningDatabase running = kind.open(target, Access.plain())) {
                Tested tested = new Tested(running, source, isolation);
                // nothing may be found where nothing is wrong
                row(laboratory, power, tested, table, power.faults().get(0), 0);
                for (Fault fault : power.faults()) {
                    for (double probability : power.probabilities()) {
                        row(laboratory, power, tested, table, fault, probability);
                    }
                }
            }
        } catch (InterruptedException | IOException e) {
            throw e;
        } catch (Exception e) {
            throw new BenchmarkException(power.database() + ": " + e.getMessage());
        }
        return "### Power\n\nSeconds that a workload ran, with its defaults, until the check found that "
                + power.database()
                + " at " + power.isolation()
                + " violates its level; in brackets how often the fault had happened. In rounds of "
                + String.join(
                        ", ",
                        power.rounds().stream()
                                .map(round -> Table.fixed(round.toMillis() / 1e3, 1))
                                .toList())
                + " s, so the least is the first of these. \"no\": not found in all of them; a dash: the fault never happened.\n\n"
                + table
                + String.join(
                        "",
                        problems.stream().map(problem -> "\n" + problem + "\n").toList());
    }

    private void row(
            Laboratory laboratory, Sizes.Power power, Tested tested, Table table, Fault fault, double probability)
            throws Exception {
        List<String> cells = new ArrayList<>();
        cells.add(probability == 0 ? "none" : fault.text());
        cells.add(probability == 0 ? "" : Double.toString(probability));
        for (String workload : power.workloads()) {
            laboratory.say("power: " + fault.text() + " " + probability + ", " + workload);
            cells.add(cell(laboratory, power, tested, Workloads.byName(workload), fault, probability));
        }
        table.row(cells.toArray(new String[0]));
    }

    private String cell(
            Laboratory laboratory, Sizes.Power power, Tested tested, Workload workload, Fault fault, double probability)
            throws Exception {
        int happened = 0;
        double ran = 0;
        boolean found = false;
        for (int round = 0; round < power.rounds().size() && !found; round++) {
            Faults faults = new Faults(fault, probability, round + 1);
            Duration time = power.rounds().get(round);
            found = isFound(tested, faults.before(tested.running()), workload, round + 1, time);
            happened += faults.happened();
            ran += time.toMillis() / 1e3;
        }
        Map<String, Object> measurement = new LinkedHashMap<>();
        measurement.put("benchmark", "power");
        measurement.put("fault", fault.text());
        measurement.put("probability", probability);
        measurement.put("workload", workload.name());
        measurement.put("found", found);
        measurement.put("seconds", ran);
        measurement.put("happened", happened);
        laboratory.json().write(measurement);
        if (found) {
            return Table.fixed(ran, 1) + " (" + Table.count(happened) + ")";
        }
        return happened > 0 ? "no (" + Table.count(happened) + ")" : probability > 0 ? "-" : "no";
    }

    /** Whether one round shows that something is wrong. */
    private boolean isFound(Tested tested, RunningDatabase broken, Workload workload, long seed, Duration time)
            throws Exception {
        Options options = workload.defaults().with(WorkloadOptions.SEED, seed).with(RunOptions.TIME, time);
        RunPlan plan = new RunPlan(
                tested.isolation(),
                RunPlan.tables(workload, options),
                workload.start(options),
                options,
                List.of(),
                Duration.ofSeconds(10),
                Redaction.none());
        Path folder = Files.createTempDirectory("isolde-bench");
        Path file = folder.resolve("history.jsonl");
        try {
            Recovering recovering = recovering(tested, broken, plan, file);
            broken.createTables(plan.tables());
            if (recovering != null) {
                recovering.tablesMade();
            }
            Run.Result result = new Run(broken, plan, new HistoryFile(file, Map.of()), recovering).run();
            if (result.problem() != null) {
                problems.add(workload.name() + " ended by: " + result.problem());
            }
            return isViolated(History.read(file), tested.isolation().claims());
        } finally {
            Files.deleteIfExists(file);
            Files.delete(folder);
        }
    }

    /** Null if the run is not about rows. */
    private static Recovering recovering(Tested tested, RunningDatabase broken, RunPlan plan, Path file)
            throws InterruptedException {
        if (!plan.tables().rows()) {
            return null;
        }
        return tested.certificates() == null
                ? Recovering.nothing(broken, "there is no way to recover one")
                : Recovering.begin(
                        tested.certificates(),
                        broken,
                        tested.isolation(),
                        new RecoveryOptions(false),
                        file,
                        Redaction.none());
    }

    private static boolean isViolated(History history, Level level) throws IOException {
        Verdict verdict = Isolde.check(history, CheckOptions.of(Set.of(level)).withLimits(CHECK, 0))
                .verdicts()
                .get(level);
        return verdict instanceof Verdict.Violated;
    }
}
