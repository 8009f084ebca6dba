package org.isolde.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Strong levels of mini-transactions, whose dependencies are all known, from the default text format and from the binary
 * one, and how the time grows.
 *
 * <p>Of the store si, {@code si} is satisfied, and {@code ser} and {@code sser} are violated; the store strict satisfies all.
 */
final class MiniBenchmark implements Benchmark {
    private static final List<String> STORES = List.of("si", "strict");
    private static final List<String> LEVELS = List.of("si,ser", "sser");
    private static final String WORKLOAD = "--rmw 1.0 --ops 4 --sessions 50 --keys 10000";

    @Override
    public String run(Laboratory laboratory, Sizes sizes) throws IOException, InterruptedException {
        List<Integer> mini = sizes.strong().mini();
        CheckTable table = new CheckTable();
        for (String store : STORES) {
            Group group = group(laboratory, store, mini.get(mini.size() - 1), List.of("jsonl", "isolde"));
            laboratory.measure("mini", List.of(group));
            table.add(group);
        }
        List<Group> growing = new ArrayList<>();
        for (int transactions : mini) {
            growing.add(group(laboratory, STORES.get(0), transactions, List.of("isolde")));
        }
        laboratory.measure("mini, growth", growing);
        return "### Mini-transactions\n\n"
                + "Every write has a read of its key before it, so that all dependencies are known. From isolde text (JSON"
                + " Lines) and isolde-binary; the floor reads the plume text of the same history.\n\n"
                + Recipe.typed(
                        "--store si|strict " + WORKLOAD + " --transactions N --seed 1",
                        List.of("--level si,ser", "--level sser"))
                + table
                + "\nGrowth with the history, from isolde-binary; *doubling* is the time divided by that of half"
                + " the transactions.\n\n" + new GrowthTable(growing);
    }

    private static Group group(Laboratory laboratory, String store, int transactions, List<String> extensions)
            throws IOException, InterruptedException {
        Path binary = Recipe.of("mini-" + store, transactions, "--store " + store + " " + WORKLOAD)
                .file(laboratory.data(), "isolde");
        Path text = laboratory.data().converted(binary, "txt");
        List<Command> checks = new ArrayList<>();
        for (String extension : extensions) {
            Path file = extension.equals("isolde") ? binary : laboratory.data().converted(binary, extension);
            String from = extension.equals("isolde") ? ", from isolde-binary" : "";
            for (String level : LEVELS) {
                checks.add(laboratory.check(level + from, file, "--level", level));
            }
        }
        return Group.of(store, transactions, laboratory.floor(text), checks);
    }
}
