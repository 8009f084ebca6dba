package org.isolde.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The weak levels, one by one and together, end to end.
 *
 * <p>A serial history is explained by the order of its input; a causal one is valid but not serial, and takes the level's
 * own algorithm, as a serial one does with {@code --algorithm saturation}.
 */
final class WeakBenchmark implements Benchmark {
    private static final List<String> LEVELS = List.of("rc", "ra", "cc", "rc,ra,cc");

    @Override
    public String run(Laboratory laboratory, Sizes sizes) throws IOException, InterruptedException {
        CheckTable table = new CheckTable();
        for (int transactions : sizes.weak()) {
            for (String store : sizes.stores()) {
                Path text = laboratory.data().generated(store, transactions, "txt");
                Path binary = laboratory.data().converted(text, "isolde");
                List<Command> checks = new ArrayList<>();
                for (String level : LEVELS) {
                    checks.add(laboratory.check(level, text, "--level", level));
                }
                for (String level : LEVELS) {
                    String name = level + ", saturation";
                    checks.add(laboratory.check(name, text, "--level", level, "--algorithm", "saturation"));
                }
                for (String level : List.of("rc", "all-weak")) {
                    checks.add(laboratory.check(level + ", from isolde-binary", binary, "--level", level));
                }
                Group group = Group.of(store, transactions, laboratory.floor(text), checks);
                laboratory.measure("weak", List.of(group));
                table.add(group);
            }
        }
        return "### Weak levels\n\n"
                + "`isolde check --level ...`: 50 sessions, 8 operations a transaction, half of them reads, 10,000 keys,"
                + " zipfian 0.99; from plume text unless it says otherwise.\n\n" + table;
    }
}
