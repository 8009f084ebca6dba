package org.isolde.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.isolde.run.artifact.FolderTree;
import org.isolde.run.record.JsonTree;

/**
 * How many random cases {@code isolde fuzz} executes, where its time goes, and what a case would take with the ways of TxCheck: tables
 * that are made anew for each execution, and 100 ms before anybody asks whether a statement waits.
 */
final class FuzzBenchmark implements Benchmark {
    /** How long TxCheck waits before it asks. */
    private static final double OTHERS_PAUSE_MILLIS = 100;

    private static final List<String> TIMES = List.of("generating", "resetting", "executing", "comparing");

    private final Table speed = new Table(
            "database",
            "isolation",
            ">jobs",
            ">cases/s",
            ">CPU ms a case",
            ">executions a case",
            ">waits a case",
            ">generating",
            ">resetting",
            ">executing",
            ">comparing",
            ">findings");

    private final Table gains = new Table(
            "database",
            ">reset, ms",
            ">made anew, ms",
            ">wait is seen, ms",
            ">a case, ms",
            ">with tables made anew",
            ">with waits seen after 100 ms",
            ">with both");

    /** One run: what it wrote, and its processor time with that of the servers that it started. */
    private record Ran(Map<String, Object> json, double cpuSeconds) {
        double number(String key) {
            return JsonTree.number(json.get(key));
        }

        double perCase(double sum) {
            return sum / number("cases");
        }

        double seconds(String part) {
            return JsonTree.number(JsonTree.map(json.get("time")).get(part));
        }
    }

    @Override
    public String run(Laboratory laboratory, Sizes sizes) throws IOException, InterruptedException {
        Sizes.Fuzz fuzz = sizes.fuzz();
        for (Sizes.Fuzzed fuzzed : fuzz.databases()) {
            List<Ran> alone = null;
            for (int jobs : fuzzed.jobs()) {
                List<Ran> runs = runs(laboratory, fuzz, fuzzed, jobs);
                speed(fuzzed, jobs, runs);
                alone = alone == null ? runs : alone;
            }
            laboratory.say("fuzz: " + fuzzed.database() + ", tables made anew");
            gains(fuzzed, alone, FuzzSteps.measure(fuzzed, fuzz.rounds()));
        }
        return "### Fuzzing\n\n`isolde fuzz --time " + fuzz.time().toMillis() + "ms`, "
                + laboratory.runs()
                + " runs with the seeds from 1, medians. CPU is that of the JVM, from its start, and of a server."
                + " Where the time of the jobs goes: making cases and trying their statements; making the tables what they were before;"
                + " executing the transactions and looking at what they did; executing the same in other orders.\n\n"
                + speed
                + "\nWhat a case takes with one job, and what it would take if each of its executions made the tables anew, and if each"
                + " statement that waits were noticed after 100 ms: computed from the figures beside, medians of "
                + fuzz.rounds() + ".\n\n" + gains;
    }

    private static List<Ran> runs(Laboratory laboratory, Sizes.Fuzz fuzz, Sizes.Fuzzed fuzzed, int jobs)
            throws IOException, InterruptedException {
        List<Ran> runs = new ArrayList<>();
        for (int run = 1; run <= laboratory.runs(); run++) {
            laboratory.say("fuzz: " + fuzzed.database() + ", jobs " + jobs + ", run " + run);
            Ran ran = run(laboratory, fuzz, fuzzed, jobs, run);
            runs.add(ran);
            Map<String, Object> measurement = new LinkedHashMap<>();
            measurement.put("benchmark", "fuzz");
            measurement.put("database", fuzzed.database());
            measurement.put("isolation", fuzzed.isolation());
            measurement.put("jobs", jobs);
            measurement.put("run", run);
            measurement.put("cpuSeconds", ran.cpuSeconds());
            for (String key : List.of("cases", "seconds", "executions", "waits")) {
                measurement.put(key, ran.number(key));
            }
            TIMES.forEach(part -> measurement.put(part, ran.seconds(part)));
            laboratory.json().write(measurement);
        }
        return runs;
    }

    private static Ran run(Laboratory laboratory, Sizes.Fuzz fuzz, Sizes.Fuzzed fuzzed, int jobs, int seed)
            throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("isolde-bench");
        try {
            List<String> words = new ArrayList<>(laboratory.isolde());
            words.addAll(List.of("fuzz", "--db", fuzzed.database(), "--isolation", fuzzed.isolation()));
            words.addAll(List.of("--time", fuzz.time().toMillis() + "ms", "--jobs", Integer.toString(jobs)));
            words.addAll(List.of("--seed", Integer.toString(seed), "--json", "--out", folder.toString()));
            Usage usage = Laboratory.run(new Command("fuzz", words, Map.of(), null));
            return new Ran(JsonTree.object(usage.out().getBytes(StandardCharsets.UTF_8)), usage.cpuSeconds());
        } finally {
            FolderTree.delete(folder);
        }
    }

    private static double median(List<Ran> runs, ToDoubleFunction<Ran> figure) {
        return Series.median(runs.stream().mapToDouble(figure).toArray());
    }

    private void speed(Sizes.Fuzzed fuzzed, int jobs, List<Ran> runs) {
        List<String> cells = new ArrayList<>(List.of(fuzzed.database(), fuzzed.isolation(), Integer.toString(jobs)));
        cells.add(Table.fixed(median(runs, ran -> ran.number("cases") / ran.number("seconds")), 1));
        cells.add(Table.fixed(median(runs, ran -> ran.perCase(ran.cpuSeconds()) * 1e3), 0));
        cells.add(Table.fixed(median(runs, ran -> ran.perCase(ran.number("executions"))), 1));
        cells.add(Table.fixed(median(runs, ran -> ran.perCase(ran.number("waits"))), 1));
        for (String part : TIMES) {
            double share = median(
                    runs,
                    ran -> ran.seconds(part)
                            / TIMES.stream().mapToDouble(ran::seconds).sum());
            cells.add(Table.fixed(100 * share, 0) + "%");
        }
        cells.add(Long.toString(runs.stream()
                .mapToLong(ran -> JsonTree.list(ran.json().get("findings")).size())
                .sum()));
        speed.row(cells.toArray(new String[0]));
    }

    private void gains(Sizes.Fuzzed fuzzed, List<Ran> runs, FuzzSteps steps) {
        double reset = median(runs, ran -> 1e3 * ran.seconds("resetting") / ran.number("executions"));
        double ours = median(
                runs,
                ran -> ran.perCase(
                        1e3 * TIMES.stream().mapToDouble(ran::seconds).sum()));
        double anew = median(runs, ran -> ran.perCase(ran.number("executions"))) * (steps.anewMillis() - reset);
        double late = steps.waits()
                ? median(runs, ran -> ran.perCase(ran.number("waits")))
                        * Math.max(0, OTHERS_PAUSE_MILLIS - steps.seenMillis())
                : 0;
        gains.row(
                fuzzed.database(),
                Table.fixed(reset, 2),
                Table.fixed(steps.anewMillis(), 2),
                steps.waits() ? Table.fixed(steps.seenMillis(), 1) : "never waits",
                Table.fixed(ours, 0),
                Table.fixed(ours + anew, 0),
                Table.fixed(ours + late, 0),
                Table.fixed(ours + anew + late, 0));
    }
}
