package org.isolde.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.airlift.compress.zstd.ZstdOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The exit codes, which of them comes first, and that whoever gets a 2 is told why and what to do. */
class ExitCodeTest {
    private static final String SERIAL = "w(1,1,0,0)\nr(1,1,1,1)\n";
    /** Breaks ra and all above, not rc. */
    private static final String FRACTURED = "w(1,1,0,0)\nw(2,2,0,0)\nr(1,0,1,1)\nr(2,2,1,1)\n";
    /** Two blind writes, and readers that saw them in opposite orders: causal, and more is not known without a search. */
    private static final String BLIND = """
            w(1,1,0,0)
            w(1,2,1,1)
            r(1,1,2,2)
            r(1,2,2,3)
            w(2,3,3,4)
            w(2,4,4,5)
            r(2,3,5,6)
            r(2,4,5,7)
            r(2,4,6,8)
            r(1,1,6,8)
            """;

    private static final String BROKEN = SERIAL + "r(1,1,1\n";

    @TempDir
    Path folder;

    private String satisfied;
    private String violated;
    private String undecided;
    private String bad;

    @BeforeEach
    void writeHistories() throws IOException {
        satisfied = Cli.file(folder, "satisfied.txt", SERIAL);
        violated = Cli.file(folder, "violated.txt", FRACTURED);
        undecided = Cli.file(folder, "undecided.txt", BLIND);
        bad = Cli.file(folder, "bad.txt", BROKEN);
    }

    @Test
    void eachCodeAlone() {
        Cli.run("check", satisfied).expect(0);
        Cli.run("check", violated).expect(1);
        Cli.run("check", bad).expect(2);
        Cli.run("check", "--level", "ser", "--algorithm", "graph", undecided).expect(3);
    }

    /** Of 2, 1, 3 and 0 the first that applies to any file, in whatever order the files come. */
    @ParameterizedTest
    @CsvSource({
        "0, satisfied satisfied",
        "1, satisfied violated",
        "3, satisfied undecided",
        "1, undecided violated",
        "2, satisfied bad",
        "2, bad violated",
        "2, undecided bad",
        "2, bad violated undecided satisfied"
    })
    void theGravestCounts(int code, String files) {
        List<String> forwards = new ArrayList<>(List.of("check", "--level", "ser", "--algorithm", "graph"));
        for (String name : files.split(" ", -1)) {
            forwards.add(folder.resolve(name + ".txt").toString());
        }
        Cli.run(forwards.toArray(String[]::new)).expect(code);
        List<String> backwards = new ArrayList<>(forwards);
        java.util.Collections.reverse(backwards.subList(5, backwards.size()));
        Cli.run(backwards.toArray(String[]::new)).expect(code);
        forwards.add(1, "--json");
        Cli.run(forwards.toArray(String[]::new)).expect(code);
    }

    @Test
    void undecidedCountsOnlyIfAskedFor() {
        JsonNode byDefault = Cli.run("check", "--json", "--algorithm", "graph", undecided)
                .expect(0)
                .object()
                .get("verdicts");
        assertEquals("undecided", byDefault.get("ser").asText());
        assertEquals("satisfied", byDefault.get("cc").asText());
        Cli.run("check", "--algorithm", "graph", "--level", "all-weak", undecided)
                .expect(0);
        Cli.run("check", "--algorithm", "graph", "--level", "all", undecided).expect(3);
        Cli.Result asked = Cli.run("check", "--algorithm", "graph", "--level", "cc,si", undecided)
                .expect(3);
        assertTrue(asked.out().contains("undecided: transaction 0 writes a key without having read it"), asked.out());
    }

    /** The same history with a search, and with one that has no time. */
    @Test
    void aSearchDecidesOrRunsOutOfTime() {
        Cli.run("check", "--level", "ser", undecided).expect(0);
        Cli.Result late = Cli.run(
                        "check", "--level", "ser", "--algorithm", "polygraph", "--timeout", "0.000001ms", undecided)
                .expect(3);
        assertTrue(late.out().contains("undecided: the time limit"), late.out());
        Cli.Result large = Cli.run("check", "--level", "ser", "--algorithm", "polygraph", "--memory", "1", undecided)
                .expect(3);
        assertTrue(large.out().contains("memory limit"), large.out());
        Cli.run("check", "--timeout", "soon", undecided).expect(2);
        Cli.run("check", "--memory", "much", undecided).expect(2);
    }

