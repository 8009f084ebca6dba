package org.isolde.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Linearizability of one register: with values of their own, and with few values, where it has to be searched for. */
final class LinearizabilityBenchmark implements Benchmark {
    private static final String REGISTER = "--store strict --shape cas --keys 1";
    private static final String CLIENTS = " --sessions 100 --rmw 0.8";
    private static final String REPEATED = " --sessions 10 --values 5";
    private static final String TIMEOUT = "300s";

    /** Of one register and ten clients, by operations. */
    private static final Map<Integer, String> PORCUPINE = Map.of(
            10_000, "0.3 s CPU",
            30_000, "2.9 s CPU, 1,900 MB",
            100_000, "killed at 10,800 MB");

    @Override
    public String run(Laboratory laboratory, Sizes sizes) throws IOException, InterruptedException {
        CheckTable table = new CheckTable("Porcupine");
        int operations = sizes.strong().register();
        Path text = Recipe.of("register", operations, REGISTER + CLIENTS).file(laboratory.data(), "jsonl");
        Path binary = laboratory.data().converted(text, "isolde");
        List<Command> checks = List.of(
                laboratory.check("lin", text, "--level", "lin"),
                laboratory.check("lin, from isolde-binary", binary, "--level", "lin"));
        Group register = Group.of("100 clients", operations, laboratory.floor(text), checks);
        laboratory.measure("lin", List.of(register));
        table.add(register);
        List<Group> repeated = new ArrayList<>();
        for (int size : sizes.strong().repeated()) {
            Path file =
                    Recipe.of("register-repeated", size, REGISTER + REPEATED).file(laboratory.data(), "jsonl");
            Command check = laboratory.check("lin, 5 values", file, "--level", "lin", "--timeout", TIMEOUT);
            repeated.add(Group.of("10 clients", size, laboratory.floor(file), List.of(check)));
        }
        laboratory.measure("lin, repeated values", repeated);
        for (Group group : repeated) {
            table.add(group, series -> PORCUPINE.getOrDefault(group.transactions(), ""));
        }
        return "### Linearizability\n\n"
                + "One register with reads, writes and compare-and-sets, from isolde text; the floor scans the same file."
                + " Porcupine's figures are not of this run, but of a like machine.\n\n"
                + Recipe.typed(REGISTER + CLIENTS + " --transactions N --seed 1", List.of("--level lin"))
                + Recipe.typed(
                        REGISTER + REPEATED + " --transactions N --seed 1", List.of("--level lin --timeout " + TIMEOUT))
                + table;
    }
}
