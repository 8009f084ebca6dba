package org.isolde.cli;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.isolde.history.generate.KeyDistribution;
import org.isolde.run.workload.WorkloadOptions;
import picocli.CommandLine.Option;

/** The parameters of a workload; what is not given is as the workload has it by default. */
final class WorkloadParameters {
    private static final Pattern RANGE = Pattern.compile("(\\d+)(?:(?:-|\\.\\.)(\\d+))?");

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

    boolean hasSeed() {
        return seed != null;
    }

    WorkloadOptions options(WorkloadOptions defaults) {
        int fewest = defaults.writesPerKey();
        int most = defaults.mostWritesPerKey();
        if (writesPerKey != null) {
            Matcher range = RANGE.matcher(writesPerKey);
            if (!range.matches()) {
                throw new Main.CallException(
                        "'" + writesPerKey + "' is no number of writes; write 4, 3-8, or 0 for ever");
            }
            fewest = Integer.parseInt(range.group(1));
            most = range.group(2) == null ? fewest : Integer.parseInt(range.group(2));
        }
        try {
            return new WorkloadOptions(
                    seed != null ? seed : System.nanoTime() >>> 20,
                    or(sessions, defaults.sessions()),
                    or(keys, defaults.keys()),
                    fewest,
                    most,
                    or(distribution, defaults.distribution()),
                    or(theta, defaults.theta()),
                    or(length, defaults.length()),
                    or(readRatio, defaults.readRatio()),
                    or(rollbackRatio, defaults.rollbackRatio()));
        } catch (IllegalArgumentException e) {
            throw new Main.CallException(e.getMessage());
        }
    }

    private static <T> T or(T given, T otherwise) {
        return given != null ? given : otherwise;
    }
}
