package org.isolde.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * si, ser and sser by the database's timestamps, from isolde-binary, JSON Lines and the JSON of TimeKiller, and how the time
 * grows.
 */
final class TimestampsBenchmark implements Benchmark {
    private static final String WORKLOAD =
            "--store strict --timestamps --ops 15 --sessions 50 --keys 1000 --distribution zipfian";

    /** Of the whole process, by transactions. */
    private static final Map<Integer, String> TIMEKILLER =
            Map.of(1_000_000, "34 s CPU, 20 s wall, 6,500 MB", 100_000, "4.1 s wall, 1,000 MB");

    @Override
    public String run(Laboratory laboratory, Sizes sizes) throws IOException, InterruptedException {
        List<Integer> all = sizes.strong().mini();
        int most = all.get(all.size() - 1);
        Path binary = binary(laboratory, most);
        Path text = laboratory.data().converted(binary, "txt");
        Path lines = laboratory.data().converted(binary, "jsonl");
        Path timekiller = laboratory.data().timekiller(binary);
        List<Command> checks = List.of(
                laboratory.check("si, from isolde-binary", binary, "--level", "si"),
                laboratory.check("si,ser,sser, from isolde-binary", binary, "--level", "si,ser,sser"),
                laboratory.check("si", lines, "--level", "si"),
                laboratory.check("si, from TimeKiller's JSON", timekiller, "--level", "si"));
        Group group = Group.of("strict", most, laboratory.floor(text), checks);
        laboratory.measure("timestamps", List.of(group));
        CheckTable table = new CheckTable("TimeKiller");
        table.add(
                group, series -> series.command().input().equals(timekiller) ? TIMEKILLER.getOrDefault(most, "") : "");
        List<Group> growing = new ArrayList<>();
        for (int transactions : all) {
            Path file = binary(laboratory, transactions);
            Command floor = laboratory.floor(laboratory.data().converted(file, "txt"));
            growing.add(Group.of(
                    "strict",
                    transactions,
                    floor,
                    List.of(laboratory.check("si, from isolde-binary", file, "--level", "si"))));
        }
        laboratory.measure("timestamps, growth", growing);
        return "### Timestamps\n\n"
                + "By start and commit timestamps; the floor reads the plume text of the same history. TimeKiller's figures are"
                + " not of this run, but of a like machine and history.\n\n"
                + Recipe.typed(WORKLOAD + " --transactions N --seed 1", List.of("--level si", "--level si,ser,sser"))
                + table
                + "\nGrowth with the history; *doubling* is the time divided by that of half the transactions.\n\n"
                + new GrowthTable(growing);
    }

    private static Path binary(Laboratory laboratory, int transactions) throws IOException, InterruptedException {
        return Recipe.of("timestamps", transactions, WORKLOAD).file(laboratory.data(), "isolde");
    }
}
