package org.isolde.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.isolde.run.artifact.FolderTree;

/**
 * A monitor at full speed: a generator writes as fast as it is read, every transaction late by up to 200 ms, and everything is on
 * disk before it is checked. The generator runs beside it, on the same processors. And the same over HTTP.
 */
final class MonitorBenchmark implements Benchmark {
    private static final String WORKLOAD = "--store strict --timestamps --no-real-time --ops 8 --shuffle 200ms";
    private static final int SESSIONS = 50;
    /** As many for each connection; and more for some, which therefore fall behind the others by up to a third of the stream. */
    private static final List<Integer> OVER_HTTP = List.of(3 * MonitorOverHttp.CONNECTIONS, SESSIONS);

    private static final int MOST_OF_MANY_KEYS = 2_000_000;

    /** A monitor with so much memory, and a stream of so many keys. */
    private record Setting(String level, int keys, String distribution, String memory) {
        List<String> workload(int sessions) {
            List<String> words = new ArrayList<>(List.of(WORKLOAD.split(" ")));
            words.addAll(List.of("--sessions", Integer.toString(sessions)));
            words.addAll(List.of("--keys", Integer.toString(keys), "--distribution", distribution));
            return words;
        }
    }

    private static final Setting FEW_KEYS = new Setting("si", 1000, "zipfian", "1g");
    private static final Setting MANY_KEYS = new Setting("si", 500_000, "uniform", "400m");
    private static final List<Setting> SETTINGS =
            List.of(FEW_KEYS, new Setting("ser", 1000, "zipfian", "1g"), MANY_KEYS);

    @Override
    public String run(Laboratory laboratory, Sizes sizes) throws IOException, InterruptedException {
        int transactions = sizes.huge() > 0 ? sizes.monitorForLong() : sizes.monitor();
        Table table = new Table(
                "level",
                ">keys",
                ">`--memory`",
                ">transactions",
                ">seconds",
                ">transactions/s",
                ">CPU seconds",
                ">peak RSS, MB",
                ">first verdict, median",
                ">p99",
                ">flip-flops",
                "verdict");
        int row = 0;
        for (Setting setting : SETTINGS) {
            if (!laboratory.wantsRow(++row)) {
                continue;
            }
            int count = setting == MANY_KEYS ? Math.min(transactions, MOST_OF_MANY_KEYS) : transactions;
            for (int run = 1; run <= (sizes.huge() > 0 ? 1 : laboratory.runs()); run++) {
                laboratory.say("monitor: " + setting.level + ", " + Table.count(setting.keys) + " keys, "
                        + Table.count(count) + " transactions, run " + run);
                measure(laboratory, setting, count, table);
            }
        }
        Table http = new Table(
                ">sessions",
                ">transactions",
                ">seconds",
                ">transactions/s",
                ">CPU seconds",
                ">of the senders",
                ">first verdict, median",
                ">p99",
                "verdict");
        for (int sessions : OVER_HTTP) {
            if (!laboratory.wantsRow(++row)) {
                continue;
            }
            for (int run = 1; run <= laboratory.runs(); run++) {
                laboratory.say("monitor: over HTTP, " + sessions + " sessions, run " + run);
                overHttp(laboratory, sessions, sizes.monitor(), http);
            }
        }
        return "### Monitor\n\n"
                + "Transactions/s are those of the whole run, from the start of the JVM to its end, the generator on the same"
                + " processors; first verdict is the time from the arrival of a transaction to its first verdict, in seconds.\n\n"
                + "```text\nisolde generate " + WORKLOAD
                + " --sessions 50 --keys 1000 --distribution zipfian --transactions N --seed 1 | isolde monitor --level si --settle 2s"
                + " --memory 1g --state DIR --json -\n```\n\nThe distribution of 500,000 keys is uniform, and the transactions are in a file before the monitor starts.\n\n"
                + table + "\nOver HTTP, from " + MonitorOverHttp.CONNECTIONS
                + " connections of the same process, each with requests of "
                + MonitorOverHttp.LINES
                + " transactions made beforehand, the next when the one before was answered; from the first request until"
                + " all was checked; the monitor's CPU seconds with the start of its JVM. Of 60 sessions each connection has three; of 50, half of them have three and the"
                + " others two, which are done long before.\n\n" + http;
    }

