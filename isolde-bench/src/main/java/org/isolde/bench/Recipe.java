package org.isolde.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * How a history of the strong levels is made: its name, and the options of {@code isolde generate}, which a report can
 * print.
 */
record Recipe(String name, List<String> options) {
    static Recipe of(String name, int transactions, String options) {
        List<String> words = new ArrayList<>(List.of(options.split(" ")));
        words.addAll(List.of("--transactions", Integer.toString(transactions), "--seed", "1"));
        return new Recipe(name + "-" + transactions, List.copyOf(words));
    }

    Path file(DataFiles data, String extension) throws IOException, InterruptedException {
        return data.generated(name, extension, options);
    }

    /** The commands that make the file and check it, as one would type them. */
    static String typed(String options, List<String> checks) {
        StringBuilder text =
                new StringBuilder("```text\nisolde generate ").append(options).append(" --out HISTORY\n");
        for (String check : checks) {
            text.append("isolde check ").append(check).append(" HISTORY\n");
        }
        return text.append("```\n\n").toString();
    }
}