    @Test
    void inapplicableCountsOnlyIfNothingElseWasAsked() {
        for (String level : List.of("sser", "strong-si", "lin", "sser,lin")) {
            Cli.Result alone = Cli.run("check", "--level", level, satisfied).expect(2);
            assertTrue(alone.out().contains("inapplicable: "), alone.out());
            assertTrue(alone.out().contains("real time"), alone.out());
        }
        Cli.run("check", "--level", "sser,ser", satisfied).expect(0);
        Cli.run("check", "--level", "sser,ra", violated).expect(1);
        Cli.run("check", "--level", "sser,ser", "--algorithm", "graph", undecided)
                .expect(3);
    }

    @Test
    void realTimeThatIsNotToBeUsedIsNotThere() {
        String file = folder.resolve("timed.jsonl").toString();
        Cli.run("generate", "--transactions", "20", "--out", file).expect(0);
        Cli.run("check", "--level", "sser", file).expect(0);
        Cli.run("check", "--level", "sser", "--evidence", "real-time", file).expect(0);
        Cli.run("check", "--level", "sser", "--evidence", "versions,order", file)
                .expect(2);
        Cli.run("check", "--level", "sser", "--evidence", "none", file).expect(2);
    }

    @Test
    void aBadFileDoesNotStopTheOthers() {
        String missing = folder.resolve("missing.txt").toString();
        List<JsonNode> lines = Cli.run(
                        "check", "--json", bad, satisfied, missing, violated, folder.toString(), satisfied)
                .expect(2)
                .json();
        assertEquals(
                List.of(bad, satisfied, missing, violated, folder.toString(), satisfied),
                lines.stream().map(line -> line.get("file").asText()).toList());
        assertEquals(
                List.of(true, false, true, false, true, false),
                lines.stream().map(line -> line.has("error")).toList());
        assertEquals(2, lines.get(0).size());
        JsonNode error = lines.get(0).get("error");
        assertEquals(3, error.get("line").intValue());
        assertTrue(error.get("message").asText().contains("expected "), error::toString);
        assertFalse(lines.get(2).get("error").has("line"));

        Cli.Result text = Cli.run("check", "--level", "rc", bad, satisfied).expect(2);
        assertTrue(text.err().startsWith("isolde: " + bad + ":3: expected "), text.err());
        assertTrue(text.out().startsWith(satisfied + ": "), text.out());
    }

