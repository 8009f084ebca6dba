package org.isolde.cli;

import java.util.Map;
import org.isolde.generate.KeyDistribution;
import picocli.CommandLine.Option;

/** The parameters of a workload; what is not given is as the workload has it by default. */
final class WorkloadParameters {
    @Option(
            names = "--sessions",
            paramLabel = "N",
            description = "How many clients at once (default: by workload, mostly 8).")
    private Integer sessions;

    @Option(
            names = "--keys",
            paramLabel = "N",
            description = "How many keys are in use at a time (default: by workload).")
    private Integer keys;

    @Option(
            names = "--writes-per-key",
            paramLabel = "N[-M]",
            description =
                    "After so many writes a key is retired, and a fresh one takes its place; 0: never (default: by"
                            + " workload, mostly 3-8).")
    private String writesPerKey;

    @Option(
            names = "--distribution",
            paramLabel = "NAME",
            description = "How often each key is used: uniform, zipfian, hotspot, exponential.")
    private KeyDistribution distribution;

    @Option(names = "--theta", paramLabel = "X", description = "How skewed zipfian is (default: 0.99).")
    private Double theta;

    @Option(
            names = "--length",
            paramLabel = "N",
            description = "Operations of a transaction, where the workload leaves it open.")
    private Integer length;

    @Option(
            names = "--read-ratio",
            paramLabel = "X",
            description = "Share of reads, where the workload leaves it open.")
    private Double readRatio;

    @Option(
            names = "--rollback-ratio",
            paramLabel = "X",
            description = "Share of the read-only transactions that end by ROLLBACK.")
    private Double rollbackRatio;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "The seed of the workload (default: a new one, which is told).")
    private Long seed;

    /** Adds what was given, under its name. */
    void addTo(Map<String, Object> options) {
        options.put("sessions", sessions);
        options.put("keys", keys);
        options.put("writes-per-key", writesPerKey);
        options.put("distribution", distribution == null ? null : distribution.text());
        options.put("theta", theta);
        options.put("length", length);
        options.put("read-ratio", readRatio);
        options.put("rollback-ratio", rollbackRatio);
        options.put("seed", seed);
    }
}
