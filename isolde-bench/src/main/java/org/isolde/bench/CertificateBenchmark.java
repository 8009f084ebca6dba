package org.isolde.bench;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isolde.run.Access;
import org.isolde.run.Database;
import org.isolde.run.Databases;
import org.isolde.run.Isolation;
import org.isolde.run.Redaction;
import org.isolde.run.RunningDatabase;
import org.isolde.run.Target;
import org.isolde.run.certificate.Certificate;
import org.isolde.run.certificate.CertificateSource;
import org.isolde.run.certificate.CertificateSource.RecoveryOptions;
import org.isolde.run.certificate.CertificateSources;
import org.isolde.run.certificate.ForwardingSource;
import org.isolde.run.certificate.Recovering;
import org.isolde.run.certificate.Recovery;
import org.isolde.run.option.Options;
import org.isolde.run.record.HistoryFile;
import org.isolde.run.runner.Run;
import org.isolde.run.runner.RunOptions;
import org.isolde.run.runner.RunPlan;
import org.isolde.run.workload.Workload;
import org.isolde.run.workload.WorkloadOptions;
import org.isolde.run.workload.Workloads;

/**
 * What recovering a certificate costs PostgreSQL and its clients: the predicate workload with it and without.
 *
 * <p>Invariant: runs come in pairs, and which of the two is first changes from pair to pair, so that a trend favours neither.
 */
final class CertificateBenchmark implements Benchmark {
    private static final String DATABASE = "postgres:18.6";
    private static final List<String> ISOLATIONS = List.of("serializable", "read-committed");
    private static final int MOST_PAIRS = 6;
    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    /** A run's rates: by the clock, and by the processor time of clients and server together. */
    private record Rates(double perSecond, double perCpuSecond, double abortRate) {}

    private final Table table = new Table(
            "isolation",
            ">committed/s, certificate",
            ">without",
            ">loss",
            ">committed/CPU s, certificate",
            ">without",
            ">loss, CPU",
            ">aborted");

    @Override
    public String run(Laboratory laboratory, Sizes sizes) throws IOException, InterruptedException {
        int pairs = Math.min(MOST_PAIRS, sizes.live().pairs());
        int milliseconds = Math.toIntExact(sizes.live().point().toMillis());
        Target plain = Target.parse(DATABASE, Map.of());
        try {
            Database kind = Databases.of(plain);
            CertificateSource source = CertificateSources.of(kind, plain, kind.defaultIsolation(plain));
            Target target = Target.parse(DATABASE, source.settings(plain));
            try (RunningDatabase running = kind.open(target, Access.plain())) {
                for (String name : ISOLATIONS) {
                    laboratory.say("certificate: " + DATABASE + ", " + name);
                    Isolation isolation = Databases.isolation(kind, target, name);
                    measure(laboratory, running, source, isolation, pairs, milliseconds);
                }
            }
        } catch (InterruptedException | IOException e) {
            throw e;
        } catch (Exception e) {
            throw new BenchmarkException(DATABASE + ": " + e.getMessage());
        }
        return "### Certificate\n\nThe predicate workload on " + DATABASE + ", 8 sessions, its history recorded; "
                + pairs
                + " pairs of runs of " + milliseconds
                + " ms, with and without a certificate, after one that doesn't count,"
                + " on one server that writes its log for logical decoding. Rates are medians; a loss is the median over the"
                + " pairs. CPU seconds are those of clients and server together, up to the end of the last session: where others use"
                + " the machine, that loss is the one to look at.\n\n"
                + table;
    }

