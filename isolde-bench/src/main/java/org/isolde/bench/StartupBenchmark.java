package org.isolde.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** How long commands take that have next to nothing to do: the launcher, the start of the JVM, and its end. */
final class StartupBenchmark implements Benchmark {
    private static final int TINY = 20;

    @Override
    public String run(Laboratory laboratory, Sizes sizes) throws IOException, InterruptedException {
        Path empty = laboratory.data().generated("startup-empty", "jsonl", List.of("--transactions", "0"));
        Path tiny = laboratory
                .data()
                .generated("startup-tiny", "jsonl", List.of("--transactions", Integer.toString(TINY), "--seed", "1"));
        List<Command> commands = List.of(
                command(laboratory, empty, "--help"),
                command(laboratory, empty, "--version"),
                laboratory.check("check, no transactions", empty),
                laboratory.check("check, " + TINY + " transactions", tiny));
        Group group = Group.of("serial", TINY, laboratory.hello(empty), commands);
        laboratory.measure("startup", List.of(group));
        CheckTable table = new CheckTable();
        table.add(group);
        return "### Start-up\n\n"
                + "Commands with next to nothing to do, by the launcher; the floor is `java -Xshare:auto` with a program that"
                + " prints a word.\n\n" + table;
    }

    private static Command command(Laboratory laboratory, Path input, String option) {
        List<String> words = new ArrayList<>(laboratory.isolde());
        words.add(option);
        return new Command(option, words, Map.of(), input);
    }
}
