package org.isolde.flink.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.isolde.check.Conclusion;
import org.isolde.check.TimestampAxiom;
import org.isolde.cluster.JobCall;
import org.isolde.cluster.JobPlan;
import org.isolde.flink.LargeStream;
import org.isolde.history.Level;
import org.isolde.online.axiom.OfflineFindings;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Jobs from topics to topics, with a broker that is stopped and started again. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class KafkaJobTest {
    private static final Pattern VIOLATION =
            Pattern.compile("\\{\"kind\":\"(\\w+)\",\"session\":(\\d+|\"\\w+\"),\"seq\":(\\d+)");
    private static final Pattern KEY = Pattern.compile(",\"key\":(?:(\\d+)|\"([^\"]*)\")");
    private static final Pattern OTHER = Pattern.compile("\"other\":\\{\"session\":(\\d+|\"\\w+\"),\"seq\":(\\d+)\\}");

    @TempDir
    static Path folder;

    private static Broker broker;
    private static long seed;

    @BeforeAll
    static void startBroker() throws Exception {
        seed = Long.getLong("isolde.seed", System.nanoTime());
        System.out.println("KafkaJobTest: -Disolde.seed=" + seed);
        broker = new Broker(folder.resolve("broker"));
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    /** A job that runs, and what it prints. */
    private static final class Running {
        private final ByteArrayOutputStream out = new ByteArrayOutputStream();
        private final ByteArrayOutputStream err = new ByteArrayOutputStream();
        private final JobRun run;
        private final CompletableFuture<Conclusion> end = new CompletableFuture<>();

        Running(List<String> words) throws Exception {
            JobPlan plan = JobCall.read(words).plan();
            Configuration configuration = new Configuration();
            configuration.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, MemorySize.ofMebiBytes(64));
            configuration.set(TaskManagerOptions.NETWORK_MEMORY_MAX, MemorySize.ofMebiBytes(32));
            configuration.set(
                    CheckpointingOptions.CHECKPOINTS_DIRECTORY,
                    folder.resolve("checkpoints").toUri().toString());
            KeptMetrics.in(configuration);
            JobOutput output = new JobOutput(
                    plan.level(),
                    true,
                    new PrintStream(out, true, StandardCharsets.UTF_8),
                    new PrintStream(err, true, StandardCharsets.UTF_8));
            run = new JobRun(plan, StreamExecutionEnvironment.createLocalEnvironment(2, configuration), output);
            Thread thread = new Thread(
                    () -> {
                        try {
                            end.complete(run.run());
                        } catch (Throwable e) {
                            end.completeExceptionally(e);
                        }
                    },
                    "job");
            thread.setDaemon(true);
            thread.start();
        }

        /** Waits for something to become so while the job runs. */
        void await(String what, Callable<Boolean> so) throws Exception {
            while (!so.call()) {
                if (end.isDone()) {
                    throw new AssertionError(
                            "the job ended before " + what,
                            end.handle((c, e) -> e).get());
                }
                Thread.sleep(200);
            }
        }

        void stop() throws Exception {
            run.stop(folder.resolve("stopped").toUri().toString());
        }

        /** Stops it as if its input had ended. */
        void drain() throws Exception {
            run.client()
                    .stopWithSavepoint(true, folder.resolve("drained").toUri().toString(), SavepointFormatType.NATIVE)
                    .get();
        }

        Conclusion ended() throws Exception {
            return end.get(2, TimeUnit.MINUTES);
        }

        String warned() {
            return err.toString(StandardCharsets.UTF_8);
        }

        String printed() {
            return out.toString(StandardCharsets.UTF_8);
        }
    }

    /** The words of a job that reads the topic of its name. */
    private static List<String> words(String name, String kind, String... more) throws Exception {
        Path properties = folder.resolve(name + ".properties");
        Files.writeString(properties, "group.id=" + name + "\n");
        List<String> words = new ArrayList<>(List.of(kind, "--kafka", broker.address(), "--topic", name));
        words.addAll(List.of("--initial", "0", "--kafka-properties", properties.toString()));
        words.addAll(List.of(more));
        return words;
    }

    private static List<String> monitor(String name, String... more) throws Exception {
        List<String> words = words(name, "monitor", more);
        // longer than the broker or the job is away, or sessions would count as silent
        words.addAll(List.of("--settle", "10m", "--retain", "1h", "--checkpoint-every", "300ms"));
        return words;
    }

    /** What the messages of a topic are about, with how often. */
    private static Map<String, Integer> findings(List<String> messages) {
        Map<String, Integer> findings = new TreeMap<>();
        for (String message : messages) {
            Matcher head = VIOLATION.matcher(message);
            assertTrue(head.lookingAt(), message);
            TimestampAxiom axiom = TimestampAxiom.valueOf(head.group(1));
            Matcher key = KEY.matcher(message);
            String about = key.find() ? key.group(1) != null ? key.group(1) : key.group(2) : "";
            Matcher other = OTHER.matcher(message);
            boolean pair = axiom == TimestampAxiom.NOCONFLICT || axiom == TimestampAxiom.SAME_COMMIT;
            String second = "";
            if (pair) {
                assertTrue(other.find(), message);
                second = other.group(1) + ":" + other.group(2);
            }
            findings.merge(
                    OfflineFindings.about(axiom, head.group(2) + ":" + head.group(3), second, about), 1, Integer::sum);
        }
        return findings;
    }

    private static void assertSame(LargeStream stream, String outTopic, String summary) throws Exception {
        OfflineFindings expected = stream.offline(folder, Level.SI);
        List<String> messages = broker.read(outTopic);
        assertEquals(lines(expected.findings()), lines(findings(messages)), "seed " + seed);
        Map<String, Integer> counts = new TreeMap<>();
        expected.findings()
                .forEach((about, times) -> counts.merge(about.substring(0, about.indexOf(' ')), times, Integer::sum));
        counts.forEach((axiom, count) -> assertTrue(
                Pattern.compile("\"" + axiom + "\":" + count + "[,}]")
                        .matcher(summary)
                        .find(),
                axiom + " " + count + " " + summary));
        assertTrue(summary.contains("\"late\":0,"), summary);
    }

    private static String lines(Map<String, Integer> findings) {
        StringBuilder text = new StringBuilder();
        findings.forEach(
                (about, times) -> text.append(about).append(" x").append(times).append('\n'));
        return text.toString();
    }

    @Test
    void theBrokerIsAwayInTheMiddle() throws Exception {
        int size = 20_000;
        LargeStream stream = new LargeStream(seed, size);
        List<String> lines = stream.lines();
        broker.topic("transactions", 4);
        broker.topic("violations", 2);
        Running job = new Running(monitor("transactions", "--out-topic", "violations"));
        broker.send("transactions", lines.subList(0, size / 2));
        job.await("it had told anything", () -> !broker.read("violations").isEmpty());
        broker.send("transactions", lines.subList(size / 2, size * 3 / 4));
        broker.stop();
        broker.start();
        broker.send("transactions", lines.subList(size * 3 / 4, size));
        job.await("it had read all", () -> broker.readBy("transactions") == size);
        assertTrue(KeptMetrics.sum("isolde.transactions") > 0);
        assertEquals(LargeStream.SESSIONS, KeptMetrics.sum("isolde.liveSessions"));
        assertEquals(-2, KeptMetrics.sum("isolde.watermarkLag"), "no watermark in two tasks");
        assertEquals(0, KeptMetrics.sum("isolde.late"));
        job.stop();
        assertEquals(Conclusion.VIOLATED, job.ended());
        assertTrue(job.printed().contains("\"transactions\":" + size + ","), job.printed());
        assertSame(stream, "violations", job.printed());
    }

    /** What {@code isolde cluster} starts, and a signal as that of Ctrl-C: what it has printed and what it prints later are all violations, each once. */
    @Test
    void stoppedByASignalItGoesOnFromItsState() throws Exception {
        int size = 4000;
        LargeStream stream = new LargeStream(seed + 1, size);
        List<String> lines = stream.lines();
        broker.topic("kept", 2);
        String state = folder.resolve("state").toString();
        List<String> words = monitor("kept", "--json", "--state", state);
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx384m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "-cp",
                System.getProperty("java.class.path"),
                EmbeddedMain.class.getName()));
        command.addAll(words);
        Path out = folder.resolve("kept.out");
        Path err = folder.resolve("kept.err");
        broker.send("kept", lines.subList(0, size / 2));
        Process child = new ProcessBuilder(command)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        try {
            while (broker.readBy("kept") != size / 2) {
                assertTrue(child.isAlive(), Files.readString(err));
                Thread.sleep(100);
            }
            // not by the process, which would close its pipes as well
            child.toHandle().destroy();
            assertTrue(child.waitFor(1, TimeUnit.MINUTES), "it does not end");
        } finally {
            child.destroyForcibly().waitFor();
        }
        List<String> violations = new ArrayList<>(Files.readAllLines(out));
        String warned = Files.readString(err);
        assertEquals(violations.isEmpty() ? 0 : 1, child.exitValue(), warned);
        String told = violations.isEmpty()
                ? ""
                : " after " + violations.size() + (violations.size() == 1 ? " violation" : " violations");
        assertTrue(
                warned.contains(
                        "isolde: stopped" + told + "; started again with --state " + state + ", it goes on from there"),
                warned);

        broker.send("kept", lines.subList(size / 2, size));
        Running job = new Running(words);
        job.await("it had read all", () -> broker.readBy("kept") == size);
        job.drain();
        assertEquals(Conclusion.VIOLATED, job.ended());
        job.printed().lines().filter(each -> each.startsWith("{\"kind\":")).forEach(violations::add);
        assertEquals(lines(stream.offline(folder, Level.SI).findings()), lines(findings(violations)), "seed " + seed);
        assertTrue(job.printed().contains("\"transactions\":" + size + ","), job.printed());
    }

    /** Submitted to a session cluster in processes of their own, stopped with a savepoint, and submitted again in another parallelism. */
    @Test
    void flinkRunsItAndGoesOnFromASavepoint() throws Exception {
        int size = 4000;
        LargeStream stream = new LargeStream(seed, size);
        List<String> lines = stream.lines();
        broker.topic("submitted", 3);
        Path out = folder.resolve("submitted");
        List<String> words = monitor("submitted", "--backend", "rocksdb", "--out", out.toString());
        Map<String, Integer> expected = stream.offline(folder, Level.SI).findings();
        try (StandaloneCluster cluster = new StandaloneCluster(folder.resolve("cluster"))) {
            broker.send("submitted", lines.subList(0, size / 2));
            StandaloneCluster.Submitted first = cluster.new Submitted("detached", List.of("-d"), words);
            assertEquals(0, first.exitCode(), first::printed);
            cluster.await("half is read", () -> broker.readBy("submitted") == size / 2);
            String savepoint = first.stop(false);

            broker.send("submitted", lines.subList(size / 2, size));
            StandaloneCluster.Submitted second =
                    cluster.new Submitted("attached", List.of("-s", savepoint, "-p", "1"), words);
            cluster.await("all is read", () -> broker.readBy("submitted") == size);
            second.stop(true);
            assertEquals(1, second.exitCode(), second::printed);
            assertTrue(second.printed().contains("\n" + verdict(size, expected)), second::printed);

            flinkRunsAnHistory(cluster, lines, expected);
        }
        List<String> violations = new ArrayList<>();
        try (Stream<Path> files = Files.list(out)) {
            for (Path file : files.filter(each -> each.getFileName().toString().matches("violations-.*\\.jsonl"))
                    .toList()) {
                violations.addAll(Files.readAllLines(file));
            }
        }
        assertEquals(lines(expected), lines(findings(violations)), "seed " + seed);
    }

    private static void flinkRunsAnHistory(StandaloneCluster cluster, List<String> lines, Map<String, Integer> expected)
            throws Exception {
        Path file = folder.resolve("history.jsonl");
        Files.writeString(file, "{\"isolde\":1,\"initial\":0}\n" + String.join("\n", lines) + "\n");
        StandaloneCluster.Submitted violated =
                cluster.new Submitted("violated", List.of(), List.of("check", "--json", file.toString()));
        assertEquals(1, violated.exitCode(), violated::printed);
        List<String> printed = violated.printed().lines().toList();
        List<String> violations =
                printed.stream().filter(each -> each.startsWith("{\"kind\":")).toList();
        assertEquals(lines(expected), lines(findings(violations)), "seed " + seed);
        assertTrue(printed.get(printed.size() - 1).contains("\"verdict\":\"violated\""), violated::printed);

        Files.writeString(file, "{\"session\":1,\"start\":1,\"commit\":2,\"ops\":[[\"w\",1,1]]}\n");
        StandaloneCluster.Submitted satisfied =
                cluster.new Submitted("satisfied", List.of("-p", "1"), List.of("check", file.toString()));
        assertEquals(0, satisfied.exitCode(), satisfied::printed);
        assertTrue(satisfied.printed().contains("\nsi: satisfied, 1 transaction, 0 violations.\n"), satisfied::printed);
    }

    /** The sentence at the end of a job. */
    private static String verdict(int transactions, Map<String, Integer> expected) {
        Map<TimestampAxiom, Integer> counts = new EnumMap<>(TimestampAxiom.class);
        expected.forEach((about, times) ->
                counts.merge(TimestampAxiom.valueOf(about.substring(0, about.indexOf(' '))), times, Integer::sum));
        int sum = counts.values().stream().mapToInt(each -> each).sum();
        String kinds = counts.entrySet().stream()
                .map(each -> each.getKey() + " " + String.format(Locale.ROOT, "%,d", each.getValue()))
                .collect(Collectors.joining(", "));
        return String.format(
                Locale.ROOT, "si: violated, %,d transactions, %,d violations (%s).\n", transactions, sum, kinds);
    }

    @Test
    void aBadMessageIsToldWithItsPlace() throws Exception {
        broker.topic("bad", 1);
        String good = "{\"session\":1,\"seq\":0,\"start\":1,\"commit\":2,\"ops\":[[\"w\",1,1]]}";
        String next = "{\"session\":1,\"seq\":1,\"start\":3,\"commit\":4,\"ops\":[[\"r\",1,1]]}";
        broker.send("bad", List.of(good, "{\"session\":1,", next + "\nno JSON"));
        ExecutionException failed = assertThrows(ExecutionException.class, () -> new Running(monitor("bad")).ended());
        String problem = Problems.words(failed);
        assertTrue(problem.startsWith("topic bad, partition 0, offset 1: "), problem);

        Running job = new Running(words("bad", "check", "--skip-bad-lines"));
        assertEquals(Conclusion.UNDECIDED, job.ended());
        assertTrue(job.printed().contains("\"transactions\":2,"), job.printed());
        assertTrue(job.printed().contains("\"badLines\":2,"), job.printed());
        assertTrue(job.warned().contains("topic bad, partition 0, offset 1: "), job.warned());
        assertTrue(job.warned().contains("topic bad, partition 0, offset 2, line 2: "), job.warned());
    }

    /** Kafka tells the word of a JAAS line that it stumbles over, which may be a part of the password. */
    @Test
    void passwordsAreInNoMessage() throws Exception {
        Path properties = folder.resolve("secret.properties");
        Files.writeString(
                properties,
                "security.protocol=SASL_PLAINTEXT\nsasl.mechanism=PLAIN\nsasl.jaas.config="
                        + "org.apache.kafka.common.security.plain.PlainLoginModule required username=me"
                        + " password=open sesame;\n");
        PrintStream before = System.err;
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
        int code;
        try {
            String[] words = {
                "check", "--kafka", broker.address(), "--topic", "t", "--kafka-properties", properties.toString()
            };
            code = Main.run(words, (plan, output) -> {
                Topics.check(plan);
                return null;
            });
        } finally {
            System.setErr(before);
        }
        String told = err.toString(StandardCharsets.UTF_8);
        assertEquals(2, code);
        assertTrue(told.contains("can't be asked for its topics: ") && told.contains("***"), told);
        assertFalse(told.contains("sesame"), told);
    }
}
