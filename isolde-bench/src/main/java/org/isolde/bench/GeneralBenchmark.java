package org.isolde.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Snapshot isolation and serializability of histories with blind writes, whose version orders have to be found.
 *
 * <p>The files have one session after the other, so that the order of the input explains nothing. All are serializable; the
 * histories of the store si satisfy {@code si} only.
 */
final class GeneralBenchmark implements Benchmark {
    private static final String WORKLOAD =
            "--blind-writes --sessions 20 --ops 8 --read-ratio 0.5 --distribution uniform --order sessions --no-real-time";

    /** Beyond that there is no answer, as for the peers. */
    private static final String TIMEOUT = "300s";

    private static final List<String> LEVELS = List.of("si", "ser");

    /** What PolySI took for si, and Cobra for ser, by transactions and keys: CPU time and memory. */
    private static final Map<Sizes.General, Map<String, String>> PEERS = Map.of(
            new Sizes.General(1_000, 1_000), peers("3.5 s, 200 MB", "1.5 s, 126 MB"),
            new Sizes.General(5_000, 10_000), peers("10.9 s, 800 MB", "6.7 s, 300 MB"),
            new Sizes.General(5_000, 1_000), peers("31.8 s, 2,300 MB", "25 s, 600 MB"),
            new Sizes.General(10_000, 10_000), peers("22 s, 2,000 MB", "23 s, 900 MB"),
            new Sizes.General(10_000, 1_000), peers("115 s, 6,300 MB", "82 s, 1,900 MB"),
            new Sizes.General(20_000, 10_000), peers("50 s, 3,500 MB", "114 s, 2,400 MB"),
            new Sizes.General(20_000, 1_000), peers("no answer in 300 s", "no answer in 300 s"));

    private static Map<String, String> peers(String polySi, String cobra) {
        return Map.of("si", "PolySI " + polySi, "ser", "Cobra " + cobra);
    }

    @Override
    public String run(Laboratory laboratory, Sizes sizes) throws IOException, InterruptedException {
        CheckTable table = new CheckTable("others, CPU");
        for (Sizes.General size : sizes.strong().general()) {
            List<Group> groups = new ArrayList<>();
            groups.add(group(laboratory, "strict", size, LEVELS));
            // of two overlapping writers of a key one aborts, which with 20 sessions are not few
            groups.add(group(laboratory, "si", size, List.of("si")));
            laboratory.measure("general", groups);
            Map<String, String> peers = PEERS.getOrDefault(size, Map.of());
            table.add(
                    groups.get(0),
                    series -> peers.getOrDefault(series.command().name().split(",", 2)[0], ""));
            table.add(groups.get(1));
        }
        return "### Blind writes\n\n"
                + "Valid histories whose version orders have to be found, from plume text with one session after the other."
                + " With `--algorithm polygraph` nothing cheaper is tried first. The figures of PolySI and Cobra are CPU"
                + " seconds, not of this run, but of a like machine and workload.\n\n"
                + Recipe.typed(
                        "--store strict|si " + WORKLOAD + " --keys K --transactions N --seed 1",
                        List.of(
                                "--level si|ser --timeout " + TIMEOUT,
                                "--level si|ser --algorithm polygraph --timeout " + TIMEOUT))
                + table;
    }

    private static Group group(Laboratory laboratory, String store, Sizes.General size, List<String> levels)
            throws IOException, InterruptedException {
        String options = "--store " + store + " " + WORKLOAD + " --keys " + size.keys();
        Path text = Recipe.of("general-" + store + "-" + size.keys(), size.transactions(), options)
                .file(laboratory.data(), "txt");
        List<Command> checks = new ArrayList<>();
        for (String level : levels) {
            checks.add(laboratory.check(level, text, "--level", level, "--timeout", TIMEOUT));
        }
        for (String level : levels) {
            checks.add(laboratory.check(
                    level + ", polygraph", text, "--level", level, "--algorithm", "polygraph", "--timeout", TIMEOUT));
        }
        return Group.of(
                store + ", " + Table.count(size.keys()) + " keys", size.transactions(), laboratory.floor(text), checks);
    }
}
