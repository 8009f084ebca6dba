package org.isolde.bench;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.isolde.report.plot.Picture;

/**
 * Runs commands in turn and measures them, each in a fresh JVM.
 *
 * <p>The runs are interleaved (floor, a, b, floor, a, b ...), so that a machine that is slow for a while is slow for all of
 * them alike.
 */
final class Laboratory {
    private final List<String> java;
    private final List<String> isolde;
    private final DataFiles data;
    private final int runs;
    private final JsonLines json;
    private final PrintStream progress;
    private final Path pictures;
    private final Set<Integer> rows;

    /**
     * @param java the words that call a JVM
     * @param isolde the words that call isolde
     * @param runs how often each command is run
     * @param json where each run is recorded
     * @param progress where to say what is being done
     * @param pictures the folder that pictures are drawn into; null for none
     * @param rows which rows are run where they take long, from 1; none for all
     */
    Laboratory(
            List<String> java,
            List<String> isolde,
            DataFiles data,
            int runs,
            JsonLines json,
            PrintStream progress,
            Path pictures,
            Set<Integer> rows) {
        this.java = java;
        this.isolde = isolde;
        this.data = data;
        this.runs = runs;
        this.json = json;
        this.progress = progress;
        this.pictures = pictures;
        this.rows = rows;
    }

    /** Whether a row is to be run, of a benchmark whose rows take long. */
    boolean wantsRow(int row) {
        return rows.isEmpty() || rows.contains(row);
    }

    DataFiles data() {
        return data;
    }

    int runs() {
        return runs;
    }

    /** The words that call a JVM. */
    List<String> java() {
        return java;
    }

    /** The words that call isolde. */
    List<String> isolde() {
        return isolde;
    }

    JsonLines json() {
        return json;
    }

    void say(String what) {
        progress.println("bench: " + what);
    }

    /** Draws a picture into a file of this name, without its extension, if pictures are asked for. */
    void draw(String name, Picture picture) throws IOException {
        if (pictures != null) {
            Files.createDirectories(pictures);
            Files.writeString(pictures.resolve(name + ".svg"), picture.svg());
        }
    }

    /** The command {@code isolde check} with some options. */
    Command check(String name, Path history, String... options) {
        List<String> words = new ArrayList<>(isolde);
        words.add("check");
        words.addAll(List.of(options));
        words.add(history.toString());
        return new Command(name, words, Map.of(), history);
    }

    /** The command that reads a plume text file and keeps nothing. */
    Command floor(Path text) {
        List<String> words = new ArrayList<>(java);
        words.addAll(List.of("-cp", classes().toString(), Floor.class.getName(), text.toString()));
        return new Command("floor", words, Map.of(), text);
    }

    /**
     * The command that only starts a JVM.
     *
     * @param input a file that is there; it isn't read
     */
    Command hello(Path input) {
        List<String> words =
                List.of(java.get(0), "-Xshare:auto", "-cp", classes().toString(), Hello.class.getName());
        return new Command("floor", words, Map.of(), input);
    }

    /** How a JVM is called that is measured: with the flags of the launcher that bear on speed. */
    static List<String> measuredJava() {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseParallelGC",
                "-XX:MaxRAMPercentage=75",
                "-XX:-UsePerfData",
                "-Xshare:auto");
    }

    private static Path classes() {
        try {
            return Path.of(Floor.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Runs all commands of all groups in turn, as often as is asked for. */
    void measure(String benchmark, List<Group> groups) throws IOException, InterruptedException {
        Set<Path> inputs = new TreeSet<>();
        for (Group group : groups) {
            inputs.add(group.floor().command().input());
            group.checks().forEach(series -> inputs.add(series.command().input()));
        }
        for (Path input : inputs) {
            try (InputStream in = Files.newInputStream(input)) {
                // so that the first run, too, finds the file in the page cache
                in.transferTo(OutputStream.nullOutputStream());
            }
        }
        for (int run = 1; run <= runs; run++) {
            for (Group group : groups) {
                say(benchmark + ": " + group.store() + ", " + Table.count(group.transactions()) + " transactions, run "
                        + run + " of " + runs);
                Usage floor = run(group.floor().command());
                group.floor().add(floor);
                record(benchmark, group, group.floor().command(), run, floor, floor);
                for (Series series : group.checks()) {
                    Usage usage = run(series.command());
                    series.add(usage);
                    record(benchmark, group, series.command(), run, usage, floor);
                }
            }
        }
    }

    /** Runs a command once; whatever is no answer is an exception. */
    static Usage run(Command command) throws IOException, InterruptedException {
        Usage usage = ChildProcess.run(command.words(), command.environment());
        if (usage.error().contains("isolde: rebuilding ...")) {
            // the launcher builds itself after a source has changed; that run says nothing
            usage = ChildProcess.run(command.words(), command.environment());
        }
        // 1: violated, which is an answer as well; 3, undecided, only if the time was limited; 2 is none
        int last = command.isLimited() ? 3 : 1;
        if (usage.exitCode() == 2 || usage.exitCode() > last) {
            throw new BenchmarkException(command + " failed with exit code " + usage.exitCode() + ":\n"
                    + usage.error().strip());
        }
        return usage;
    }

    private void record(String benchmark, Group group, Command command, int run, Usage usage, Usage floor)
            throws IOException {
        Map<String, Object> measurement = new LinkedHashMap<>();
        measurement.put("benchmark", benchmark);
        measurement.put("store", group.store());
        measurement.put("transactions", group.transactions());
        measurement.put("command", command.name());
        measurement.put("run", run);
        measurement.put("seconds", usage.seconds());
        measurement.put("cpuSeconds", usage.cpuSeconds());
        measurement.put("peakBytes", usage.peakBytes());
        measurement.put("exitCode", usage.exitCode());
        measurement.put("floorSeconds", floor.seconds());
        measurement.put("floorCpuSeconds", floor.cpuSeconds());
        json.write(measurement);
    }
}
