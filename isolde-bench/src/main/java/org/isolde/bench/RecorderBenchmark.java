package org.isolde.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What recording costs where a database is fast: committed transactions with a recording and without. */
final class RecorderBenchmark implements Benchmark {
    private static final int WARMUPS = 10;

    private final Table table = new Table(
            "database",
            "isolation",
            ">committed/s, recorded",
            ">without",
            ">loss",
            ">committed/CPU s, recorded",
            ">without",
            ">loss, CPU",
            ">bytes a transaction");

    @Override
    public String run(Laboratory laboratory, Sizes sizes) throws IOException, InterruptedException {
        Sizes.Live live = sizes.live();
        for (String isolation : live.recorderIsolations()) {
            laboratory.say("recorder: " + live.recorderDatabase() + ", " + isolation);
            Map<String, List<Double>> figures = measure(laboratory, live, isolation);
            record(laboratory.json(), live, isolation, figures);
            table.row(
                    live.recorderDatabase(),
                    isolation,
                    Table.count(Math.round(median(figures, "recordedPerSecond"))),
                    Table.count(Math.round(median(figures, "plainPerSecond"))),
                    percent(loss(figures, "PerSecond")),
                    Table.count(Math.round(median(figures, "recordedPerCpuSecond"))),
                    Table.count(Math.round(median(figures, "plainPerCpuSecond"))),
                    percent(loss(figures, "PerCpuSecond")),
                    Table.fixed(median(figures, "recordedBytes"), 0));
        }
        return "### Recorder\n\n"
                + RecordingSpeed.SESSIONS
                + " sessions in one process, transactions of two reads and two writes on two of "
                + Table.count(RecordingSpeed.KEYS) + " keys; " + live.pairs() + " pairs of runs of "
                + live.runMilliseconds() + " ms, with and without a recording, after " + WARMUPS
                + " that don't count. Rates are medians; a loss is the median over the pairs. CPU seconds are those of"
                + " the whole process: where others use the machine, that loss is the one to look at.\n\n"
                + table;
    }

    private static Map<String, List<Double>> measure(Laboratory laboratory, Sizes.Live live, String isolation)
            throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("isolde-bench");
        try {
            List<String> words = new ArrayList<>(laboratory.java());
            words.addAll(List.of("-cp", System.getProperty("java.class.path"), RecordingSpeed.class.getName()));
            words.addAll(List.of(live.recorderDatabase(), isolation));
            words.addAll(List.of(Integer.toString(live.runMilliseconds()), Integer.toString(WARMUPS)));
            words.addAll(List.of(Integer.toString(live.pairs()), folder.toString()));
            Usage usage = ChildProcess.run(words, Map.of());
            if (usage.exitCode() != 0) {
                throw new BenchmarkException("recording " + live.recorderDatabase() + " at " + isolation + " failed:\n"
                        + usage.error().strip());
            }
            Map<String, List<Double>> figures = new HashMap<>();
            for (String line : usage.out().lines().toList()) {
                int space = line.indexOf(' ');
                figures.computeIfAbsent(line.substring(0, space), name -> new ArrayList<>())
                        .add(Double.valueOf(line.substring(space)));
            }
            return figures;
        } finally {
            Files.delete(folder);
        }
    }

    /** The median over all pairs of the share that recording takes away. */
    private static double loss(Map<String, List<Double>> figures, String rate) {
        List<Double> recorded = figures.get("recorded" + rate);
        List<Double> plain = figures.get("plain" + rate);
        double[] losses = new double[recorded.size()];
        for (int pair = 0; pair < losses.length; pair++) {
            losses[pair] = 1 - recorded.get(pair) / plain.get(pair);
        }
        return Series.median(losses);
    }

    private static String percent(double share) {
        return Table.fixed(100 * share, 1) + "%";
    }

    private static double median(Map<String, List<Double>> figures, String name) {
        return Series.median(
                figures.get(name).stream().mapToDouble(Double::doubleValue).toArray());
    }

    private static void record(JsonLines json, Sizes.Live live, String isolation, Map<String, List<Double>> figures)
            throws IOException {
        for (int pair = 0; pair < figures.get("recordedPerSecond").size(); pair++) {
            Map<String, Object> measurement = new LinkedHashMap<>();
            measurement.put("benchmark", "recorder");
            measurement.put("database", live.recorderDatabase());
            measurement.put("isolation", isolation);
            measurement.put("run", pair + 1);
            for (String name : List.of("PerSecond", "PerCpuSecond", "AbortRate")) {
                measurement.put(
                        "recorded" + name, figures.get("recorded" + name).get(pair));
                measurement.put("plain" + name, figures.get("plain" + name).get(pair));
            }
            measurement.put("recordedBytes", figures.get("recordedBytes").get(pair));
            json.write(measurement);
        }
    }
}
