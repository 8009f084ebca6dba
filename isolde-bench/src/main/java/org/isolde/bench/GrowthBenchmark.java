package org.isolde.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * How the time grows with the history: what each doubling costs. All sizes take part in each round, so that two that are
 * compared have been measured at about the same time.
 *
 * <p>The histories are causal, so that the levels' own algorithms are at work.
 */
final class GrowthBenchmark implements Benchmark {
    /** A doubling that takes more than this is no longer linear, even with the caches' misses. */
    static final double LIMIT = 2.4;

    private static final String STORE = "causal";
    private static final List<String> LEVELS = List.of("rc", "cc");

    private final List<String> tooMuch = new ArrayList<>();

    @Override
    public String run(Laboratory laboratory, Sizes sizes) throws IOException, InterruptedException {
        List<Group> groups = new ArrayList<>();
        for (int transactions : sizes.growth()) {
            Path text = laboratory.data().generated(STORE, transactions, "txt");
            List<Command> checks = LEVELS.stream()
                    .map(level -> laboratory.check(level, text, "--level", level))
                    .toList();
            groups.add(Group.of(STORE, transactions, laboratory.floor(text), checks));
        }
        laboratory.measure("growth", groups);
        String report = report(groups);
        return sizes.huge() == 0 ? report : report + "\n" + huge(laboratory, sizes.huge());
    }

    /** The section on groups of growing size. */
    String report(List<Group> groups) {
        return "### Growth\n\n"
                + "`isolde check --level ...` of causal histories of the same workload, from plume text; *doubling* is the"
                + " time divided by that of half the transactions.\n\n"
                + table(groups) + "\n" + conclusion();
    }

    private Table table(List<Group> groups) {
        Table table = new Table(
                "command",
                ">transactions",
                ">seconds",
                ">doubling",
                ">x floor",
                ">CPU seconds",
                ">doubling, CPU",
                ">x floor CPU",
                ">peak RSS, MB");
        for (int check = -1; check < LEVELS.size(); check++) {
            Series half = null;
            for (Group group : groups) {
                Series series = check < 0 ? group.floor() : group.checks().get(check);
                table.row(
                        series.command().name(),
                        Table.count(group.transactions()),
                        Table.seconds(series.seconds()),
                        half == null ? "" : doubling("time", group, series, series.seconds() / half.seconds()),
                        Table.fixed(group.timesFloor(series), 2),
                        Table.seconds(series.cpuSeconds()),
                        half == null
                                ? ""
                                : doubling("CPU time", group, series, series.cpuSeconds() / half.cpuSeconds()),
                        Table.fixed(group.timesFloorCpu(series), 2),
                        Table.megabytes(series.peakBytes()));
                half = series;
            }
        }
        return table;
    }

    private String doubling(String what, Group group, Series series, double ratio) {
        if (ratio <= LIMIT) {
            return Table.fixed(ratio, 2);
        }
        tooMuch.add(series.command().name() + " of " + Table.count(group.transactions()) + " transactions ("
                + Table.fixed(ratio, 2) + " times the " + what + ")");
        return "**" + Table.fixed(ratio, 2) + "**";
    }

    private String conclusion() {
        return tooMuch.isEmpty()
                ? "No doubling takes more than " + LIMIT + " times as long.\n"
                : "**Doublings above " + LIMIT + ": " + String.join(", ", tooMuch) + ".**\n";
    }

    private static String huge(Laboratory laboratory, int transactions) throws IOException, InterruptedException {
        Path binary = laboratory.data().generated(STORE, transactions, "isolde");
        Path text = laboratory.data().converted(binary, "txt");
        String options = System.getenv().getOrDefault("ISOLDE_JAVA_OPTS", "") + " -Xmx8g";
        List<Command> checks = new ArrayList<>();
        for (String level : LEVELS) {
            Command command = laboratory.check(level + ", from isolde-binary", binary, "--level", level);
            checks.add(new Command(command.name(), command.words(), Map.of("ISOLDE_JAVA_OPTS", options), binary));
        }
        Group group = Group.of(STORE, transactions, laboratory.floor(text), checks);
        laboratory.measure("huge", List.of(group));
        CheckTable table = new CheckTable();
        table.add(group);
        return "With `ISOLDE_JAVA_OPTS=-Xmx8g`, from isolde-binary (the floor still reads plume text):\n\n" + table;
    }
}
