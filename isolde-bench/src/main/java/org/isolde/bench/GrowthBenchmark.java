package org.isolde.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.isolde.report.plot.LinePanel;
import org.isolde.report.plot.Picture;

/**
 * How the time grows with the history: what each doubling costs. All sizes take part in each round, so that two that are
 * compared have been measured at about the same time.
 *
 * <p>The histories are causal, so that the levels' own algorithms are at work.
 */
final class GrowthBenchmark implements Benchmark {
    private static final String STORE = "causal";
    private static final List<String> LEVELS = List.of("rc", "ra", "cc");
    private static final String VIOLATED = "cc, violated";

    @Override
    public String run(Laboratory laboratory, Sizes sizes) throws IOException, InterruptedException {
        List<Group> groups = new ArrayList<>();
        for (int transactions : sizes.growth()) {
            Path text = laboratory.data().generated(STORE, transactions, "txt");
            List<Command> checks = new ArrayList<>();
            for (String level : LEVELS) {
                checks.add(laboratory.check(level, text, "--level", level));
            }
            checks.add(laboratory.check(VIOLATED, laboratory.data().violating(transactions), "--level", "cc"));
            groups.add(Group.of(STORE, transactions, laboratory.floor(text), checks));
        }
        laboratory.measure("growth", groups);
        laboratory.draw("growth", picture(groups));
        String report = report(groups);
        return sizes.huge() == 0 ? report : report + "\n" + huge(laboratory, sizes.huge());
    }

    /** The section on groups of growing size. */
    static String report(List<Group> groups) {
        return "### Growth\n\n"
                + "`isolde check --level ...` of causal histories of the same workload, from plume text; *doubling* is the"
                + " time divided by that of half the transactions. *cc, violated* is of causal histories with anomalies.\n\n"
                + new GrowthTable(groups);
    }

    /** Time, CPU time and memory against the number of transactions, which doubles from one to the next. */
    static Picture picture(List<Group> groups) {
        Picture picture = new Picture(
                        "How checking grows with the history",
                        "Seconds, CPU seconds and peak memory of isolde check against the number of transactions.")
                .withOwnScales();
        picture.add(panel(groups, "seconds", Series::seconds));
        picture.add(panel(groups, "CPU seconds", Series::cpuSeconds));
        picture.add(panel(groups, "peak memory, MB", series -> series.peakBytes() / 1e6));
        return picture;
    }

    private static LinePanel panel(List<Group> groups, String vertical, ToDoubleFunction<Series> figure) {
        LinePanel panel = new LinePanel(
                "transactions",
                vertical,
                groups.stream().map(group -> shortCount(group.transactions())).toList());
        panel.line(
                "floor: reading the file",
                2,
                true,
                groups.stream().map(Group::floor).mapToDouble(figure).toArray());
        for (int check = 0; check < LEVELS.size(); check++) {
            int number = check;
            panel.line(
                    LEVELS.get(check),
                    check,
                    false,
                    groups.stream()
                            .map(group -> group.checks().get(number))
                            .mapToDouble(figure)
                            .toArray());
        }
        return panel;
    }

    /** A number that fits below an axis: 125k, 2M. */
    private static String shortCount(int number) {
        return number % 1_000_000 == 0
                ? number / 1_000_000 + "M"
                : number % 1_000 == 0 ? number / 1_000 + "k" : Integer.toString(number);
    }

    private static String huge(Laboratory laboratory, int transactions) throws IOException, InterruptedException {
        Path binary = laboratory.data().generated(STORE, transactions, "isolde");
        Path text = laboratory.data().converted(binary, "txt");
        String options = System.getenv().getOrDefault("ISOLDE_JAVA_OPTS", "") + " -Xmx8g";
        List<Command> checks = new ArrayList<>();
        for (String level : List.of("rc", "cc")) {
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
