package org.isolde.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.isolde.run.artifact.FolderTree;

/**
 * The job of Apache Flink on a cluster in one process, beside the monitor: both read the same file as fast as they can, and keep
 * what they know on disk. And what the state of versions takes: a check of writes alone, which forgets none.
 */
final class ClusterBenchmark implements Benchmark {
    private static final String COMMON =
            "--store strict --timestamps --no-real-time --ops 8 --sessions 50 --shuffle 200ms";
    private static final String STREAM = COMMON + " --keys 1000 --distribution zipfian";
    private static final String WRITES = COMMON + " --keys 100000 --distribution uniform --read-ratio 0 --rmw 0";
    private static final int OPERATIONS = 8;
    /** Of a size, so that the largest state is made in seconds. */
    private static final int WRITES_SHARE = 4;

    private static final int HUGE = 10_000_000;

    /**
     * Who checks.
     *
     * @param backend of a job; null for the monitor
     * @param oneCore whether it may use one processor alone
     */
    private record Engine(String backend, int parallelism, boolean oneCore) {
        String text() {
            return backend == null ? "`isolde monitor`" : "job, " + backend;
        }
    }

    private static final Engine MONITOR = new Engine(null, 1, false);
    private static final List<Engine> ENGINES = List.of(
            MONITOR,
            new Engine("heap", 1, true),
            new Engine("heap", 1, false),
            new Engine("heap", 2, false),
            new Engine("rocksdb", 1, false),
            new Engine("rocksdb", 2, false));

    /** What runs of one kind have told, and their medians. */
    private static final class Figures {
        private final Map<String, List<Double>> told = new LinkedHashMap<>();

        void add(String name, double figure) {
            told.computeIfAbsent(name, key -> new ArrayList<>()).add(figure);
        }

        double median(String name) {
            return Series.median(
                    told.get(name).stream().mapToDouble(Double::doubleValue).toArray());
        }
    }

    @Override
    public String run(Laboratory laboratory, Sizes sizes) throws IOException, InterruptedException {
        List<Integer> counts = new ArrayList<>(sizes.cluster());
        if (sizes.huge() > 0) {
            counts.add(sizes.huge());
        }
        Table speed = new Table(
                ">transactions",
                "by",
                ">parallelism",
                "cores",
                ">seconds",
                ">transactions/s",
                ">beyond the size before",
                ">CPU seconds",
                ">transactions a CPU second",
                ">x monitor",
                ">largest checkpoint, MB",
                ">last, MB",
                ">slowest, s",
                "verdict");
        int row = 0;
        Map<Engine, double[]> before = new HashMap<>();
        for (int count : counts) {
            double ofMonitor = 0;
            for (Engine engine : ENGINES) {
                if (!laboratory.wantsRow(++row) || engine.oneCore && !canPin()) {
                    continue;
                }
                Path file = Recipe.of("cluster", count, STREAM).file(laboratory.data(), "jsonl");
                Figures figures = new Figures();
                String verdict = "";
                for (int run = 1; run <= (count >= HUGE ? 1 : laboratory.runs()); run++) {
                    laboratory.say("cluster: " + engine + ", " + Table.count(count) + " transactions, run " + run);
                    verdict = stream(laboratory, engine, count, file, figures);
                }
                double seconds = figures.median("seconds");
                ofMonitor = engine == MONITOR ? seconds : ofMonitor;
                double[] smaller = before.put(engine, new double[] {count, seconds});
                boolean job = engine != MONITOR;
                speed.row(
                        Table.count(count),
                        engine.text(),
                        job ? Integer.toString(engine.parallelism) : "",
                        engine.oneCore ? "1" : "all",
                        Table.seconds(seconds),
                        Table.count((long) (count / seconds)),
                        smaller == null || smaller[1] >= seconds
                                ? ""
                                : Table.count((long) ((count - smaller[0]) / (seconds - smaller[1]))),
                        Table.seconds(figures.median("cpu")),
                        Table.count((long) (count / figures.median("cpu"))),
                        ofMonitor > 0 ? Table.fixed(seconds / ofMonitor, 2) : "",
                        job ? Table.fixed(figures.median("mostBytes") / 1e6, 1) : "",
                        job ? Table.fixed(figures.median("lastBytes") / 1e6, 1) : "",
                        job ? Table.seconds(figures.median("mostSeconds")) : "",
                        verdict);
            }
        }
        Table state = new Table(
                "backend",
                ">versions",
                ">state, MB",
                ">bytes a version",
                ">checkpoint, s",
                ">transactions/s",
                "verdict");
        for (int size : sizes.cluster()) {
            for (String backend : List.of("heap", "rocksdb")) {
                if (laboratory.wantsRow(++row)) {
                    state(laboratory, backend, Math.max(1, size / WRITES_SHARE), state);
                }
            }
        }
        return "### Cluster\n\nSeconds of a job are those that it ran, without the start of two JVMs and of the cluster in"
                + " them; those of the monitor are all, from the start of its JVM; CPU seconds are all for both. *Beyond the"
                + " size before* is the speed of what the next smaller size does not have.\n\n```text\nisolde generate "
                + STREAM + " --transactions N --seed 1 --out FILE\nisolde cluster " + String.join(" ", JOB)
                + " --backend B --parallelism N --state DIR FILE\nisolde " + String.join(" ", ALONE)
                + " --state DIR FILE\n```\n\n" + speed
                + "\nThe state of versions, none of which is forgotten; the last checkpoint is that of all.\n\n```text\nisolde"
                + " generate " + WRITES + " --transactions N --seed 1 --out FILE\nisolde cluster "
                + String.join(" ", CHECK) + " --backend B --state DIR FILE\n```\n\n" + state;
    }

