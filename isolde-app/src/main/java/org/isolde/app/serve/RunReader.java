package org.isolde.app.serve;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.isolde.app.RunFolder;
import org.isolde.app.serve.RunSummary.State;
import org.isolde.run.record.JsonTree;

/**
 * Reads one run folder: finished, running, broken off or damaged. Never fails for what is in it; says what is wrong.
 * Links in it are not followed.
 */
final class RunReader {
    private static final String HISTORY = RunFolder.historyName(1);
    private static final DateTimeFormatter NAME_TIME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");
    private static final Pattern PROCESS = Pattern.compile("(\\S+) process (\\d{1,18})");

    /** A larger verdict is not shown; it can be downloaded. */
    private static final int LARGEST_VERDICT = 64 << 20;

    private static final int LARGEST_LOG = 256 << 10;
    private static final int LARGEST_COMMAND = 16 << 10;
    private static final int LONGEST_HEADER = 1 << 20;

    /** A history that was written to so recently is being written, whatever is known of the process. */
    private static final Duration RECENT = Duration.ofSeconds(15);

    private final Path folder;
    private final RunKind kind;
    private final List<String> problems = new ArrayList<>();

    RunReader(Path folder) {
        this.folder = folder;
        this.kind = RunKind.of(folder);
    }

    /** What is wrong with the folder, so far as it was read. */
    List<String> problems() {
        return problems;
    }

    /** The verdict of a test, or what fuzzing or a survey came to, whole; empty if there is none that can be read. */
    Map<String, Object> verdict() {
        String file = kind.result();
        String list = kind.list();
        byte[] text = read(file, LARGEST_VERDICT, false);
        if (text == null) {
            return Map.of();
        }
        if (text.length == LARGEST_VERDICT) {
            problems.add(file + " is too large to be shown here; download it");
            return Map.of();
        }
        try {
            Map<String, Object> verdict = JsonTree.object(text);
            if (!(verdict.get("verdict") instanceof String) || !(verdict.get(list) instanceof List<?>)) {
                problems.add(file + " has no verdict or no " + list + " in it");
            }
            return verdict;
        } catch (IOException e) {
            problems.add(file + " can't be read: " + e.getMessage());
            return Map.of();
        }
    }

    /** What the first history says of itself; empty if there is none. */
    Map<String, Object> header() {
        byte[] start = read(HISTORY, LONGEST_HEADER, true);
        if (start == null || start.length == 0) {
            return Map.of();
        }
        try {
            return JsonTree.object(start);
        } catch (IOException e) {
            problems.add("the first line of " + HISTORY + " can't be read: " + e.getMessage());
            return Map.of();
        }
    }

    String command() {
        byte[] text = read(RunFolder.COMMAND, LARGEST_COMMAND, false);
        return text == null ? null : new String(text, StandardCharsets.UTF_8).strip();
    }

    /** The log; of a very long one the beginning. */
    String log() {
        byte[] text = read(RunFolder.LOG, LARGEST_LOG, false);
        if (text == null) {
            return null;
        }
        String log = new String(text, StandardCharsets.UTF_8);
        return text.length == LARGEST_LOG ? log + "\n... (the log goes on; download it)" : log;
    }