    private void measure(
            Laboratory laboratory,
            RunningDatabase running,
            CertificateSource source,
            Isolation isolation,
            int pairs,
            int milliseconds)
            throws Exception {
        List<Rates> with = new ArrayList<>();
        List<Rates> without = new ArrayList<>();
        for (int pair = -1; pair < pairs; pair++) {
            for (boolean certified : new boolean[] {pair % 2 == 0, pair % 2 != 0}) {
                Rates rates = run(running, certified ? source : null, isolation, milliseconds, pair);
                if (pair >= 0) {
                    (certified ? with : without).add(rates);
                }
            }
        }
        double[] losses = new double[pairs];
        double[] cpuLosses = new double[pairs];
        for (int pair = 0; pair < pairs; pair++) {
            losses[pair] = 1 - with.get(pair).perSecond / without.get(pair).perSecond;
            cpuLosses[pair] = 1 - with.get(pair).perCpuSecond / without.get(pair).perCpuSecond;
            Map<String, Object> measurement = new LinkedHashMap<>();
            measurement.put("benchmark", "certificate");
            measurement.put("database", DATABASE);
            measurement.put("isolation", isolation.name());
            measurement.put("run", pair + 1);
            measurement.put("certifiedPerSecond", with.get(pair).perSecond);
            measurement.put("plainPerSecond", without.get(pair).perSecond);
            measurement.put("certifiedPerCpuSecond", with.get(pair).perCpuSecond);
            measurement.put("plainPerCpuSecond", without.get(pair).perCpuSecond);
            laboratory.json().write(measurement);
        }
        table.row(
                isolation.name(),
                Table.count(Math.round(median(with, true))),
                Table.count(Math.round(median(without, true))),
                percent(Series.median(losses)),
                Table.count(Math.round(median(with, false))),
                Table.count(Math.round(median(without, false))),
                percent(Series.median(cpuLosses)),
                percent(Series.median(
                        with.stream().mapToDouble(Rates::abortRate).toArray())));
    }

    private static double median(List<Rates> rates, boolean byClock) {
        return Series.median(rates.stream()
                .mapToDouble(rate -> byClock ? rate.perSecond : rate.perCpuSecond)
                .toArray());
    }

    private static String percent(double share) {
        return Table.fixed(100 * share, 1) + "%";
    }

    /** One run, on an empty table. */
    private static Rates run(
            RunningDatabase running, CertificateSource source, Isolation isolation, int milliseconds, long seed)
            throws Exception {
        Workload workload = Workloads.byName("predicate");
        Options options = workload.defaults()
                .with(WorkloadOptions.SEED, seed)
                .with(RunOptions.TIME, Duration.ofMillis(milliseconds));
        Path folder = Files.createTempDirectory("isolde-bench");
        Path history = folder.resolve("history.jsonl");
        try {
            double[] atTheEnd = {0};
            Recovering recovering = source == null
                    ? Recovering.nothing(running, "it is measured without")
                    : Recovering.begin(
                            new Measured(source, atTheEnd),
                            running,
                            isolation,
                            new RecoveryOptions(false),
                            history,
                            Redaction.none());
            RunPlan plan = new RunPlan(
                    isolation,
                    RunPlan.tables(workload, options),
                    workload.start(options),
                    options,
                    List.of(),
                    Duration.ofSeconds(10),
                    Redaction.none());
            running.createTables(plan.tables());
            recovering.tablesMade();
            System.gc();
            double before = processorSeconds();
            Run run = new Run(running, plan, new HistoryFile(history, Map.of()), recovering);
            Run.Result result = run.run();
            double used = (source == null ? processorSeconds() : atTheEnd[0]) - before;
            if (result.problem() != null
                    || source != null && !result.certificate().holds()) {
                throw new IOException(
                        result.problem() != null
                                ? result.problem()
                                : result.certificate().refusal());
            }
            return new Rates(
                    result.statistics().committedPerSecond(),
                    result.statistics().committed() / used,
                    result.statistics().abortRate());
        } finally {
            Files.deleteIfExists(history);
            Files.delete(folder);
        }
    }

    /** A source whose recoveries note what has been used when the sessions have ended. */
    private static final class Measured extends ForwardingSource {
        private final double[] atTheEnd;

        Measured(CertificateSource source, double[] atTheEnd) {
            super(source);
            this.atTheEnd = atTheEnd;
        }

        @Override
        protected Certificate finish(Recovery recovery) throws Exception {
            atTheEnd[0] = processorSeconds();
            return super.finish(recovery);
        }
    }

    /** What this process and the servers that it started have used so far, those that have ended included. */
    private static double processorSeconds() throws IOException {
        double seconds = SYSTEM.getProcessCpuTime() / 1e9;
        for (ProcessHandle process : ProcessHandle.current().descendants().toList()) {
            Path stat = Path.of("/proc", Long.toString(process.pid()), "stat");
            if (Files.exists(stat)) {
                String text = Files.readString(stat);
                // behind the name, which may hold anything: utime, stime, and those of children that have ended
                String[] fields = text.substring(text.lastIndexOf(')') + 2).split(" ", -1);
                for (int field = 11; field <= 14; field++) {
                    seconds += Long.parseLong(fields[field]) / 100.0;
                }
            }
        }
        return seconds;
    }
}