    private static void overHttp(Laboratory laboratory, int sessions, int transactions, Table table)
            throws IOException, InterruptedException {
        Path folder = laboratory.data().scratch("monitor");
        FolderTree.delete(folder);
        Files.createDirectories(folder);
        Path lines = folder.resolve("lines.jsonl");
        List<String> generate = new ArrayList<>(laboratory.isolde());
        generate.add("generate");
        generate.addAll(FEW_KEYS.workload(sessions));
        generate.addAll(List.of("--transactions", Integer.toString(transactions), "--seed", "1"));
        generate.addAll(List.of("--out", lines.toString()));
        ChildProcess.run(generate, Map.of());
        List<String> words =
                new ArrayList<>(List.of("monitor", "--level", "si", "--settle", "2s", "--memory", "1g", "--json"));
        words.addAll(List.of("--state", folder.resolve("state").toString()));
        MonitorOverHttp.Outcome outcome = MonitorOverHttp.measure(laboratory, words, folder, lines);
        long received = (long) number(outcome.status(), "transactions");
        Map<String, Object> measurement = new LinkedHashMap<>();
        measurement.put("benchmark", "monitor-http");
        measurement.put("sessions", sessions);
        measurement.put("transactions", received);
        measurement.put("seconds", outcome.seconds());
        measurement.put("cpuSeconds", outcome.cpuSeconds());
        measurement.put("sendersCpuSeconds", outcome.sendersCpuSeconds());
        laboratory.json().write(measurement);
        table.row(
                Table.count(sessions),
                Table.count(received),
                Table.seconds(outcome.seconds()),
                Table.count((long) (received / outcome.seconds())),
                Table.seconds(outcome.cpuSeconds()),
                Table.seconds(outcome.sendersCpuSeconds()),
                Table.seconds(number(outcome.status(), "median")),
                Table.seconds(number(outcome.status(), "p99")),
                outcome.status().contains("\"verdict\":\"satisfied\"") ? "satisfied" : "**violated**");
        FolderTree.delete(folder);
    }

    private static void measure(Laboratory laboratory, Setting setting, int transactions, Table table)
            throws IOException, InterruptedException {
        Path folder = laboratory.data().scratch("monitor");
        FolderTree.delete(folder);
        Files.createDirectories(folder);
        Path pipe = folder.resolve("pipe");
        if (new ProcessBuilder("mkfifo", pipe.toString()).inheritIO().start().waitFor() != 0) {
            throw new BenchmarkException("mkfifo " + pipe + " failed");
        }
        // opening a pipe waits for the other side: that is for the child to do
        List<String> feed = new ArrayList<>(List.of("bash", "-c", "exec \"${@:2}\" >\"$1\"", "bash", pipe.toString()));
        List<String> generate = new ArrayList<>(laboratory.isolde());
        generate.add("generate");
        generate.addAll(setting.workload(SESSIONS));
        generate.addAll(List.of("--transactions", Integer.toString(transactions), "--seed", "1"));
        if (setting == MANY_KEYS) {
            // with so many keys the generator takes as much of the processors as the monitor
            Path lines = folder.resolve("lines.jsonl");
            generate.addAll(List.of("--out", lines.toString()));
            ChildProcess.run(generate, Map.of());
            feed.addAll(List.of("cat", lines.toString()));
        } else {
            generate.addAll(List.of("--to", "isolde"));
            feed.addAll(generate);
        }
        Process generator = new ProcessBuilder(feed)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        List<String> words = new ArrayList<>(laboratory.isolde());
        words.addAll(List.of("monitor", "--level", setting.level, "--settle", "2s", "--memory", setting.memory));
        words.addAll(List.of("--state", folder.resolve("state").toString(), "--json", pipe.toString()));
        Usage usage;
        try {
            usage = Laboratory.run(new Command(setting.level, words, Map.of(), pipe));
        } finally {
            generator.destroy();
        }
        String summary = usage.out().strip();
        summary = summary.substring(summary.lastIndexOf('\n') + 1);
        Map<String, Object> measurement = new LinkedHashMap<>();
        measurement.put("benchmark", "monitor");
        measurement.put("level", setting.level);
        measurement.put("keys", (long) setting.keys);
        measurement.put("transactions", (long) number(summary, "transactions"));
        measurement.put("seconds", usage.seconds());
        measurement.put("cpuSeconds", usage.cpuSeconds());
        measurement.put("peakBytes", usage.peakBytes());
        measurement.put("firstVerdictMedian", number(summary, "median"));
        measurement.put("firstVerdictP99", number(summary, "p99"));
        measurement.put("flipFlops", (long) number(summary, "flipFlops"));
        laboratory.json().write(measurement);
        table.row(
                setting.level,
                Table.count(setting.keys),
                setting.memory,
                Table.count((long) number(summary, "transactions")),
                Table.seconds(usage.seconds()),
                Table.count((long) (number(summary, "transactions") / usage.seconds())),
                Table.seconds(usage.cpuSeconds()),
                Table.megabytes(usage.peakBytes()),
                Table.seconds(number(summary, "median")),
                Table.seconds(number(summary, "p99")),
                Table.count((long) number(summary, "flipFlops")),
                CheckTable.verdict(usage.exitCode()));
        FolderTree.delete(folder);
    }

    private static double number(String json, String name) {
        Matcher matcher = Pattern.compile("\"" + name + "\":([0-9.]+)").matcher(json);
        if (!matcher.find()) {
            throw new BenchmarkException("the monitor's last line has no " + name + ": " + json);
        }
        return Double.parseDouble(matcher.group(1));
    }
}
