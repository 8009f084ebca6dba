package org.isolde.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What a report, and what the smallest counterexample, costs beyond the check of the same history, and how large the page
 * is.
 */
final class ReportsBenchmark implements Benchmark {
    private static final Map<String, List<String>> HISTORIES = Map.of(
            "si store with a lost update and a long fork",
            List.of("--store", "si", "--inject", "lost-update,long-fork"),
            "read-committed store, blind writes",
            List.of("--store", "read-committed", "--rmw", "0", "--keys", "1000"));

    @Override
    public String run(Laboratory laboratory, Sizes sizes) throws IOException, InterruptedException {
        Table table = new Table(
                "history",
                ">transactions",
                "command",
                ">seconds",
                ">CPU seconds",
                ">beyond the check, CPU s",
                ">peak RSS, MB",
                ">page, kB");
        int transactions = sizes.weak().get(sizes.weak().size() - 1);
        for (Map.Entry<String, List<String>> entry :
                HISTORIES.entrySet().stream().sorted(Map.Entry.comparingByKey()).toList()) {
            String store = entry.getValue().get(1);
            List<String> options = new ArrayList<>(entry.getValue());
            options.addAll(List.of("--transactions", Integer.toString(transactions), "--seed", "1"));
            Path binary = laboratory.data().generated("reports-" + store + "-" + transactions, "isolde", options);
            Path text = laboratory.data().converted(binary, "txt");
            Path folder = Files.createTempDirectory("isolde-bench");
            try {
                Command check = laboratory.check("check --level ra,si", binary, "--level", "ra,si");
                Command report = laboratory.check(
                        "check --level ra,si --report", binary, "--level", "ra,si", "--report", folder.toString());
                List<String> words = new ArrayList<>(check.words());
                words.set(words.indexOf("check"), "minimize");
                words.addAll(List.of("--out", folder.resolve("small.jsonl").toString()));
                Command minimize = new Command("minimize --level ra,si", words, Map.of(), binary);
                Group group = Group.of(store, transactions, laboratory.floor(text), List.of(check, report, minimize));
                laboratory.measure("reports", List.of(group));
                double bare = group.checks().get(0).cpuSeconds();
                for (Series series : group.checks()) {
                    table.row(
                            entry.getKey(),
                            Table.count(transactions),
                            series.command().name(),
                            Table.seconds(series.seconds()),
                            Table.seconds(series.cpuSeconds()),
                            series == group.checks().get(0) ? "" : Table.fixed(series.cpuSeconds() - bare, 2),
                            Table.megabytes(series.peakBytes()),
                            series.command() == report
                                    ? Table.count(Files.size(folder.resolve("report.html")) / 1000)
                                    : "");
                }
            } finally {
                delete(folder);
            }
        }
        return "### Reports\n\n"
                + "A check alone, with its report, and the smallest counterexample instead of the verdicts, from"
                + " isolde-binary; 8 operations a transaction.\n\n" + table;
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.delete(file);
            }
        }
    }
}
