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
    private static final String STORE = "causal";
    private static final List<String> LEVELS = List.of("rc", "cc");

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
    static String report(List<Group> groups) {
        return "### Growth\n\n"
                + "`isolde check --level ...` of causal histories of the same workload, from plume text; *doubling* is the"
                + " time divided by that of half the transactions.\n\n"
                + new GrowthTable(groups);
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
