package org.isolde.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Serializability of rows and predicates by what the database knows: by a certificate (Emme) and by an expected serial order
 * (Enne), on the mixes of the paper's section 8. All histories are serializable, and have both kinds of evidence.
 */
final class PredicatesBenchmark implements Benchmark {
    private static final String OPTIONS = "ISOLDE_JAVA_OPTS";
    private static final String MEMORY = "-Xmx1g";
    /** The most transactions that are to be checked in that. */
    private static final int IN_MEMORY = 100_000;

    /** No check should take that long; one that can't decide ends all the same. */
    private static final String TIMEOUT = "300s";

    private static final String STORE =
            "--shape rows --store strict --sessions 20 --ops 5 --inserts 0.1 --deletes 0 --expected-order --no-real-time";

    /** 40% reads, 30% updates, 20% increments, 10% inserts. */
    private static final String ITEMS = STORE + " --keys 1000 --predicates 0 --read-ratio 0.4444 --rmw 0.4";

    /** 10% inserts; of the rest half by conditions, and half of each reads. */
    private static final String PREDICATES = STORE + " --predicates 0.5 --read-ratio 0.5 --rmw 0";

    private static final String EMME = "--evidence versions";
    private static final String ENNE = "--evidence order";

    /** CPU seconds that the whole command may take, by the options of a history and its transactions. */
    private static final Map<String, Map<String, Double>> GOALS = Map.of(
            "items 100000", Map.of(EMME, 1.5, ENNE, 1.5),
            "few 2500", Map.of(EMME, 0.7, ENNE, 0.7),
            "mixed 100000", Map.of(EMME, 5.0, ENNE, 2.5));

    @Override
    public String run(Laboratory laboratory, Sizes sizes) throws IOException, InterruptedException {
        Sizes.WhiteBox whiteBox = sizes.whiteBox();
        Table table = new Table(
                "history",
                ">transactions",
                "by",
                "from",
                ">seconds",
                ">CPU seconds",
                ">goal, CPU",
                ">peak RSS, MB",
                "verdict");
        measure(laboratory, table, "items", ITEMS, whiteBox.items());
        measure(laboratory, table, "few", PREDICATES + " --keys 100", whiteBox.few());
        List<Group> growing = new ArrayList<>();
        for (int transactions : whiteBox.mixed()) {
            growing.add(group(laboratory, "mixed", PREDICATES + " --keys 1000", transactions));
        }
        laboratory.measure("predicates, growth", growing);
        growing.forEach(group -> add(table, "mixed", group));
        return "### Rows and predicates\n\n"
                + "`ser` by a certificate (Emme) and by an expected serial order (Enne), with `ISOLDE_JAVA_OPTS="
                + MEMORY
                + "` up to 100,000 transactions."
                + " *items* is the paper's mix of 40% reads, 30% updates, 20% increments and 10% inserts over 1,000 rows;"
                + " *few* and *mixed* have 10% inserts, half of the rest by conditions, and half reads, over 100 and 1,000"
                + " rows. A condition matches four rows.\n\n"
                + Recipe.typed(
                        STORE + " --keys K --predicates P --read-ratio R --rmw W --transactions N --seed 1",
                        List.of(
                                "--level ser " + EMME + " --timeout " + TIMEOUT,
                                "--level ser " + ENNE + " --timeout " + TIMEOUT))
                + table
                + "\nWhat each doubling of *mixed* costs:\n\n" + new GrowthTable(growing);
    }

    private static void measure(Laboratory laboratory, Table table, String name, String options, int transactions)
            throws IOException, InterruptedException {
        Group group = group(laboratory, name, options, transactions);
        laboratory.measure("predicates", List.of(group));
        add(table, name, group);
    }

    private static Group group(Laboratory laboratory, String name, String options, int transactions)
            throws IOException, InterruptedException {
        Path binary = Recipe.of("predicates-" + name, transactions, options).file(laboratory.data(), "isolde");
        Path text = laboratory.data().converted(binary, "jsonl");
        String javaOptions = System.getenv().getOrDefault(OPTIONS, "") + " " + MEMORY;
        List<Command> checks = new ArrayList<>();
        for (Path history : List.of(binary, text)) {
            for (String evidence : List.of(EMME, ENNE)) {
                List<String> words = new ArrayList<>(List.of("--level", "ser", "--timeout", TIMEOUT));
                words.addAll(List.of(evidence.split(" ", -1)));
                Command command = laboratory.check(
                        evidence + ", from " + (history == binary ? "isolde-binary" : "isolde"),
                        history,
                        words.toArray(new String[0]));
                checks.add(
                        transactions > IN_MEMORY
                                ? command
                                : new Command(command.name(), command.words(), Map.of(OPTIONS, javaOptions), history));
            }
        }
        return Group.of(name, transactions, laboratory.floor(text), checks);
    }

    private static void add(Table table, String name, Group group) {
        Map<String, Double> goals = GOALS.getOrDefault(name + " " + group.transactions(), Map.of());
        for (Series series : group.checks()) {
            String[] command = series.command().name().split(", from ", -1);
            Double goal = goals.get(command[0]);
            table.row(
                    name,
                    Table.count(group.transactions()),
                    command[0].equals(EMME) ? "Emme" : "Enne",
                    command[1],
                    Table.seconds(series.seconds()),
                    Table.seconds(series.cpuSeconds()),
                    goal == null ? "" : Table.fixed(goal, 1),
                    Table.megabytes(series.peakBytes()),
                    CheckTable.verdict(series.exitCode()));
        }
    }
}
