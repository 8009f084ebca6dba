package org.isolde.cluster;

import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code monitor}: a stream that goes on. */
@Command(
        name = "monitor",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Checks a stream of transactions by the database's timestamps on a cluster of Apache Flink: one that is too"
                    + " fast for one machine.",
            "",
            "The input is JSON Lines with \"seq\", \"start\" and \"commit\" (docs/formats.md), in topics of Kafka, or in"
                    + " files. A violation is told when it is final, and in the next checkpoint.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  isolde cluster monitor --kafka localhost:9092 --topic transactions --level si",
            "  isolde cluster monitor --kafka localhost:9092 --topic transactions --out-topic violations --state DIR",
            "  isolde cluster monitor --level ser --json live.jsonl       a file, to its end",
            "",
            "Exit codes: 0 satisfied, 1 violated, 2 bad input or call, 3 undecided. Ctrl-C and SIGTERM end it with what"
                    + " is known so far."
        })
final class MonitorJob extends JobArguments {
    @Option(
            names = "--settle",
            paramLabel = "TIME",
            description = "How long a session that is silent, or not heard of yet, is waited for (default: 5s).")
    private String settle = "5s";

    @Option(
            names = "--retain",
            paramLabel = "TIME",
            description =
                    "How long old versions are kept for transactions that have run for long; beyond it one can't be judged"
                            + " (default: 1m).")
    private String retain = "1m";

    MonitorJob(JobRunner runner) {
        super(JobPlan.Kind.MONITOR, runner);
    }

    @Override
    String usualInterval() {
        return "10s";
    }

    @Override
    Duration settle() {
        return time("--settle", settle);
    }

    @Override
    Duration retain() {
        return time("--retain", retain);
    }
}