    @Test
    void binaryProblemsHaveAnOffset() throws IOException {
        Path file = folder.resolve("short.isolde");
        Cli.run("convert", satisfied, file.toString()).expect(0);
        byte[] whole = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(whole, whole.length / 2));
        JsonNode error =
                Cli.run("check", "--json", file.toString()).expect(2).object().get("error");
        assertTrue(error.get("offset").isIntegralNumber(), error::toString);
        assertFalse(error.get("message").asText().isEmpty());
    }

    /** One value written twice to a key: which of the writes a read saw can't be known. */
    @Test
    void repeatedValuesAreABadHistory() throws IOException {
        String file = Cli.file(folder, "twice.txt", "w(1,5,0,10)\nw(1,5,1,11)\n");
        Cli.Result result = Cli.run("check", file).expect(2);
        assertTrue(result.err().startsWith("isolde: " + file + ": "), result.err());
        assertTrue(result.err().contains("10") && result.err().contains("11"), result.err());
    }

    /** What is wrong with the call is said, and how it would be right. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            check --level snapshot FILE          | 'snapshot' is not a level; known are ru g1 rc
            check --level rc,,ra FILE            | '' is not a level; known are ru g1 rc
            check --format oracle FILE           | 'oracle' is not a format; known are isolde-binary isolde edn
            check --initial x FILE               | --initial x is no value; write an integer, a text in double quotes
            check --initial 5 FILE               | and not 5; leave --initial out
            stats --initial 1.5 FILE             | --initial 1.5 is no value
            convert --initial [] FILE x.jsonl    | --initial [] is no value
            explain --initial none FILE          | --initial none is no value
            minimize --initial none FILE         | --initial none is no value
            check --evidence rumours FILE        | 'rumours' is no evidence; known are none, real-time
            check --algorithm guess FILE         | 'guess' is no algorithm; known are auto
            check --violations some FILE         | FIRST, EACH, ALL
            check --jason FILE                   | Unknown option: '--jason'
            check --form plume FILE              | --format
            check --colour FILE                  | Try 'isolde check --help'
            check                                | Missing required parameter: 'HISTORY'
            check                                | Try 'isolde check --help'
            chekc FILE                           | 'chekc'
            chekc FILE                           | check
            qqq                                  | Try 'isolde --help'
            generate --inject dirty-read         | 'dirty-read' is not a known anomaly; known are thin-air-read
            generate --store oracle              | 'oracle' is not a known store; known are serial strict si
            generate --shape round               | 'round' is not a known shape; known are registers
            generate --distribution odd          | 'odd' is not a known distribution; known are uniform
            generate --ops few                   | --ops takes a number or a range such as 2-8, not 'few'
            generate --ops 8-2                   | 8 to 2
            generate --transactions many         | 'many' is not an int
            generate --transactions -1           | at least 0
            generate --sessions 0                | sessions
            generate --read-ratio 2              | 2.0
            generate --shape cas --inject write-skew | write-skew
            generate --inject ext                | stale-snapshot is about timestamps; record them (--timestamps)
            generate --shuffle soon              | 'soon' is no time
            generate --shuffle normal(1ms,wide)  | 'wide' is no time
            generate --shuffle 2h                | delays are at most an hour
            generate --shuffle 1s --order sessions | leave out one of the two
            convert FILE x --to timekiller       | timekiller is about start and commit timestamps
            generate --out x.csv                 | name one with --to
            generate --to cobra                  | cobra can be read only
            convert FILE                         | Missing required parameter: 'TO'
            convert FILE x.csv                   | name one with --to
            convert FILE -                       | name the format to write with --to
            convert FILE x.jsonl --to dbcop      | dbcop can be read only
            stats                                | Missing required parameter: 'HISTORY'
            stats --format oracle FILE           | 'oracle' is not a format
            levels FILE                          | Try 'isolde levels --help'
            """)
    void badCallsNameTheCure(String call, String said) {
        String[] args = call.strip().split(" +", -1);
        for (int i = 0; i < args.length; i++) {
            args[i] = args[i].equals("FILE") ? satisfied : args[i];
        }
        Cli.Result result = Cli.run(args).expect(2);
        assertEquals("", result.out());
        assertTrue(result.err().startsWith("isolde: "), result.err());
        assertTrue(result.err().contains(said), result.err());
        assertFalse(result.err().contains("\tat "), result.err());
    }

    @Test
    void badInputsNameTheFileAndTheCure() throws IOException {
        String missing = folder.resolve("missing.txt").toString();
        String empty = Cli.file(folder, "empty.txt", "");
        String noise = Cli.file(folder, "noise.txt", "Dear diary,\n");
        String bare = Files.createDirectory(folder.resolve("bare")).toString();
        for (String command : List.of("check", "stats")) {
            assertRefused("no such file", missing, command, missing);
            assertRefused("the input is empty", empty, command, empty);
            assertRefused("not a history format that Isolde knows; name it with --format", noise, command, noise);
            assertRefused("name the format with --format", bare, command, bare);
            assertRefused("single file", bare, command, "--format", "plume", bare);
            assertRefused("", "a\\u0000b", command, "a\0b");
        }
        String target = folder.resolve("x.jsonl").toString();
        assertRefused("no such file", missing, "convert", missing, target);
        assertRefused("the input is empty", empty, "convert", empty, target);
        assertFalse(Files.exists(Path.of(target)));
    }

    private static void assertRefused(String why, String file, String... call) {
        Cli.Result result = Cli.run(call).expect(2);
        assertEquals("", result.out());
        assertTrue(result.err().startsWith("isolde: "), result.err());
        assertTrue(result.err().contains(why), result.err());
        assertEquals(2, result.err().split(java.util.regex.Pattern.quote(file), -1).length, result.err());
    }

    @Test
    void readsStandardInput() {
        byte[] input = FRACTURED.getBytes(StandardCharsets.UTF_8);
        Cli.Result text = Cli.runOn(input, "check", "--level", "ra", "-").expect(1);
        assertTrue(text.out().startsWith("standard input: 2 transactions"), text.out());
        JsonNode json = Cli.runOn(input, "check", "--json", "-").expect(1).object();
        assertEquals("-", json.get("file").asText());
        assertEquals("plume", json.get("format").asText());
        Cli.runOn(input, "check", "--level", "rc", "-").expect(0);
        Cli.Result broken =
                Cli.runOn(BROKEN.getBytes(StandardCharsets.UTF_8), "check", "-").expect(2);
        assertTrue(broken.err().startsWith("isolde: standard input:3: "), broken.err());
        Cli.Result empty = Cli.run("check", "-").expect(2);
        assertTrue(empty.err().startsWith("isolde: standard input: the input is empty"), empty.err());
        Cli.runOn(input, "stats", "-").expect(0);
        Cli.Result converted =
                Cli.runOn(input, "convert", "-", "-", "--to", "isolde").expect(0);
        Cli.runOn(converted.bytes(), "check", "--level", "ra", "-").expect(1);
    }

    @Test
    void aPipelineNeedsNoFiles() {
        Cli.Result made =
                Cli.run("generate", "--inject", "lost-update", "--rmw", "1").expect(0);
        Cli.Result found = Cli.runOn(made.bytes(), "check", "-").expect(1);
        assertTrue(found.out().contains("LostUpdate"), found.out());
    }

    @Test
    void readsPackedInput() throws IOException {
        byte[] plain = FRACTURED.getBytes(StandardCharsets.UTF_8);
        for (byte[] packed : List.of(gzip(plain), zstd(plain))) {
            // by content: the name does not matter
            Path file = Files.write(folder.resolve("packed"), packed);
            JsonNode result =
                    Cli.run("check", "--json", file.toString()).expect(1).object();
            assertEquals("plume", result.get("format").asText());
            assertEquals(4, result.get("operations").intValue());
            Cli.runOn(packed, "check", "--level", "rc", "-").expect(0);
            Files.write(file, Arrays.copyOf(packed, packed.length - 6));
            Cli.Result cut = Cli.run("check", file.toString()).expect(2);
            assertTrue(cut.err().startsWith("isolde: " + file), cut.err());
        }
        Path wrong = Files.write(folder.resolve("packed"), gzip(BROKEN.getBytes(StandardCharsets.UTF_8)));
        assertTrue(Cli.run("check", wrong.toString()).expect(2).err().contains(":3: "));
    }

    private static byte[] gzip(byte[] plain) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(packed)) {
            out.write(plain);
        }
        return packed.toByteArray();
    }

    private static byte[] zstd(byte[] plain) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = new ZstdOutputStream(packed)) {
            out.write(plain);
        }
        return packed.toByteArray();
    }

    /** A fault of the program itself must not look like a verdict. */
    @Test
    void whatWasNotForeseenDoesNotLookLikeAViolation() {
        PrintStream out = System.out;
        PrintStream err = System.err;
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        for (Throwable fault : List.of(
                new IllegalStateException("on purpose"), new StackOverflowError("too deep"), new OutOfMemoryError())) {
            try {
                System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
                System.setOut(new FaultyStream(fault));
                assertEquals(2, Main.run("levels"));
            } finally {
                System.setOut(out);
                System.setErr(err);
            }
        }
        String text = said.toString(StandardCharsets.UTF_8);
        assertTrue(text.contains("isolde: internal error"), text);
        assertTrue(text.contains("on purpose") && text.contains("too deep"), text);
        assertTrue(text.contains("isolde: not enough memory"), text);
        assertTrue(text.contains("ISOLDE_JAVA_OPTS=-Xmx"), text);
    }

    /** Standard output that fails in a way that no command expects. */
    private static final class FaultyStream extends PrintStream {
        private final Throwable fault;

        FaultyStream(Throwable fault) {
            super(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
            this.fault = fault;
        }

        @Override
        public void println(String line) {
            if (fault instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) fault;
        }
    }

    @Test
    void namesThatNoFileCanHaveAreRefused() {
        for (String[] call : List.of(
                new String[] {"convert", satisfied, "a\0b.jsonl"}, new String[] {"generate", "--out", "a\0b.jsonl"})) {
            Cli.Result result = Cli.run(call).expect(2);
            assertTrue(result.err().contains("can't be the name of a file"), result.err());
        }
    }

    @Test
    void leavesNoFilesBehind() throws IOException {
        theGravestCounts(2, "bad violated undecided satisfied");
        try (Stream<Path> files = Files.list(folder)) {
            assertEquals(4, files.count());
        }
    }
}
