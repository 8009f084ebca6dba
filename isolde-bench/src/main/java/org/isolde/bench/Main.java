package org.isolde.bench;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/** Runs the benchmarks that are asked for, and prints Markdown. */
public final class Main {
    static final Map<String, Supplier<Benchmark>> BENCHMARKS = new LinkedHashMap<>();

    static {
        BENCHMARKS.put("weak", WeakBenchmark::new);
        BENCHMARKS.put("startup", StartupBenchmark::new);
        BENCHMARKS.put("growth", GrowthBenchmark::new);
        BENCHMARKS.put("formats", FormatsBenchmark::new);
        BENCHMARKS.put("sessions", SessionsBenchmark::new);
        BENCHMARKS.put("reports", ReportsBenchmark::new);
        BENCHMARKS.put("mini", MiniBenchmark::new);
        BENCHMARKS.put("lists", ListsBenchmark::new);
        BENCHMARKS.put("lin", LinearizabilityBenchmark::new);
        BENCHMARKS.put("general", GeneralBenchmark::new);
        BENCHMARKS.put("predicates", PredicatesBenchmark::new);
        BENCHMARKS.put("king-cobra", KingCobraBenchmark::new);
        BENCHMARKS.put("timestamps", TimestampsBenchmark::new);
        BENCHMARKS.put("monitor", MonitorBenchmark::new);
        BENCHMARKS.put("cluster", ClusterBenchmark::new);
        BENCHMARKS.put("kills", KillsBenchmark::new);
        BENCHMARKS.put("soak", SoakBenchmark::new);
        BENCHMARKS.put("mutations", MutationsBenchmark::new);
        BENCHMARKS.put("stalls", StallsBenchmark::new);
        BENCHMARKS.put("recorder", RecorderBenchmark::new);
        BENCHMARKS.put("certificate", CertificateBenchmark::new);
        BENCHMARKS.put("aborts", AbortsBenchmark::new);
        BENCHMARKS.put("end-to-end", EndToEndBenchmark::new);
        BENCHMARKS.put("power", PowerBenchmark::new);
        BENCHMARKS.put("fuzz", FuzzBenchmark::new);
        BENCHMARKS.put("fuzz-power", FuzzPowerBenchmark::new);
    }

    /** A name for several. */
    static final Map<String, List<String>> TOGETHER = Map.of(
            "strong", List.of("mini", "lists", "lin", "general"),
            "live", List.of("recorder", "certificate", "aborts", "end-to-end"));

    private static final String USAGE =
            "usage: isolde-bench/run [--quick] [--runs N] [--huge] [--minutes N] [--rows N,N...] [--kills N] [--mutations N] [--json FILE]"
                    + " [--pictures FOLDER]"
                    + " [weak|startup|growth|formats|sessions|reports|strong|mini|lists|lin|general|predicates|king-cobra|timestamps|monitor|cluster|kills|soak|mutations|stalls|live|recorder|certificate|aborts|end-to-end|power|fuzz|fuzz-power ...]";

    private static final int HUGE = 10_000_000;

    private boolean quick;
    private boolean huge;
    private int minutes;
    private int runs = 5;
    /** 0 for as many as the sizes say. */
    private int kills;

    private int mutations;
    private final Set<Integer> rows = new TreeSet<>();
    private Path json;
    private Path pictures;
    private final List<String> names = new ArrayList<>();

    private Main() {}

    public static void main(String[] args) throws InterruptedException {
        int code;
        try {
            Main main = new Main();
            main.parse(args);
            main.run();
            code = 0;
        } catch (BenchmarkException e) {
            System.err.println("bench: " + e.getMessage());
            code = 2;
        } catch (IOException e) {
            System.err.println("bench: " + e);
            code = 2;
        }
        System.exit(code);
    }

    private void parse(String[] args) {
        for (int i = 0; i < args.length; i++) {
            switch (args[i]) {
                case "--quick" -> quick = true;
                case "--huge" -> huge = true;
                case "--runs" -> runs = number(args[i], argument(args, ++i));
                case "--kills" -> kills = number(args[i], argument(args, ++i));
                case "--minutes" -> minutes = number(args[i], argument(args, ++i));
                case "--rows" -> {
                    for (String row : argument(args, ++i).split(",")) {
                        rows.add(number("--rows", row));
                    }
                }
                case "--mutations" -> mutations = number(args[i], argument(args, ++i));
                case "--json" -> json = Path.of(argument(args, ++i));
                case "--pictures" -> pictures = Path.of(argument(args, ++i));
                default -> names.addAll(named(args[i]));
            }
        }
        if (names.isEmpty()) {
            names.addAll(BENCHMARKS.keySet());
        }
    }

    /** The benchmarks that a name stands for. */
    static List<String> named(String name) {
        if (!BENCHMARKS.containsKey(name) && !TOGETHER.containsKey(name)) {
            throw new BenchmarkException("'" + name + "' is not known\n" + USAGE);
        }
        return TOGETHER.getOrDefault(name, List.of(name));
    }

    private static String argument(String[] args, int i) {
        if (i == args.length) {
            throw new BenchmarkException(args[i - 1] + " needs a value behind it\n" + USAGE);
        }
        return args[i];
    }

    private static int number(String option, String text) {
        try {
            int number = Integer.parseInt(text);
            if (number > 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            // told below
        }
        throw new BenchmarkException(option + " takes a number from 1, not '" + text + "'\n" + USAGE);
    }

    private void run() throws IOException, InterruptedException {
        Path root = Path.of(System.getProperty("isolde.root", "")).toAbsolutePath();
        List<String> isolde = List.of(root.resolve("isolde").toString());
        DataFiles data = new DataFiles(isolde, root.resolve("isolde-bench/target/data"));
        Sizes sizes = quick ? Sizes.quick() : Sizes.full();
        sizes = kills == 0 ? sizes : sizes.withKills(kills);
        sizes = mutations == 0 ? sizes : sizes.withMutations(mutations);
        sizes = minutes > 0 ? sizes.withSoak(Duration.ofMinutes(minutes)) : sizes;
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        try (Writer lines = json == null ? Writer.nullWriter() : open(json)) {
            Laboratory laboratory = new Laboratory(
                    Laboratory.measuredJava(), isolde, data, runs, new JsonLines(lines), System.err, pictures, rows);
            // the launcher builds itself where it has to, and makes its class archive
            ChildProcess.run(List.of(isolde.get(0), "--version"), Map.of());
            run(laboratory, huge ? sizes.withHuge(quick ? sizes.formats() : HUGE) : sizes, names, out);
        }
    }

    private static BufferedWriter open(Path file) {
        try {
            return Files.newBufferedWriter(file);
        } catch (IOException e) {
            throw new BenchmarkException(file + " cannot be written: " + e);
        }
    }

    /** Runs benchmarks and prints each as soon as it is done. */
    static void run(Laboratory laboratory, Sizes sizes, List<String> names, PrintStream out)
            throws IOException, InterruptedException {
        out.println(Machine.facts());
        out.println("Every figure is a median of " + laboratory.runs()
                + ". Each run of `isolde` is a fresh JVM, from start to"
                + " end; the *floor* is a bare Java program that parses the numbers of the same history as plume text (or of"
                + " the file itself, where it says so), with two threads, and keeps nothing. MB are 10^6 bytes.");
        for (String name : names) {
            out.println();
            out.print(BENCHMARKS.get(name).get().run(laboratory, sizes));
            out.flush();
        }
    }
}
