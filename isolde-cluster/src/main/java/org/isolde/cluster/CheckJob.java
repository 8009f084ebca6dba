package org.isolde.cluster;

import picocli.CommandLine.Command;

/** {@code check}: histories that have an end. */
@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Checks histories by the database's timestamps on a cluster of Apache Flink: those that are too large for"
                    + " one machine.",
            "",
            "The input is JSON Lines with \"start\" and \"commit\" (docs/formats.md). The counts and violations are those"
                    + " of 'isolde check'. Of a topic, what it has when the job begins is checked.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  isolde cluster check --level si history.jsonl       a file, in one process",
            "  isolde cluster check --level ser --json folder/     all files of a folder",
            "  isolde cluster check --kafka localhost:9092 --topic transactions",
            "",
            "Exit codes: 0 satisfied, 1 violated, 2 bad input or call, 3 undecided."
        })
final class CheckJob extends JobArguments {
    CheckJob(JobRunner runner) {
        super(JobPlan.Kind.CHECK, runner);
    }
}
