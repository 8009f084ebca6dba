package org.isolde.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.isolde.broken.Fault;
import org.isolde.history.History;
import org.isolde.history.format.Format;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The benchmarks on tiny histories: that they run and their tables make sense, not how long anything takes. */
@Execution(ExecutionMode.CONCURRENT)
class BenchmarkTest {
    /** As they are measured, but JVMs that are over soon: how long they take counts for nothing here. */
    private static final List<String> JAVA = with(Laboratory.measuredJava(), "-XX:TieredStopAtLevel=1");

    private static List<String> with(List<String> words, String... more) {
        return Stream.concat(words.stream(), Stream.of(more)).toList();
    }

    /** The histories, which several benchmarks read. */
    @TempDir
    static Path histories;

    private static List<String> isolde;

    private static DataFiles data;

    private final StringWriter json = new StringWriter();

    @TempDir
    Path folder;

    @TempDir
    Path pictures;

    private String run(Sizes sizes, String name, Integer... rows) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Main.run(laboratory(1, Set.of(rows)), sizes, List.of(name), new PrintStream(out, true, StandardCharsets.UTF_8));
        return out.toString(StandardCharsets.UTF_8);
    }

    @BeforeAll
    static void prepare(@TempDir Path folder) throws Exception {
        isolde = ArchivedIsolde.command(folder);
        data = new DataFiles(isolde, histories);
    }

    private Laboratory laboratory(int runs) {
        return laboratory(runs, Set.of());
    }

    private Laboratory laboratory(int runs, Set<Integer> rows) {
        PrintStream quiet = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        return new Laboratory(JAVA, isolde, data, runs, new JsonLines(json), quiet, pictures, rows);
    }

    private static Sizes tiny(int huge) {
        Sizes.Strong strong =
                new Sizes.Strong(List.of(100, 200), 100, 100, List.of(50), List.of(new Sizes.General(100, 1000)));
        Sizes.Live live = new Sizes.Live(
                "h2",
                List.of("serializable"),
                100,
                3,
                "h2",
                Duration.ofMillis(300),
                List.of(2, 4),
                List.of(10),
                List.of(0.0, 1.0),
                List.of(50, 100));
        return new Sizes(
                List.of("causal"),
                List.of(200),
                List.of(100, 200),
                huge,
                200,
                List.of(100),
                strong,
                new Sizes.WhiteBox(100, List.of(0, 90), 200, 100, List.of(200)),
                live,
                2_000,
                List.of(100, 400),
                1,
                Duration.ofMillis(500),
                66,
                new Sizes.Power(
                        "h2",
                        "read-committed",
                        List.of(Fault.FORGOTTEN_ROLLBACK),
                        List.of(0.5),
                        List.of("mini"),
                        List.of(Duration.ofMillis(300), Duration.ofMillis(1500))),
                new Sizes.Fuzz(
                        List.of(new Sizes.Fuzzed("h2", "read-committed", List.of(1))),
                        Duration.ofMillis(1500),
                        3,
                        List.of(Fault.FORGOTTEN_ROLLBACK),
                        List.of(1.0),
                        Duration.ofMillis(1500)));
    }

    @Test
    void weakLevelsStandBesideTheFloor() throws Exception {
        List<Map<String, String>> rows = rows(run(tiny(0), "weak"), 0);

        // a floor and three levels for each of five kinds, and two reads of isolde-binary
        assertEquals(22, rows.size());
        assertEquals("floor", rows.get(0).get("command"));
        assertEquals(1, figure(rows.get(0), "x floor"));
        for (Map<String, String> row : rows) {
            assertEquals("200", row.get("transactions"));
            assertMeasured(row);
            boolean violated = row.get("store").startsWith("d:");
            String verdict = row.get("command").equals("floor") ? "" : violated ? "violated" : "satisfied";
            assertEquals(verdict, row.get("verdict"), row::toString);
        }
        assertEquals(22, json.toString().lines().count());
        assertTrue(json.toString().startsWith("{\"benchmark\":\"weak\",\"store\":\"a: serial\",\"transactions\":200,"));
    }

    @Test
    void theKindsOfHistoriesAreTheSameOneInOtherLines() throws Exception {
        Path serial = data.generated("serial", 200, "txt");
        List<String> lines = Files.readAllLines(serial);
        List<String> bySession = Files.readAllLines(data.bySession(serial));
        List<String> values = Files.readAllLines(data.uniqueValues(serial));

        assertNotEquals(lines, bySession);
        assertEquals(
                lines.stream().sorted().toList(), bySession.stream().sorted().toList());
        Map<String, String> changed = new HashMap<>();
        for (int i = 0; i < lines.size(); i++) {
            String[] before = lines.get(i).split(",");
            String[] after = values.get(i).split(",");
            changed.putIfAbsent(before[1], after[1]);
            assertEquals(changed.get(before[1]), after[1]);
            before[1] = after[1];
            assertEquals(List.of(before), List.of(after));
        }
        assertEquals("0", changed.get("0"));
        assertEquals(changed.size(), new HashSet<>(changed.values()).size());
        assertTrue(changed.values().stream().anyMatch(value -> value.length() > 10), changed::toString);
    }

    @Test
    void powerIsAboutWhatIsWrongAndNothingElse() throws Exception {
        List<Map<String, String>> rows = rows(run(tiny(0), "power"), 0);
        assertEquals(2, rows.size());
        assertEquals("no", rows.get(0).get("mini"), "nothing was wrong");
        assertEquals("forgotten-rollback", rows.get(1).get("fault"));
        assertTrue(rows.get(1).get("mini").matches("[0-9.]+ \\([0-9,]+\\)"), rows::toString);
        assertTrue(json.toString().contains("\"fault\":\"forgotten-rollback\",\"probability\":0.5"), json::toString);
    }

    @Test
    void fuzzingTellsWhereItsTimeGoes() throws Exception {
        String text = run(tiny(0), "fuzz");
        Map<String, String> speed = rows(text, 0).get(0);
        assertEquals("h2", speed.get("database"));
        assertTrue(figure(speed, "executions a case") > 0, speed::toString);
        Map<String, String> gains = rows(text, 1).get(0);
        assertTrue(figure(gains, "made anew, ms") > 0, gains::toString);
        assertTrue(json.toString().startsWith("{\"benchmark\":\"fuzz\",\"database\":\"h2\""), json::toString);
    }

    @Test
    void fuzzingHasARowForEachFault() throws Exception {
        List<Map<String, String>> rows = rows(run(tiny(0), "fuzz-power"), 0);
        assertEquals(
                List.of("none", "forgotten-rollback"),
                rows.stream().map(row -> row.get("fault")).toList());
        assertEquals("no", rows.get(0).get("found after, s"), "nothing was wrong");
    }

    @Test
    void timestampsAreReadFromThreeFormats() throws Exception {
        String text = run(tiny(0), "timestamps");
        List<Map<String, String>> rows = rows(text, 0);
        assertEquals(5, rows.size());
        for (Map<String, String> row : rows.subList(1, rows.size())) {
            assertEquals("satisfied", row.get("verdict"));
            assertMeasured(row);
        }
        assertEquals(4, rows(text, 1).size());
    }

    @Test
    void damagedInputsDoNoHarm() throws Exception {
        List<Map<String, String>> rows = rows(run(tiny(0), "mutations"), 0);

        assertEquals(3, rows.size());
        for (Map<String, String> row : rows) {
            assertTrue(Integer.parseInt(row.get("inputs")) > 10, row.toString());
            assertEquals("0", row.get("stack traces"));
            assertEquals("0", row.get("hangs"));
        }
    }

    @Test
    void theMonitorReadsAPipeAndRequests() throws Exception {
        String text = run(tiny(0), "monitor", 1, 3, 4);
        List<Map<String, String>> rows = new ArrayList<>(rows(text, 0));
        assertEquals(2, rows.size());
        rows.addAll(rows(text, 1));
        assertEquals(3, rows.size());
        for (Map<String, String> row : rows) {
            assertEquals("2,000", row.get("transactions"));
            assertEquals("satisfied", row.get("verdict"));
            assertTrue(figure(row, "transactions/s") > 0);
        }
    }

    /** Flink is not here: a script answers for the jobs, with what they say at their end. */
    @Test
    void jobsStandBesideTheMonitor() throws Exception {
        Path script = Files.writeString(folder.resolve("isolde.sh"), """
                case $1 in
                  generate) for file; do :; done; echo '{}' >"$file" ;;
                  cluster) echo '{"kind":"EXT"}'
                    echo '{"transactions":100,"verdict":"satisfied","seconds":0.5,"checkpoints":{"count":2,"lastBytes":80000,"mostBytes":2000000,"lastSeconds":0.25,"mostSeconds":0.75}}' ;;
                  monitor) echo '{"transactions":100,"verdict":"satisfied"}' ;;
                esac
                """);
        List<String> words = List.of("bash", script.toString());
        PrintStream quiet = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        Laboratory laboratory = new Laboratory(
                JAVA,
                words,
                new DataFiles(words, folder.resolve("data")),
                1,
                new JsonLines(json),
                quiet,
                pictures,
                Set.of(1, 3, 4, 13, 16));
        String text = new ClusterBenchmark().run(laboratory, tiny(0));
        List<Map<String, String>> rows = rows(text, 0);
        assertEquals(3, rows.size());
        assertEquals("`isolde monitor`", rows.get(0).get("by"));
        for (Map<String, String> row : rows.subList(1, 3)) {
            assertEquals("job, heap", row.get("by"));
            assertEquals(200, figure(row, "transactions/s"));
            assertEquals(2, figure(row, "largest checkpoint, MB"));
            assertEquals(0.75, figure(row, "slowest, s"));
            assertPositive(row, "x monitor");
            assertEquals("satisfied", row.get("verdict"));
        }
        List<Map<String, String>> states = rows(text, 1);
        assertEquals(2, states.size());
        assertEquals("200", states.get(0).get("versions"));
        assertEquals(400, figure(states.get(0), "bytes a version"));
        assertEquals(100, figure(states.get(1), "bytes a version"));
        assertEquals("rocksdb", states.get(1).get("backend"));
    }

    @Test
    void aSoakFindsWhatWasPutInAndNothingElse() throws Exception {
        List<Map<String, String>> rows = rows(run(tiny(0), "soak"), 0);
        assertEquals(6, rows.size());
        for (Map<String, String> row : rows) {
            assertEquals(row.get("what").equals("valid") ? "0" : "100", row.get("put in"), row::toString);
            assertEquals(row.get("put in"), row.get("found of these"), row::toString);
            assertEquals("0", row.get("found beside"), row::toString);
            assertEquals("0", row.get("undecided"), row::toString);
            assertTrue(row.get("offline").startsWith("agrees"), row::toString);
        }
    }

    @Test
    void growthComparesEachSizeWithHalfOfIt() throws Exception {
        String text = run(tiny(100), "growth");

        List<Map<String, String>> rows = rows(text, 0);
        assertEquals(10, rows.size());
        for (Map<String, String> row : rows) {
            assertMeasured(row);
            boolean smallest = row.get("transactions").equals("100");
            assertEquals(smallest, row.get("doubling").isEmpty());
            if (!smallest) {
                assertPositive(row, "doubling");
                assertPositive(row, "doubling, CPU");
            }
        }
        assertTrue(text.contains("No doubling takes more than 2.4") || text.contains("**Doublings above 2.4"), text);
        assertEquals(3, rows(text, 1).size());
    }

    @Test
    void reportsAreComparedWithTheCheckAlone() throws Exception {
        List<Map<String, String>> rows = rows(run(tiny(0), "reports"), 0);

        assertEquals(6, rows.size());
        for (Map<String, String> row : rows) {
            assertPositive(row, "seconds");
            assertPositive(row, "CPU seconds");
            boolean report = row.get("command").endsWith("--report");
            assertEquals(!report, row.get("page, kB").isEmpty());
            assertEquals(
                    row.get("command").equals("check --level ra,si"),
                    row.get("beyond the check, CPU s").isEmpty());
        }
    }

    @Test
    void growthIsDrawn() throws Exception {
        run(tiny(0), "growth");
        assertEquals(1, elements("growth.svg", "peak memory, MB"));
        assertEquals(3, elements("growth.svg", ">transactions<"));
    }

    @Test
    void doublingThatTakesTooLongIsFlagged() {
        Path file = folder.resolve("none.txt");
        List<Group> groups = new ArrayList<>();
        for (int size : List.of(1, 2, 4)) {
            Command check = shell("rc", "", file);
            Group group = Group.of("causal", 1000 * size, shell("floor", "", file), List.of(check, check));
            group.floor().add(new Usage(size, size, 1_000_000, 0, "", ""));
            group.checks().get(0).add(new Usage(2 * size, size, 1_000_000, 0, "", ""));
            group.checks().get(1).add(new Usage(size == 4 ? 5 : size, size, -1, 0, "", ""));
            groups.add(group);
        }

        String report = GrowthBenchmark.report(groups);

        assertTrue(report.contains("to the power of: rc 1.00 (1.00), rc 1.16 (1.00)."), report);
        assertTrue(report.contains("**Doublings above 2.4: rc of 4,000 transactions (2.50 times the time).**"), report);
        List<Map<String, String>> rows = rows(report, 0);
        assertEquals("**2.50**", rows.get(8).get("doubling"));
        assertEquals("1.25", rows.get(8).get("x floor"));
        assertEquals("unknown", rows.get(8).get("peak RSS, MB"));
        assertEquals("2.00", rows.get(5).get("doubling"));
    }

    @Test
    void formatsHaveSpeedAndHeap() throws Exception {
        List<Map<String, String>> rows = rows(run(tiny(0), "formats"), 0);

        Set<String> formats = new HashSet<>();
        for (Map<String, String> row : rows) {
            formats.add(row.get("format"));
            assertPositive(row, "x floor");
            if (!row.get("format").equals("floor")) {
                // kind, key and value; a history of this size has more in its objects than in its side tables
                assertTrue(figure(row, "in columns") >= 3, row::toString);
                assertTrue(figure(row, "heap bytes an operation") > figure(row, "in columns"), row::toString);
            }
        }
        assertEquals(Set.of("floor", "plume", "isolde", "edn", "isolde-binary"), formats);
        assertEquals(0, rows.size() % 5);
    }

    @Test
    void everyTransactionIsASession() throws Exception {
        List<Map<String, String>> rows = rows(run(tiny(0), "sessions"), 0);

        assertEquals(3, rows.size());
        rows.forEach(BenchmarkTest::assertMeasured);
        History history = Format.read(histories.resolve("causal-100-own-sessions.txt"));
        assertEquals(100, history.sessions());
        assertEquals(800, history.operations());
    }

    @Test
    void miniTransactionsAreMeasuredFromTextAndBinary() throws Exception {
        String text = run(tiny(0), "mini");

        List<Map<String, String>> rows = rows(text, 0);
        assertEquals(10, rows.size());
        rows.forEach(BenchmarkTest::assertMeasured);
        assertEquals("floor", rows.get(0).get("command"));
        assertEquals(
                List.of("si,ser", "sser", "si,ser, from isolde-binary", "sser, from isolde-binary"),
                rows.subList(6, 10).stream().map(row -> row.get("command")).toList());
        rows.subList(6, 10).forEach(row -> assertEquals("satisfied", row.get("verdict"), row::toString));
        assertEquals(6, rows(text, 1).size());
        assertTrue(text.contains("isolde generate --store si|strict --rmw 1.0 --ops 4"), text);
    }

    @Test
    void startsAreMeasured() throws Exception {
        List<Map<String, String>> starts = rows(run(tiny(0), "startup"), 0);
        assertEquals(5, starts.size());
        starts.forEach(BenchmarkTest::assertMeasured);
        assertEquals("floor", starts.get(0).get("command"));
        assertEquals("--help", starts.get(1).get("command"));
    }

    @Test
    void listsAndRegistersAreMeasured() throws Exception {
        List<Map<String, String>> lists = rows(run(tiny(0), "lists"), 0);
        assertEquals(5, lists.size());
        lists.forEach(BenchmarkTest::assertMeasured);
        assertEquals("satisfied", lists.get(1).get("verdict"));
        assertEquals("violated", lists.get(4).get("verdict"));
        assertEquals("", lists.get(0).get("Elle"));

        List<Map<String, String>> registers = rows(run(tiny(0), "lin"), 0);
        assertEquals(5, registers.size());
        registers.forEach(BenchmarkTest::assertMeasured);
        for (int row : List.of(1, 2, 4)) {
            assertEquals("satisfied", registers.get(row).get("verdict"));
        }
        assertEquals("lin, 5 values", registers.get(4).get("command"));
    }

    @Test
    void blindWritesAreNotExplainedByTheOrderOfTheInput() throws Exception {
        List<Map<String, String>> rows = rows(run(tiny(0), "general"), 0);

        assertEquals(8, rows.size());
        rows.forEach(BenchmarkTest::assertMeasured);
        for (int row : List.of(1, 2, 3, 4, 6, 7)) {
            assertEquals("satisfied", rows.get(row).get("verdict"));
        }
        assertEquals("strict, 1,000 keys", rows.get(1).get("store"));
        assertEquals("si, 1,000 keys", rows.get(6).get("store"));
        History history = Format.read(histories.resolve("general-strict-1000-100.txt"));
        for (int place = 0; place < history.transactions(); place++) {
            assertEquals(place + 1, history.arrival(place), "one session after the other");
        }
    }

    @Test
    void rowsAreCheckedByBothKindsOfEvidence() throws Exception {
        String text = run(tiny(0), "predicates");

        List<Map<String, String>> rows = rows(text, 0);
        assertEquals(12, rows.size());
        for (Map<String, String> row : rows) {
            assertPositive(row, "CPU seconds");
            assertEquals("satisfied", row.get("verdict"), row::toString);
        }
        assertEquals("Enne", rows.get(11).get("by"));
        assertEquals("isolde", rows.get(11).get("from"));
        assertEquals(5, rows(text, 1).size());
        History items = Format.read(histories.resolve("predicates-items-200.isolde"));
        assertEquals(0, items.rows().predicates());
        History mixed = Format.read(histories.resolve("predicates-mixed-200.isolde"));
        assertTrue(mixed.rows().predicates() > 200);
        assertTrue(mixed.hasOrder() && mixed.versionChains() > 0);
    }

    @Test
    void theMoreOfTheVersionOrderIsKnown() throws Exception {
        String text = run(tiny(0), "king-cobra");

        List<Map<String, String>> orders = rows(text, 0);
        assertEquals(12, orders.size());
        for (Map<String, String> row : orders) {
            assertPositive(row, "CPU seconds");
            assertEquals("satisfied", row.get("verdict"));
        }
        assertEquals("heavy write", orders.get(11).get("workload"));
        assertEquals("yes", orders.get(11).get("session order"));
        List<Map<String, String>> shares = rows(text, 1);
        assertEquals(
                List.of("0%", "90%"),
                shares.stream().map(row -> row.get("versions known")).toList());
        shares.forEach(row -> assertPositive(row, "heavy write, CPU seconds"));
        assertEquals(6, elements("king-cobra.svg", "<path class=\"line s[0-9]\" d=\"M[0-9.]+ [0-9.]+L"));
        History none = Format.read(histories.resolve("king-cobra-rmw-0-100.jsonl"));
        History most = Format.read(histories.resolve("king-cobra-rmw-90-100.jsonl"));
        assertEquals(0, none.versionChains());
        assertTrue(most.versionChains() > 0);
        assertEquals(none.operations(), most.operations());
    }

    @Test
    void whatIsKilledLosesNothing() throws Exception {
        Map<String, String> monitor =
                rows(new MonitorKills(laboratory(1), 1).run(), 0).get(0);
        assertPositive(monitor, "transactions answered");
        assertEquals(monitor.get("transactions answered"), monitor.get("counted"));
        assertEquals("0", monitor.get("missing"));
        assertEquals("0", monitor.get("false or doubled"));
    }

    @Test
    void recordingIsComparedWithNoRecording() throws Exception {
        List<Map<String, String>> rows = rows(run(tiny(0), "recorder"), 0);

        assertEquals(1, rows.size());
        assertPositive(rows.get(0), "committed/s, recorded");
        assertPositive(rows.get(0), "committed/CPU s, recorded");
        assertPositive(rows.get(0), "bytes a transaction");
        assertTrue(rows.get(0).get("loss").endsWith("%"), rows::toString);
        assertEquals(3, json.toString().lines().count());
    }

    @Test
    void abortRatesOfBothWorkloadsAreDrawn() throws Exception {
        List<Map<String, String>> rows = rows(run(tiny(0), "aborts"), 0);

        assertEquals(10, rows.size());
        assertEquals(
                List.of("sessions", "keys", "skew"),
                rows.stream().map(row -> row.get("over")).distinct().toList());
        for (Map<String, String> row : rows) {
            assertPositive(row, "mini: committed/s");
            assertPositive(row, "general: committed/s");
        }
        assertEquals(20, json.toString().lines().count());
        // four lines in each of three panels, and four in the legend
        assertEquals(16, elements("abort-rates.svg", "class=\"line "));
    }

    @Test
    void verdictsOfBothWorkloadsAreTimed() throws Exception {
        List<Map<String, String>> rows = rows(run(tiny(0), "end-to-end"), 0);

        assertEquals(8, rows.size());
        for (Map<String, String> row : rows) {
            assertPositive(row, "generation, s");
            assertPositive(row, "verification, s");
            // the larger a figure, the fewer digits of it are shown
            double together = figure(row, "together, s");
            assertEquals(
                    together, figure(row, "generation, s") + figure(row, "verification, s"), 0.002 + together / 100);
            // h2 is not serializable, and need not show it
            assertTrue(Set.of("satisfied", "violated").contains(row.get("verdict")), row::toString);
        }
        assertEquals(1, figure(rows.get(0), "x mini"));
        // two parts of two bars for each of two sizes at two levels, and four in the legend
        assertEquals(20, elements("end-to-end.svg", "<rect class=\"f"));
    }

    /** How often a text is in a picture that is well-formed XML. */
    private long elements(String picture, String text) throws Exception {
        Path file = pictures.resolve(picture);
        DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile());
        return Files.readString(file).split(text, -1).length - 1;
    }

    @Test
    void strongStandsForSeveral() {
        assertEquals(List.of("mini", "lists", "lin", "general"), Main.named("strong"));
        assertEquals(List.of("weak"), Main.named("weak"));
        assertThrows(BenchmarkException.class, () -> Main.named("micro"));
        Main.TOGETHER
                .values()
                .forEach(names -> assertTrue(Main.BENCHMARKS.keySet().containsAll(names)));
    }

    @Test
    void undecidedIsAnAnswerOnlyWithALimit() throws Exception {
        Path file = Files.writeString(folder.resolve("lines.txt"), "w(1,1,1,1)\n");
        List<String> words = List.of("bash", "-c", "exit 3", "check", "--timeout", "1s");
        Command limited = new Command("limited", words, Map.of(), file);
        Group group = Group.of("none", 1, shell("floor", "", file), List.of(limited));
        laboratory(1).measure("test", List.of(group));
        CheckTable table = new CheckTable("others");
        table.add(group, series -> "a day");
        assertEquals("undecided", rows(table.toString(), 0).get(1).get("verdict"));
        assertEquals("a day", rows(table.toString(), 0).get(1).get("others"));

        Group unlimited = Group.of("none", 1, shell("floor", "exit 3", file), List.of());
        assertThrows(BenchmarkException.class, () -> laboratory(1).measure("test", List.of(unlimited)));
    }

    @Test
    void floorSeesEveryLineOnce() throws Exception {
        StringBuilder text = new StringBuilder();
        long sum = 0;
        for (int i = 0; i < 10_000; i++) {
            text.append("w(").append(i).append(",7,1,").append(i / 8).append(")\n");
            sum += i + 7 + 1 + i / 8;
        }
        Path file = Files.writeString(folder.resolve("lines.txt"), text);

        for (int threads : List.of(1, 2, 3, 7)) {
            assertEquals(new Floor.Scan(10_000, sum), Floor.scan(file, threads));
        }
        assertEquals(new Floor.Scan(0, 0), Floor.scan(Files.createFile(folder.resolve("empty.txt")), 2));
        assertEquals(new Floor.Scan(1, 9), Floor.scan(Files.writeString(folder.resolve("one.txt"), "r(9,\n"), 2));
    }

    @Test
    void runsAreInterleavedAndTheirMedianCounts() throws Exception {
        Path file = Files.writeString(folder.resolve("lines.txt"), "w(1,1,1,1)\n");
        Path log = folder.resolve("log");
        Command a = shell("a", "echo a >>" + log, file);
        Command b = shell("b", "echo b >>" + log + "; exit 1", file);
        Group group = Group.of("none", 1, shell("floor", "echo floor >>" + log, file), List.of(a, b));

        laboratory(3).measure("test", List.of(group));

        assertEquals("floor a b floor a b floor a b", String.join(" ", Files.readAllLines(log)));
        assertEquals(3, group.checks().get(0).runs());
        assertEquals(1, group.checks().get(1).exitCode());
        assertEquals(9, json.toString().lines().count());
        assertEquals(3, Series.median(9, 1, 3));
        assertEquals(2, Series.median(3, 1));
    }

    @Test
    void commandThatFailsIsNamed() throws IOException {
        Path file = Files.writeString(folder.resolve("lines.txt"), "w(1,1,1,1)\n");
        Group group = Group.of("none", 1, shell("floor", "echo bad luck >&2; exit 2", file), List.of());

        BenchmarkException problem =
                assertThrows(BenchmarkException.class, () -> laboratory(1).measure("test", List.of(group)));

        assertTrue(problem.getMessage().contains("bad luck"), problem.getMessage());
        assertTrue(problem.getMessage().contains("exit 2"), problem.getMessage());
    }

    private static Command shell(String name, String script, Path input) {
        return new Command(name, List.of("bash", "-c", script), Map.of(), input);
    }

    private static void assertMeasured(Map<String, String> row) {
        assertPositive(row, "seconds");
        assertPositive(row, "x floor");
        assertPositive(row, "CPU seconds");
        if (Files.exists(Path.of("/proc/self/status"))) {
            assertPositive(row, "peak RSS, MB");
        }
    }

    private static void assertPositive(Map<String, String> row, String column) {
        assertTrue(figure(row, column) > 0, () -> column + " in " + row);
    }

    private static double figure(Map<String, String> row, String column) {
        return Double.parseDouble(row.get(column).replace(",", "").replace("*", ""));
    }

    /** The rows of the table with a number in a text, each from title to cell. */
    private static List<Map<String, String>> rows(String markdown, int number) {
        List<List<String>> tables = new ArrayList<>();
        boolean inTable = false;
        for (String line : markdown.lines().toList()) {
            if (line.startsWith("|") && !inTable) {
                tables.add(new ArrayList<>());
            }
            inTable = line.startsWith("|");
            if (inTable) {
                tables.get(tables.size() - 1).add(line);
            }
        }
        assertTrue(tables.size() > number, markdown);
        List<String> titles = cells(tables.get(number).get(0));
        List<Map<String, String>> rows = new ArrayList<>();
        for (String line : tables.get(number).subList(2, tables.get(number).size())) {
            List<String> cells = cells(line);
            Map<String, String> row = new LinkedHashMap<>();
            for (int column = 0; column < titles.size(); column++) {
                row.put(titles.get(column), cells.get(column));
            }
            rows.add(row);
        }
        return rows;
    }

    private static List<String> cells(String line) {
        return Arrays.stream(line.substring(1, line.length() - 1).split("\\|", -1))
                .map(String::strip)
                .toList();
    }
}