    /** The beginning of a file, or its first line; null if it is not there. */
    private byte[] read(String name, int most, boolean line) {
        Path file = folder.resolve(name);
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            return null;
        }
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            problems.add(name + " is no plain file");
            return null;
        }
        try (SeekableByteChannel channel =
                        Files.newByteChannel(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
                InputStream in = Channels.newInputStream(channel)) {
            return line ? firstLine(in, most) : in.readNBytes(most);
        } catch (IOException e) {
            problems.add(name + " can't be read");
            return null;
        }
    }

    private static byte[] firstLine(InputStream in, int most) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        byte[] block = new byte[4096];
        for (int count = in.read(block); count > 0 && line.size() < most; count = in.read(block)) {
            for (int i = 0; i < count; i++) {
                if (block[i] == '\n') {
                    line.write(block, 0, i);
                    return line.toByteArray();
                }
            }
            line.write(block, 0, count);
        }
        return line.toByteArray();
    }

    RunSummary summary() {
        Map<String, Object> verdict = verdict();
        boolean finished = verdict.get("verdict") instanceof String;
        Map<String, Object> told = finished ? verdict : header();
        String log = log();
        Instant time = time(log);
        State state = finished
                ? State.FINISHED
                : isRunning(log) ? State.RUNNING : told.isEmpty() && log == null ? State.DAMAGED : State.BROKEN_OFF;
        if (state == State.DAMAGED && problems.isEmpty()) {
            problems.add("there is neither a verdict nor a history nor a log in it; is it a run folder?");
        }
        if (!problems.isEmpty()) {
            state = State.DAMAGED;
        }
        if (kind != RunKind.TEST) {
            return other(told, verdict, time, state, log);
        }
        Map<String, Object> workload = JsonTree.map(told.get("workloadOptions"));
        Figures figures = new Figures(JsonTree.list(verdict.get("rounds")));
        List<String> levels = JsonTree.texts(verdict.get("levels"));
        return new RunSummary(
                folder.getFileName().toString(),
                time,
                state,
                problems.isEmpty() ? problem(verdict, state, log) : String.join("; ", problems),
                JsonTree.text(told.get("target")),
                JsonTree.text(told.get("database")),
                JsonTree.text(told.get("isolation")),
                levels,
                JsonTree.text(told.get("workload")),
                workload.get("sessions") instanceof Number sessions ? (Integer) sessions.intValue() : null,
                figures.rounds,
                figures.rounds == 0 ? null : figures.seconds,
                figures.rounds == 0 ? null : (Long) (long) figures.committed,
                figures.seconds == 0 ? null : figures.committed / figures.seconds,
                figures.attempts == 0 ? null : figures.aborted / figures.attempts,
                figures.committed == 0 ? null : figures.latency / figures.committed,
                figures.committed == 0 ? null : figures.slow,
                JsonTree.text(verdict.get("verdict")),
                List.copyOf(figures.anomalies),
                hasPage());
    }

    private boolean hasPage() {
        return Files.isRegularFile(folder.resolve(kind.page()), LinkOption.NOFOLLOW_LINKS);
    }

    /**
     * A run of {@code isolde fuzz} or {@code isolde survey}: what it found is what a test calls anomalies.
     *
     * @param told what is known of the database, also before there is a result
     */
    private RunSummary other(
            Map<String, Object> told, Map<String, Object> result, Instant time, State state, String log) {
        boolean survey = kind == RunKind.SURVEY;
        List<Object> list = JsonTree.list(result.get(kind.list()));
        return new RunSummary(
                folder.getFileName().toString(),
                time,
                state,
                problems.isEmpty() ? problem(result, state, log) : String.join("; ", problems),
                JsonTree.text(told.get("target")),
                JsonTree.text(told.get("database")),
                survey
                        ? levels(list)
                        : JsonTree.text(JsonTree.map(result.get("options")).get("isolation")),
                List.of(),
                kind.name().toLowerCase(Locale.ROOT),
                null,
                0,
                result.get("seconds") instanceof Number seconds ? (Double) seconds.doubleValue() : null,
                null,
                null,
                null,
                null,
                null,
                JsonTree.text(result.get("verdict")),
                survey ? brokenPromises(list) : distinct(list, "cause"),
                hasPage());
    }

    /** All names would make the column wider than the page. */
    private static String levels(List<Object> list) {
        return list.isEmpty()
                ? null
                : list.size() == 1 ? distinct(list, "isolation").get(0) : list.size() + " levels";
    }

    private static List<String> distinct(List<Object> list, String name) {
        return list.stream()
                .map(each -> String.valueOf(JsonTree.map(each).get(name)))
                .distinct()
                .toList();
    }

    /** What a survey saw at levels that promise to prevent it. */
    private static List<String> brokenPromises(List<Object> levels) {
        return levels.stream()
                .flatMap(level -> JsonTree.list(JsonTree.map(level).get("hazards")).stream())
                .map(JsonTree::map)
                .filter(hazard ->
                        Boolean.TRUE.equals(hazard.get("seen")) && Boolean.TRUE.equals(hazard.get("forbidden")))
                .map(hazard -> String.valueOf(hazard.get("name")))
                .distinct()
                .toList();
    }

    private static String problem(Map<String, Object> verdict, State state, String log) {
        if (state == State.BROKEN_OFF) {
            String last = log == null
                    ? ""
                    : log.lines().reduce((before, line) -> line).orElse("");
            return "it ended without a verdict" + (last.isEmpty() ? "" : "; the last line of its log: " + last);
        }
        if (verdict.get("problem") == null && Boolean.TRUE.equals(verdict.get("interrupted"))) {
            return "it was interrupted";
        }
        return JsonTree.text(verdict.get("problem"));
    }

    /** When it began: by its log, else by its name. */
    private Instant time(String log) {
        if (log != null) {
            try {
                return Instant.parse(log.substring(0, Math.max(0, log.indexOf(' '))));
            } catch (DateTimeParseException e) {
                // somebody else's log; the name is as good
            }
        }
        String name = folder.getFileName().toString();
        try {
            return LocalDateTime.parse(name.substring(0, Math.min(15, name.length())), NAME_TIME)
                    .atZone(ZoneId.systemDefault())
                    .toInstant();
        } catch (DateTimeParseException e) {
            return null;
        }
    }

    /** Whether the process that began it is still there, or somebody writes to its history. */
    private boolean isRunning(String log) {
        Path history = folder.resolve(HISTORY);
        try {
            if (Files.isRegularFile(history, LinkOption.NOFOLLOW_LINKS)
                    && Files.getLastModifiedTime(history, LinkOption.NOFOLLOW_LINKS)
                            .toInstant()
                            .isAfter(Instant.now().minus(RECENT))) {
                return true;
            }
        } catch (IOException e) {
            problems.add(HISTORY + " can't be read");
        }
        Matcher process = PROCESS.matcher(log == null ? "" : log);
        if (!process.lookingAt()) {
            return false;
        }
        try {
            Instant logged = Instant.parse(process.group(1));
            // another process may have got the number since
            return ProcessHandle.of(Long.parseLong(process.group(2)))
                    .flatMap(handle -> handle.info().startInstant())
                    .filter(start -> !start.isAfter(logged))
                    .isPresent();
        } catch (DateTimeParseException e) {
            return false;
        }
    }

    /** The rounds of a verdict, added up. */
    private static final class Figures {
        private final int rounds;
        private final Set<String> anomalies = new LinkedHashSet<>();
        private double seconds;
        private double committed;
        private double aborted;
        private double attempts;
        private double latency;
        private double slow;

        Figures(List<Object> all) {
            rounds = all.size();
            for (Object each : all) {
                Map<String, Object> round = JsonTree.map(each);
                Map<String, Object> run = JsonTree.map(round.get("run"));
                Map<String, Object> latencies = JsonTree.map(run.get("latencyMillis"));
                double count = JsonTree.number(run.get("committed"));
                seconds += JsonTree.number(run.get("seconds"));
                committed += count;
                aborted += JsonTree.number(run.get("aborted"));
                attempts += count
                        + JsonTree.number(run.get("aborted"))
                        + JsonTree.number(run.get("rolledBack"))
                        + JsonTree.number(run.get("unknown"));
                latency += count * JsonTree.number(latencies.get("median"));
                slow = Math.max(slow, JsonTree.number(latencies.get("p99")));
                for (Object anomaly :
                        JsonTree.list(JsonTree.map(round.get("check")).get("anomalies"))) {
                    String name = JsonTree.text(JsonTree.map(anomaly).get("name"));
                    if (name != null) {
                        anomalies.add(name);
                    }
                }
            }
        }
    }
}
