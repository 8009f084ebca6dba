package org.isolde.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isolde.bench.LiveDatabase.Load;
import org.isolde.report.plot.BarPanel;
import org.isolde.report.plot.Picture;
import org.isolde.run.Isolation;
import org.isolde.run.record.HistoryFile;
import org.isolde.run.record.TransactionLog;

/**
 * The time for a verdict on so many committed transactions, mini-transactions against general ones: to run and record
 * them, and to check the recording, as in MTC's figure 10.
 */
final class EndToEndBenchmark implements Benchmark {
    private static final int SESSIONS = 8;
    private static final int KEYS = 1_000;
    private static final String TIMEOUT = "300s";

    /** The isolation levels of the database, each with what is checked. */
    private static final Map<String, String> LEVELS = new LinkedHashMap<>();

    static {
        LEVELS.put(Isolation.SERIALIZABLE, "ser");
        LEVELS.put(Isolation.REPEATABLE_READ, "si");
    }

    private final Table table = new Table(
            "isolation",
            "checked",
            ">committed",
            "workload",
            ">aborted",
            ">generation, s",
            ">verification, s",
            ">together, s",
            ">x mini",
            "verdict");

    /** One workload's runs: medians, and the verdict of the last. */
    private record Outcome(double aborted, double generation, double verification, String verdict) {
        double together() {
            return generation + verification;
        }
    }

    @Override
    public String run(Laboratory laboratory, Sizes sizes) throws IOException, InterruptedException {
        Sizes.Live live = sizes.live();
        Picture picture = new Picture(
                "End-to-end time of mini-transactions and general transactions",
                "Seconds to generate and to verify histories with the same number of committed transactions.");
        Path folder = Files.createTempDirectory("isolde-bench");
        String version;
        try (LiveDatabase database = new LiveDatabase(live.database())) {
            version = database.version();
            for (String workload : AbortsBenchmark.WORKLOADS) {
                // else the first run would pay for all that the JVM and the server do only once
                Load load = new Load(workload, Isolation.SERIALIZABLE, SESSIONS, KEYS, 0);
                database.run(load, 0, live.point(), 0, TransactionLog.NOTHING);
            }
            for (Map.Entry<String, String> level : LEVELS.entrySet()) {
                BarPanel panel = new BarPanel(
                        "committed transactions, " + level.getKey().replace('-', ' '),
                        "seconds",
                        live.committed().stream().map(Table::count).toList(),
                        "generation",
                        "verification");
                for (int at = 0; at < live.committed().size(); at++) {
                    int committed = live.committed().get(at);
                    double mini = 0;
                    List<Outcome> both =
                            measure(laboratory, database, level.getKey(), level.getValue(), committed, folder);
                    for (int workload = 0; workload < both.size(); workload++) {
                        Outcome outcome = both.get(workload);
                        mini = workload == 0 ? outcome.together() : mini;
                        String name = AbortsBenchmark.WORKLOADS.get(workload);
                        row(level, committed, name, outcome, outcome.together() / mini);
                        panel.bar(at, name, workload, outcome.generation(), outcome.verification());
                    }
                }
                picture.add(panel);
            }
        } finally {
            Files.delete(folder);
        }
        laboratory.draw("end-to-end", picture);
        return "### End to end\n\n"
                + version + ", " + SESSIONS + " sessions, " + Table.count(KEYS) + " keys that stay, uniform, nothing"
                + " retried. Generation is the run with its recording, on a table that has all its keys;"
                + " verification is a fresh `isolde check --level ser|si --timeout " + TIMEOUT
                + "` of the recording, with"
                + " the start of its JVM. General transactions have " + LiveDatabase.GENERAL_OPERATIONS
                + " operations.\n\n" + table;
    }

    private void row(Map.Entry<String, String> level, int committed, String workload, Outcome outcome, double ratio) {
        table.row(
                level.getKey(),
                level.getValue(),
                Table.count(committed),
                workload,
                Table.fixed(100 * outcome.aborted(), 1) + "%",
                Table.seconds(outcome.generation()),
                Table.seconds(outcome.verification()),
                Table.seconds(outcome.together()),
                Table.fixed(ratio, 2),
                outcome.verdict());
    }

    private static List<Outcome> measure(
            Laboratory laboratory, LiveDatabase database, String isolation, String level, int committed, Path folder)
            throws IOException, InterruptedException {
        int runs = laboratory.runs();
        List<Outcome> outcomes = new ArrayList<>();
        Outcome[][] all = new Outcome[AbortsBenchmark.WORKLOADS.size()][runs];
        for (int run = 0; run < runs; run++) {
            for (int workload = 0; workload < all.length; workload++) {
                String name = AbortsBenchmark.WORKLOADS.get(workload);
                laboratory.say("end-to-end: " + isolation + ", " + Table.count(committed) + " " + name);
                Load load = new Load(name, isolation, SESSIONS, KEYS, 0);
                Path history = folder.resolve("history.jsonl");
                try {
                    LiveDatabase.Outcome ran;
                    try (HistoryFile log = new HistoryFile(history, Map.of())) {
                        ran = database.run(load, run + 1, null, committed, log);
                    }
                    Usage check =
                            Laboratory.run(laboratory.check(name, history, "--level", level, "--timeout", TIMEOUT));
                    all[workload][run] = new Outcome(
                            ran.abortRate(), ran.seconds(), check.seconds(), CheckTable.verdict(check.exitCode()));
                    record(laboratory.json(), load, level, run + 1, ran, check);
                } finally {
                    Files.deleteIfExists(history);
                }
            }
        }
        for (Outcome[] of : all) {
            double[] aborted = new double[runs];
            double[] generation = new double[runs];
            double[] verification = new double[runs];
            for (int run = 0; run < runs; run++) {
                aborted[run] = of[run].aborted();
                generation[run] = of[run].generation();
                verification[run] = of[run].verification();
            }
            outcomes.add(new Outcome(
                    Series.median(aborted),
                    Series.median(generation),
                    Series.median(verification),
                    of[runs - 1].verdict()));
        }
        return outcomes;
    }

    private static void record(JsonLines json, Load load, String level, int run, LiveDatabase.Outcome ran, Usage check)
            throws IOException {
        Map<String, Object> measurement = new LinkedHashMap<>();
        measurement.put("benchmark", "end-to-end");
        measurement.put("workload", load.workload());
        measurement.put("isolation", load.isolation());
        measurement.put("level", level);
        measurement.put("run", run);
        measurement.put("committed", ran.committed());
        measurement.put("aborted", ran.aborted());
        measurement.put("generationSeconds", ran.seconds());
        measurement.put("verificationSeconds", check.seconds());
        measurement.put("verificationCpuSeconds", check.cpuSeconds());
        measurement.put("peakBytes", check.peakBytes());
        measurement.put("exitCode", check.exitCode());
        json.write(measurement);
    }
}
