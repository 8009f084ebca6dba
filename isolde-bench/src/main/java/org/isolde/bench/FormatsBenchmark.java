package org.isolde.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How fast a warm JVM reads each format, with one thread and with all, and how large the history then is.
 *
 * <p>Each format and number of threads has its own JVM, which reads the file over and over, in turn with the floor: see
 * {@link ReadingSpeed}.
 */
final class FormatsBenchmark implements Benchmark {
    private static final String STORE = "serial";
    private static final int WARMUPS = 5;

    private final Table table = new Table(
            "format",
            ">MB",
            ">threads",
            ">seconds",
            ">MB/s",
            ">ns an operation",
            ">x floor",
            ">heap bytes an operation",
            ">in columns",
            ">in side tables");

    @Override
    public String run(Laboratory laboratory, Sizes sizes) throws IOException, InterruptedException {
        Path text = laboratory.data().generated(STORE, sizes.formats(), "txt");
        Map<String, Path> files = new LinkedHashMap<>();
        files.put("plume", text);
        files.put("isolde", laboratory.data().converted(text, "jsonl"));
        files.put("edn", laboratory.data().converted(text, "edn"));
        files.put("isolde-binary", laboratory.data().converted(text, "isolde"));
        int processors = Runtime.getRuntime().availableProcessors();
        for (int threads : processors == 1 ? List.of(1) : List.of(1, processors)) {
            List<Double> floors = new ArrayList<>();
            List<Speed> speeds = new ArrayList<>();
            for (Map.Entry<String, Path> entry : files.entrySet()) {
                laboratory.say("formats: " + entry.getKey() + ", " + threads + (threads == 1 ? " thread" : " threads"));
                Speed speed = measure(laboratory, entry.getKey(), entry.getValue(), text, threads);
                record(laboratory.json(), sizes.formats(), speed);
                floors.addAll(speed.figures("floorSeconds"));
                speeds.add(speed);
            }
            double floor = median(floors);
            double megabytes = Files.size(text) / 1e6;
            table.row(
                    "floor",
                    Table.fixed(megabytes, 1),
                    Integer.toString(threads),
                    Table.seconds(floor),
                    Table.fixed(megabytes / floor, 0),
                    Table.fixed(1e9 * floor / speeds.get(0).figure("operations"), 1),
                    Table.fixed(1, 2),
                    "",
                    "",
                    "");
            speeds.forEach(this::row);
        }
        return "### Formats\n\n"
                + "Reading the same serial history of " + Table.count(sizes.formats())
                + " transactions, 8 operations each, in a warm JVM: the median of " + laboratory.runs()
                + " runs after " + WARMUPS + " that don't count, in a simple loop, in turn with the floor (here with as"
                + " many threads as the reader). The heap is what a full collection leaves of the history; columns are the"
                + " arrays with an element an operation.\n\n" + table;
    }

    private void row(Speed speed) {
        double megabytes = speed.fileBytes / 1e6;
        double seconds = speed.figure("seconds");
        double operations = speed.figure("operations");
        double heap = speed.figure("heapBytes");
        double columns = speed.figure("columnBytes");
        table.row(
                speed.format,
                Table.fixed(megabytes, 1),
                Integer.toString(speed.threads),
                Table.seconds(seconds),
                Table.fixed(megabytes / seconds, 0),
                Table.fixed(1e9 * seconds / operations, 1),
                Table.fixed(seconds / speed.figure("floorSeconds"), 2),
                Table.fixed(heap / operations, 1),
                columns < 0 ? "unknown" : Table.fixed(columns / operations, 1),
                columns < 0 ? "unknown" : Table.fixed((heap - columns) / operations, 1));
    }

    /** What a JVM found out about a file, by the names that it gave. */
    private record Speed(String format, int threads, long fileBytes, Map<String, List<Double>> all) {
        List<Double> figures(String name) {
            return all.get(name);
        }

        double figure(String name) {
            return median(all.get(name));
        }
    }

    private static double median(List<Double> figures) {
        return Series.median(figures.stream().mapToDouble(Double::doubleValue).toArray());
    }

    private static Speed measure(Laboratory laboratory, String format, Path file, Path text, int threads)
            throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(laboratory.java());
        words.add("-XX:ActiveProcessorCount=" + threads);
        words.addAll(List.of("-cp", System.getProperty("java.class.path"), ReadingSpeed.class.getName()));
        words.addAll(List.of(file.toString(), text.toString()));
        words.addAll(List.of(Integer.toString(WARMUPS), Integer.toString(laboratory.runs())));
        Usage usage = ChildProcess.run(words, Map.of());
        if (usage.exitCode() != 0) {
            throw new BenchmarkException(
                    "reading " + file + " failed:\n" + usage.error().strip());
        }
        Map<String, List<Double>> figures = new HashMap<>();
        for (String line : usage.out().lines().toList()) {
            int space = line.indexOf(' ');
            figures.computeIfAbsent(line.substring(0, space), name -> new ArrayList<>())
                    .add(Double.valueOf(line.substring(space)));
        }
        return new Speed(format, threads, Files.size(file), figures);
    }

    private static void record(JsonLines json, int transactions, Speed speed) throws IOException {
        for (int run = 1; run <= speed.figures("seconds").size(); run++) {
            Map<String, Object> measurement = new LinkedHashMap<>();
            measurement.put("benchmark", "formats");
            measurement.put("store", STORE);
            measurement.put("transactions", transactions);
            measurement.put("format", speed.format);
            measurement.put("threads", speed.threads);
            measurement.put("run", run);
            measurement.put("seconds", speed.figures("seconds").get(run - 1));
            measurement.put("floorSeconds", speed.figures("floorSeconds").get(run - 1));
            measurement.put("fileBytes", speed.fileBytes);
            for (String name : List.of("operations", "heapBytes", "columnBytes")) {
                measurement.put(name, (long) speed.figure(name));
            }
            json.write(measurement);
        }
    }
}
