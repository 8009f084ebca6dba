package org.isolde.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.isolde.history.Level;
import org.isolde.history.Times;

/** What was given to a job, and the plan that this makes. */
public final class JobCall {
    private static final int MOST_PARALLELISM = 32_768;
    private static final Duration SHORTEST = Duration.ofMillis(10);

    private final Map<String, String> given;
    private final List<String> files;
    private final JobPlan.Kind kind;

    /**
     * @param job "check" or "monitor"
     * @param given values by the names of options; that of a flag says nothing
     * @throws JobCallException if that is no job
     */
    public JobCall(String job, Map<String, String> given, List<String> files) {
        if (!"check".equals(job) && !"monitor".equals(job)) {
            throw new JobCallException(
                    (job == null ? "name a job" : "'" + job + "' is no job") + "; there are check and monitor");
        }
        this.kind = job.equals("check") ? JobPlan.Kind.CHECK : JobPlan.Kind.MONITOR;
        this.given = given;
        this.files = List.copyOf(files);
    }

    /**
     * Reads words as they were typed: the job, options, files.
     *
     * @throws JobCallException if they can't be understood
     */
    public static JobCall read(List<String> words) {
        Map<String, String> given = new LinkedHashMap<>();
        List<String> rest = new ArrayList<>();
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            if (!word.startsWith("--")) {
                rest.add(word);
                continue;
            }
            int sign = word.indexOf('=');
            String name = sign < 0 ? word : word.substring(0, sign);
            JobOption option = JobOption.ALL.stream()
                    .filter(each -> each.name().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new JobCallException("unknown option " + name));
            if (!option.isFlag() && sign < 0 && i + 1 == words.size()) {
                throw new JobCallException(name + " needs a value: " + option.label());
            }
            given.put(name, option.isFlag() ? "" : sign < 0 ? words.get(++i) : word.substring(sign + 1));
        }
        return new JobCall(
                rest.isEmpty() ? null : rest.get(0), given, rest.isEmpty() ? rest : rest.subList(1, rest.size()));
    }

    /** @throws JobCallException if something does not go together */
    public JobPlan plan() {
        String kafka = given.get("--kafka");
        String outTopic = given.get("--out-topic");
        boolean properties = given.containsKey("--kafka-properties");
        if (files.isEmpty() == (kafka == null)) {
            throw new JobCallException(
                    files.isEmpty()
                            ? "nothing to " + kind.text() + "; name files, or --kafka HOST:PORT and --topic TOPIC"
                            : "files or --kafka, not both; run one job for each");
        }
        if (given.containsKey("--topic") != (kafka != null)) {
            throw new JobCallException(
                    kafka == null ? "--topic needs --kafka HOST:PORT" : "--kafka needs --topic TOPIC");
        }
        if (kafka == null && outTopic != null && !properties) {
            throw new JobCallException("--out-topic needs to know where Kafka is: a line bootstrap.servers=HOST:PORT in"
                    + " the file of --kafka-properties");
        }
        if (kafka == null && outTopic == null && properties) {
            throw new JobCallException("--kafka-properties are for --kafka or --out-topic, and neither is there");
        }
        if (files.contains("-")) {
            throw new JobCallException("a job can't read standard input, for it may have to read again; name a file");
        }
        for (JobOption option : JobOption.ALL) {
            if (option.monitorOnly() && kind == JobPlan.Kind.CHECK && given.containsKey(option.name())) {
                throw new JobCallException(option.name() + " is for streams; a check knows when all has come");
            }
        }
        boolean monitor = kind == JobPlan.Kind.MONITOR;
        return new JobPlan(
                kind,
                level(),
                !given.containsKey("--no-session-order"),
                initial(),
                files,
                kafka,
                kafka == null ? List.of() : List.of(given.get("--topic").split(",", -1)),
                clients(),
                given.containsKey("--skip-bad-lines"),
                given.get("--out"),
                outTopic,
                given.containsKey("--json"),
                parallelism(),
                backend(),
                given.get("--state"),
                interval(),
                monitor ? time("--settle", "5s") : null,
                monitor ? time("--retain", "1m") : null);
    }

    private Level level() {
        String text = given.getOrDefault("--level", "si");
        List<Level> levels;
        try {
            levels = List.copyOf(Level.parse(text));
        } catch (IllegalArgumentException e) {
            throw new JobCallException(e.getMessage());
        }
        if (levels.size() != 1 || (levels.get(0) != Level.SI && levels.get(0) != Level.SER)) {
            throw new JobCallException("--level " + text + ": timestamps are checked for si or for ser");
        }
        return levels.get(0);
    }

    private String initial() {
        String text = given.get("--initial");
        String value = text == null ? null : text.strip();
        if (value == null || value.equals("null") || value.matches("-?\\d{1,18}") || value.matches("\"[^\"\\\\]*\"")) {
            return value;
        }
        throw new JobCallException(
                "--initial " + text + " is no value; write an integer, a text in double quotes, or null");
    }

    private int parallelism() {
        String text = given.getOrDefault("--parallelism", "0");
        int number = text.matches("\\d{1,5}") ? Integer.parseInt(text) : -1;
        if (number < 0 || number > MOST_PARALLELISM || number == 0 && given.containsKey("--parallelism")) {
            throw new JobCallException(
                    "--parallelism " + text + " can't be; write a number from 1 to " + MOST_PARALLELISM);
        }
        return number;
    }

    private JobPlan.Backend backend() {
        String text = given.get("--backend");
        if (text == null) {
            return null;
        }
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "heap" -> JobPlan.Backend.HEAP;
            case "rocksdb" -> JobPlan.Backend.ROCKSDB;
            default -> throw new JobCallException("--backend " + text + " is unknown; there are heap and rocksdb");
        };
    }

    private Duration interval() {
        String usual = kind == JobPlan.Kind.MONITOR ? "10s" : given.containsKey("--state") ? "60s" : null;
        if (usual == null && !given.containsKey("--checkpoint-every")) {
            return null;
        }
        Duration every = time("--checkpoint-every", usual);
        if (every.compareTo(SHORTEST) < 0) {
            throw new JobCallException("--checkpoint-every " + given.get("--checkpoint-every")
                    + " is too often; write 10s, or 10ms at least");
        }
        return every;
    }

    private Duration time(String name, String usual) {
        try {
            return Times.parse(given.getOrDefault(name, usual));
        } catch (IllegalArgumentException e) {
            throw new JobCallException(name + ": " + e.getMessage());
        }
    }

    private ClientProperties clients() {
        String name = given.get("--kafka-properties");
        if (name == null) {
            return ClientProperties.none();
        }
        Path file = Path.of(name);
        try {
            return ClientProperties.read(file);
        } catch (NoSuchFileException e) {
            throw new JobCallException("--kafka-properties " + name + ": no such file");
        } catch (IOException e) {
            throw new JobCallException("--kafka-properties " + name + " can't be read: "
                    + (Files.isDirectory(file) ? "it is a folder" : e.getMessage()));
        }
    }
}
