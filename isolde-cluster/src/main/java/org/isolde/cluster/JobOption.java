package org.isolde.cluster;

import java.util.List;

/**
 * An option of a job; those that {@code isolde monitor} has too mean the same there.
 *
 * @param name with its dashes
 * @param label what stands for its value in help; null for a flag
 * @param monitorOnly whether it is for streams alone
 * @param help what it is for
 */
public record JobOption(String name, String label, boolean monitorOnly, String help) {
    /** All of them, in the order of the help text. */
    public static final List<JobOption> ALL = List.of(
            of("--kafka", "HOST:PORT", "Read from Kafka instead of files: its brokers, with commas between."),
            of(
                    "--topic",
                    "TOPIC",
                    "The topics, with commas between, each from its beginning; a message is a line, or several."),
            of(
                    "--kafka-properties",
                    "FILE",
                    "Properties of Kafka's clients, such as security.protocol and sasl.jaas.config; secrets in it are"
                            + " never shown."),
            of("--level", "LEVEL", "si (the default) or ser."),
            new JobOption(
                    "--settle",
                    "TIME",
                    true,
                    "monitor: how long a session that is silent, or not heard of yet, is waited for (default: 5s)."),
            new JobOption(
                    "--retain",
                    "TIME",
                    true,
                    "monitor: how long old versions are kept for transactions that have run for long; beyond it one can't"
                            + " be judged (default: 1m)."),
            of("--no-session-order", null, "Session order does not count."),
            of(
                    "--initial",
                    "VALUE",
                    "The initial value of all keys as JSON, as in 0 or '\"none\"' (default: what the header of the first"
                            + " file says, else null)."),
            of(
                    "--skip-bad-lines",
                    null,
                    "Count lines that can't be read, and go on; without it, the first one ends the job."),
            of(
                    "--out",
                    "FOLDER",
                    "Write violations to files in this folder, each exactly once, instead of printing them."),
            of(
                    "--out-topic",
                    "TOPIC",
                    "Write violations to this topic of Kafka, each exactly once, instead of printing them."),
            of("--json", null, "Print one JSON object a line: each violation, and a summary at the end of the input."),
            of(
                    "--parallelism",
                    "N",
                    "How many tasks share the work (default: what the cluster is set to; here, one a core)."),
            of(
                    "--backend",
                    "heap|rocksdb",
                    "Where state is kept (default: what the cluster is set to; here, the heap). A check without it has"
                            + " its input sorted on disk instead, which is slower, and takes next to no memory."),
            of(
                    "--state",
                    "FOLDER",
                    "Where checkpoints are kept, so that it can go on, when it is started again too; on a cluster, a URI"
                            + " that all of it can write. Without it nothing is kept."),
            of(
                    "--checkpoint-every",
                    "TIME",
                    "How often state is saved, and what was found is told (default: 10s of a stream; of a check, 60s with"
                            + " --state, else never)."));

    private static JobOption of(String name, String label, String help) {
        return new JobOption(name, label, false, help);
    }

    public boolean isFlag() {
        return label == null;
    }
}