    private static final List<String> JOB = List.of(
            "monitor", "--level", "si", "--settle", "5s", "--retain", "2s", "--checkpoint-every", "1s", "--json");
    private static final List<String> ALONE =
            List.of("monitor", "--level", "si", "--settle", "5s", "--memory", "1g", "--json");
    private static final List<String> CHECK =
            List.of("check", "--level", "si", "--checkpoint-every", "1s", "--parallelism", "2", "--json");

    private static boolean canPin() throws IOException, InterruptedException {
        try {
            return new ProcessBuilder("taskset", "-c", "0", "true").start().waitFor() == 0;
        } catch (IOException e) {
            // there is no taskset here
            return false;
        }
    }

    private static String stream(Laboratory laboratory, Engine engine, int count, Path file, Figures figures)
            throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(engine.oneCore ? List.of("taskset", "-c", "0") : List.of());
        words.addAll(laboratory.isolde());
        if (engine == MONITOR) {
            words.addAll(ALONE);
        } else {
            words.add("cluster");
            words.addAll(JOB);
            words.addAll(List.of("--backend", engine.backend));
            words.addAll(List.of("--parallelism", Integer.toString(engine.parallelism)));
        }
        Usage usage = run(laboratory, words, file);
        String summary = summary(usage);
        figures.add("cpu", usage.cpuSeconds());
        figures.add("seconds", engine == MONITOR ? usage.seconds() : number(summary, "seconds"));
        if (engine != MONITOR) {
            // what is over within a second has made none
            for (String name : List.of("mostBytes", "lastBytes", "mostSeconds")) {
                figures.add(name, summary.contains("\"checkpoints\"") ? number(summary, name) : 0);
            }
        }
        record(laboratory, engine.text(), engine.parallelism, count, usage, summary);
        return CheckTable.verdict(usage.exitCode());
    }

    private static void state(Laboratory laboratory, String backend, int count, Table table)
            throws IOException, InterruptedException {
        Path file = Recipe.of("cluster-writes", count, WRITES).file(laboratory.data(), "jsonl");
        Figures figures = new Figures();
        String verdict = "";
        for (int run = 1; run <= laboratory.runs(); run++) {
            laboratory.say("cluster: state, " + backend + ", " + Table.count(count) + " transactions, run " + run);
            List<String> words = new ArrayList<>(laboratory.isolde());
            words.add("cluster");
            words.addAll(CHECK);
            words.addAll(List.of("--backend", backend));
            Usage usage = run(laboratory, words, file);
            String summary = summary(usage);
            figures.add("seconds", number(summary, "seconds"));
            figures.add("lastBytes", number(summary, "lastBytes"));
            figures.add("lastSeconds", number(summary, "lastSeconds"));
            verdict = CheckTable.verdict(usage.exitCode());
            record(laboratory, "state, " + backend, 2, count, usage, summary);
        }
        long versions = (long) count * OPERATIONS;
        table.row(
                backend,
                Table.count(versions),
                Table.fixed(figures.median("lastBytes") / 1e6, 1),
                Table.fixed(figures.median("lastBytes") / versions, 1),
                Table.seconds(figures.median("lastSeconds")),
                Table.count((long) (count / figures.median("seconds"))),
                verdict);
    }

    private static Usage run(Laboratory laboratory, List<String> words, Path file)
            throws IOException, InterruptedException {
        Path folder = laboratory.data().scratch("cluster");
        FolderTree.delete(folder);
        Files.createDirectories(folder);
        words.addAll(List.of("--state", folder.resolve("state").toString(), file.toString()));
        Usage usage = Laboratory.run(new Command("cluster", words, Map.of(), file));
        FolderTree.delete(folder);
        return usage;
    }

    private static void record(
            Laboratory laboratory, String by, int parallelism, int count, Usage usage, String summary)
            throws IOException {
        Map<String, Object> measurement = new LinkedHashMap<>();
        measurement.put("benchmark", "cluster");
        measurement.put("by", by);
        measurement.put("parallelism", parallelism);
        measurement.put("transactions", count);
        measurement.put("wholeSeconds", usage.seconds());
        measurement.put("cpuSeconds", usage.cpuSeconds());
        measurement.put("exitCode", usage.exitCode());
        measurement.put("summary", summary);
        laboratory.json().write(measurement);
    }

    /** The last line, which is that of the whole run. */
    private static String summary(Usage usage) {
        String text = usage.out().strip();
        return text.substring(text.lastIndexOf('\n') + 1);
    }

    private static double number(String json, String name) {
        Matcher matcher = Pattern.compile("\"" + name + "\":([0-9.]+)").matcher(json);
        if (!matcher.find()) {
            throw new BenchmarkException("the last line has no " + name + ": " + json);
        }
        return Double.parseDouble(matcher.group(1));
    }
}
