package org.isolde.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Strong levels of list-append histories in EDN, as Jepsen records and Elle checks them: a valid and a violating one. */
final class ListsBenchmark implements Benchmark {
    private static final String WORKLOAD = "--store strict --shape list-append --ops 4 --sessions 20 --keys 100";

    private static final String VIOLATIONS = " --inject write-skew,long-fork";

    /** Of the whole process, by transactions. */
    private static final Map<Integer, String> ELLE = Map.of(100_000, "33 s CPU, 22 s wall, 2,200 MB");

    @Override
    public String run(Laboratory laboratory, Sizes sizes) throws IOException, InterruptedException {
        int transactions = sizes.strong().lists();
        Path edn = Recipe.of("lists", transactions, WORKLOAD).file(laboratory.data(), "edn");
        List<Command> checks = List.of(
                laboratory.check("ser,si,sser", edn, "--level", "ser,si,sser"),
                laboratory.check(
                        "ser,si,sser, saturation", edn, "--level", "ser,si,sser", "--algorithm", "saturation"));
        Group group = Group.of("strict", transactions, laboratory.floor(edn), checks);
        Path violating = Recipe.of("lists-violating", transactions, WORKLOAD + VIOLATIONS)
                .file(laboratory.data(), "edn");
        Group broken = Group.of(
                "strict, violated",
                transactions,
                laboratory.floor(violating),
                List.of(laboratory.check("ser,si,sser", violating, "--level", "ser,si,sser")));
        laboratory.measure("lists", List.of(group, broken));
        CheckTable table = new CheckTable("Elle");
        table.add(group, series -> ELLE.getOrDefault(transactions, ""));
        table.add(broken, series -> "");
        return "### Lists\n\n"
                + "List-append in EDN, valid and with `" + VIOLATIONS.trim()
                + "`; the floor scans the same file. Elle's figures are not of this run, but of a like"
                + " machine.\n\n"
                + Recipe.typed(
                        WORKLOAD + " --transactions N --seed 1",
                        List.of("--level ser,si,sser", "--level ser,si,sser --algorithm saturation"))
                + table;
    }
}
