package org.isolde.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The weak levels end to end, on five kinds of histories: one that the order of its file explains, the same that it
 * doesn't, one that no serial order explains, one that breaks all three levels, and one whose values can't be told apart
 * by counting.
 */
final class WeakBenchmark implements Benchmark {
    private static final List<String> LEVELS = List.of("rc", "ra", "cc");

    private enum Kind {
        SERIAL("a: serial") {
            @Override
            Path file(DataFiles data, int transactions) throws IOException, InterruptedException {
                return data.generated("serial", transactions, "txt");
            }
        },
        BY_SESSION("b: a by session") {
            @Override
            Path file(DataFiles data, int transactions) throws IOException, InterruptedException {
                return data.bySession(SERIAL.file(data, transactions));
            }
        },
        CAUSAL("c: causal") {
            @Override
            Path file(DataFiles data, int transactions) throws IOException, InterruptedException {
                return data.generated("causal", transactions, "txt");
            }
        },
        VIOLATING("d: violating") {
            @Override
            Path file(DataFiles data, int transactions) throws IOException, InterruptedException {
                return data.violating(transactions);
            }
        },
        UNIQUE_VALUES("e: a, 40-bit values") {
            @Override
            Path file(DataFiles data, int transactions) throws IOException, InterruptedException {
                return data.uniqueValues(SERIAL.file(data, transactions));
            }
        };

        private final String title;

        Kind(String title) {
            this.title = title;
        }

        abstract Path file(DataFiles data, int transactions) throws IOException, InterruptedException;
    }

    @Override
    public String run(Laboratory laboratory, Sizes sizes) throws IOException, InterruptedException {
        CheckTable table = new CheckTable();
        for (int transactions : sizes.weak()) {
            for (Kind kind : Kind.values()) {
                Path text = kind.file(laboratory.data(), transactions);
                List<Command> checks = new ArrayList<>();
                for (String level : LEVELS) {
                    checks.add(laboratory.check(level, text, "--level", level));
                }
                if (kind == Kind.SERIAL || kind == Kind.CAUSAL) {
                    Path binary = laboratory.data().converted(text, "isolde");
                    checks.add(laboratory.check("rc, from isolde-binary", binary, "--level", "rc"));
                }
                Group group = Group.of(kind.title, transactions, laboratory.floor(text), checks);
                laboratory.measure("weak", List.of(group));
                table.add(group);
            }
        }
        return "### Weak levels\n\n"
                + "`isolde check --level ...`: 50 sessions, 8 operations a transaction, half of them reads, 10,000 keys,"
                + " zipfian 0.99; from plume text unless it says otherwise. *d* is *c* with"
                + " `--inject non-monotonic-read,fractured-read,causality-violation`.\n\n" + table;
    }
}
