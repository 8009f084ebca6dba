package org.isolde.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.isolde.history.Level;
import org.isolde.history.Times;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The arguments of both jobs, of which those that {@code isolde monitor} has too mean the same there. */
abstract class JobArguments implements Callable<Integer> {
    private static final int MOST_PARALLELISM = 32_768;
    private static final Duration SHORTEST = Duration.ofMillis(10);

    private final JobPlan.Kind kind;
    private final JobRunner runner;

    @Spec
    private CommandSpec spec;

    @Parameters(
            paramLabel = "FILE",
            arity = "0..*",
            description = "Files of JSON lines, or folders of them; on a cluster, whatever path or URI it can read.")
    private List<String> files = new ArrayList<>();

    @Option(
            names = "--kafka",
            paramLabel = "HOST:PORT",
            description = "Read from Kafka instead: its brokers, with commas between.")
    private String kafka;

    @Option(
            names = "--topic",
            paramLabel = "TOPIC",
            split = ",",
            description = "The topics, each from its beginning; a message is a line, or several.")
    private List<String> topics = new ArrayList<>();

    @Option(
            names = "--kafka-properties",
            paramLabel = "FILE",
            description =
                    "Properties of Kafka's clients, such as security.protocol and sasl.jaas.config; secrets in it are never"
                            + " shown.")
    private Path kafkaProperties;

    @Option(names = "--level", paramLabel = "LEVEL", description = "si (the default) or ser.")
    private String level = "si";

    @Option(names = "--no-session-order", description = "Session order does not count.")
    private boolean noSessionOrder;

    @Option(
            names = "--initial",
            paramLabel = "VALUE",
            description =
                    "The initial value of all keys as JSON, as in 0 or '\"none\"' (default: what the header of the first"
                            + " file says, else null).")
    private String initial;

    @Option(
            names = "--skip-bad-lines",
            description = "Count lines that can't be read, and go on; without it, the first one ends the job.")
    private boolean skipBadLines;

    @Option(
            names = "--out",
            paramLabel = "FOLDER",
            description = "Write violations to files in this folder, each exactly once, instead of printing them.")
    private String out;

    @Option(
            names = "--out-topic",
            paramLabel = "TOPIC",
            description = "Write violations to this topic of Kafka, each exactly once, instead of printing them.")
    private String outTopic;

    @Option(
            names = "--json",
            description = "Print one JSON object a line: each violation, and a summary at the end of the input.")
    private boolean json;

    @Option(
            names = "--parallelism",
            paramLabel = "N",
            description = "How many tasks share the work (default: what the cluster is set to; here, one a core).")
    private Integer parallelism;

    @Option(
            names = "--backend",
            paramLabel = "heap|rocksdb",
            description = "Where state is kept (default: what the cluster is set to; here, the heap).")
    private JobPlan.Backend backend;

    @Option(
            names = "--state",
            paramLabel = "FOLDER",
            description =
                    "Where checkpoints are kept, so that it can go on, when it is started again too; on a cluster, a URI that"
                            + " all of it can write. Without it nothing is kept.")
    private String state;

    @Option(
            names = "--checkpoint-every",
            paramLabel = "TIME",
            description =
                    "How often state is saved, and what was found is told (default: 10s of a stream; of what has an end,"
                            + " 60s with --state, else never).")
    private String checkpointEvery;

    JobArguments(JobPlan.Kind kind, JobRunner runner) {
        this.kind = kind;
        this.runner = runner;
    }

    /** How often state is saved unless that is said; null for never. */
    String usualInterval() {
        return state == null ? null : "60s";
    }

    /** How long whoever is silent is waited for; null for ever. */
    Duration settle() {
        return null;
    }

    Duration retain() {
        return null;
    }

    @Override
    public Integer call() throws Exception {
        return runner.run(plan());
    }

    private JobPlan plan() {
        if (files.isEmpty() == (kafka == null)) {
            throw bad(
                    files.isEmpty()
                            ? "nothing to " + spec.name() + "; name files, or --kafka HOST:PORT and --topic TOPIC"
                            : "files or --kafka, not both; run one job for each");
        }
        if (topics.isEmpty() != (kafka == null)) {
            throw bad(kafka == null ? "--topic needs --kafka HOST:PORT" : "--kafka needs --topic TOPIC");
        }
        if (kafka == null && outTopic != null && kafkaProperties == null) {
            throw bad("--out-topic needs to know where Kafka is: a line bootstrap.servers=HOST:PORT in the file of"
                    + " --kafka-properties");
        }
        if (kafka == null && outTopic == null && kafkaProperties != null) {
            throw bad("--kafka-properties are for --kafka or --out-topic, and neither is there");
        }
        if (parallelism != null && (parallelism < 1 || parallelism > MOST_PARALLELISM)) {
            throw bad("--parallelism " + parallelism + " can't be; write a number from 1 to " + MOST_PARALLELISM);
        }
        for (String file : files) {
            if (file.equals("-")) {
                throw bad("a job can't read standard input, for it may have to read again; name a file");
            }
        }
        return new JobPlan(
                kind,
                wantedLevel(),
                !noSessionOrder,
                wantedInitial(),
                List.copyOf(files),
                kafka,
                List.copyOf(topics),
                clients(),
                skipBadLines,
                out,
                outTopic,
                json,
                parallelism == null ? 0 : parallelism,
                backend,
                state,
                interval(),
                settle(),
                retain());
    }

    private Duration interval() {
        String text = checkpointEvery == null ? usualInterval() : checkpointEvery;
        Duration every = text == null ? null : time("--checkpoint-every", text);
        if (every != null && every.compareTo(SHORTEST) < 0) {
            throw bad("--checkpoint-every " + text + " is too often; write 10s, or 10ms at least");
        }
        return every;
    }

    private Level wantedLevel() {
        List<Level> levels;
        try {
            levels = List.copyOf(Level.parse(level));
        } catch (IllegalArgumentException e) {
            throw bad(e.getMessage());
        }
        if (levels.size() != 1 || (levels.get(0) != Level.SI && levels.get(0) != Level.SER)) {
            throw bad("--level " + level + ": a stream is checked for si or for ser");
        }
        return levels.get(0);
    }

    private String wantedInitial() {
        String text = initial == null ? "null" : initial.strip();
        if (text.equals("null") || text.matches("-?\\d{1,18}") || text.matches("\"[^\"\\\\]*\"")) {
            return initial == null ? null : text;
        }
        throw bad("--initial " + initial + " is no value; write an integer, a text in double quotes, or null");
    }

    private ClientProperties clients() {
        if (kafkaProperties == null) {
            return ClientProperties.none();
        }
        try {
            return ClientProperties.read(kafkaProperties);
        } catch (NoSuchFileException e) {
            throw bad("--kafka-properties " + kafkaProperties + ": no such file");
        } catch (IOException e) {
            throw bad("--kafka-properties " + kafkaProperties + " can't be read"
                    + (Files.isDirectory(kafkaProperties) ? ": it is a folder" : ": " + e.getMessage()));
        }
    }

    final Duration time(String name, String text) {
        try {
            return Times.parse(text);
        } catch (IllegalArgumentException e) {
            throw bad(name + ": " + e.getMessage());
        }
    }

    final ParameterException bad(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
