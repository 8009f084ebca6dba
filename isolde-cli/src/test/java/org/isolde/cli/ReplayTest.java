package org.isolde.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code isolde replay} on H2. */
@Timeout(120)
class ReplayTest {
    @TempDir
    private Path folder;

    private String run;

    /** A lost update, recorded at read committed. */
    @BeforeEach
    void record() throws IOException {
        run = record("h2");
    }

    private String record(String target) throws IOException {
        Path made = Files.createDirectory(folder.resolve("run-" + target.replaceAll("[^a-z0-9]", "")));
        Files.writeString(made.resolve("history.jsonl"), """
                {"isolde":1,"live":true,"database":"H2","target":"TARGET","isolation":"read-committed","levels":["si"],"tables":3}
                {"session":0,"ops":[["w",1,1]],"begin":0,"end":10}
                {"session":1,"ops":[["r",1,1],["w",1,2]],"begin":20,"end":40}
                {"session":2,"ops":[["r",1,1],["w",1,3]],"begin":21,"end":41}
                {"closed":{"transactions":3}}
                """.replace("TARGET", target));
        return made.toString();
    }

    @Test
    void whatHappensAgainIsShownAndExitsWithOne() {
        String out = Cli.run("replay", run).expect(Main.VIOLATED).out();
        assertTrue(
                out.contains("\n     session 0" + " ".repeat(23) + "session 1" + " ".repeat(23) + "session 2\n"), out);
        assertTrue(out.contains("\n  1  write 1 = 1\n  2  commit\n"), out);
        assertTrue(out.contains("\n  4  " + " ".repeat(64) + "read 1 -> 1\n"), out);
        assertTrue(words(out).contains("6 write 1 = 3 (blocked until step 7) 7 commit"), out);
        assertTrue(out.endsWith("\nIt happened again, step by step: LostUpdate (G-single).\n"), out);
        out.lines().forEach(line -> assertTrue(line.length() <= 100, line));
    }

    /** Without line breaks and columns. */
    private static String words(String out) {
        return out.replaceAll("\\s+", " ");
    }

    @Test
    void whatDoesNotHappenExitsWithZero() {
        String out = Cli.run("replay", run, "--isolation", "serializable", "--tries", "20")
                .expect(Main.SATISFIED)
                .out();
        assertTrue(words(out).contains("-> aborted: serialization failure (40001)"), out);
        assertTrue(words(out).contains("Run freely it did not happen in 20 tries."), out);
    }

    @Test
    void freelyAlone() {
        String out = Cli.run("replay", run + "/history.jsonl", "--race-only", "--tries", "100")
                .expect(Main.VIOLATED)
                .out();
        assertTrue(out.contains("Run freely it happened "), out);
        assertFalse(out.contains("Step by step"), out);
    }

    @Test
    void json() {
        JsonNode json = Cli.run(
                        "replay",
                        run,
                        "--json",
                        "--script",
                        folder.resolve("bug").toString())
                .expect(Main.VIOLATED)
                .object();
        assertEquals("again", json.path("outcome").asText());
        assertEquals("LostUpdate", json.path("anomaly").asText());
        assertEquals(8, json.at("/steps/play").size());
        assertEquals("read 1", json.at("/steps/play/2/request").asText());
        assertEquals("1", json.at("/steps/play/2/answer").asText());
        assertEquals(2, json.path("files").size());
        assertTrue(Files.exists(folder.resolve("bug/replay.spec")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "--steps-only --race-only | leave nothing to do",
                "--time 0s | longer than 0",
                "--tries -1 | must be 1 or more",
                "--tries 0 | must be 1 or more",
                "--level rc | no violation of rc",
                "--level none | 'none'",
                "--anomaly G1a | there is no 'G1a'",
                "--isolation none | 'none' is no isolation level of h2",
                "--db nonesuch | 'nonesuch' is no database",
                "--db jdbc:postgresql://127.0.0.1:1/x | can't connect"
            })
    void badCallsExitWithTwo(String options, String message) {
        String[] args = ("replay " + run + " " + options).split(" ");
        String err = Cli.run(args).expect(Main.BAD).err();
        assertTrue(err.contains(message), err);
    }

    /** Told before the replay, which takes a while, and whose result would be lost. */
    @Test
    void theFilesOfABugReportNeedAFolder() throws IOException {
        Path taken = Files.writeString(folder.resolve("taken"), "");
        Cli.Result result = Cli.run("replay", run, "--script", taken.toString()).expect(Main.BAD);
        assertTrue(result.err().contains("--script takes the name of a folder"), result.err());
        assertEquals("", result.out());
    }

    @Test
    void aRunThatIsNotThere() {
        String err = Cli.run("replay", folder.resolve("none").toString())
                .expect(Main.BAD)
                .err();
        assertTrue(err.contains("no such file or folder"), err);
        String empty = Cli.run("replay", folder.toString()).expect(Main.BAD).err();
        assertTrue(empty.contains("is no run folder"), empty);
    }

    /** What was not recorded has to be said again. */
    @Test
    void aDatabaseWithAPasswordHasToBeNamed() throws IOException {
        String secret = record("jdbc:postgresql://me:***@127.0.0.1:1/db");
        String err = Cli.run("replay", secret).expect(Main.BAD).err();
        assertTrue(err.contains("name it again by --db"), err);
        Cli.run("replay", secret, "--db", "h2", "--steps-only").expect(Main.VIOLATED);
    }

    /** Keys and values that are texts, and nothing about where it comes from. */
    @Test
    void aHistoryOfElsewhereIsReplayedWhereTheCallSays() throws IOException {
        String file = Cli.file(folder, "h.jsonl", """
                {"isolde":1}
                {"session":"alice","ops":[["r","x",null],["w","x","a"]]}
                {"session":"bob","ops":[["r","x",null],["w","x","b"]]}
                """);
        for (String[] half : new String[][] {{}, {"--db", "h2"}, {"--isolation", "read-committed"}}) {
            String[] args = Stream.concat(Stream.of("replay", file), Arrays.stream(half))
                    .toArray(String[]::new);
            String err = Cli.run(args).expect(Main.BAD).err();
            assertTrue(err.contains("say where to replay it by --db and --isolation"), err);
        }
        String bug = folder.resolve("bug").toString();
        String out = Cli.run("replay", file, "--db", "h2", "--isolation", "read-committed", "--script", bug)
                .expect(Main.VIOLATED)
                .out();
        assertTrue(words(out).matches(".*It happened again, step by step.*: LostUpdate \\(G-single\\)\\..*"), out);
        String script = Files.readString(Path.of(bug, "replay.sql"));
        assertTrue(script.contains("From a history of elsewhere, for h2 at READ COMMITTED."), script);
    }

    /** What 'isolde minimize' writes says as little. */
    @Test
    void aMinimisedHistoryIsReplayed() {
        String small = folder.resolve("small.txt").toString();
        Cli.run("minimize", run + "/history.jsonl", "--level", "cs", "--out", small)
                .expect(Main.VIOLATED);
        Cli.run("replay", small, "--db", "h2", "--isolation", "read-committed", "--steps-only")
                .expect(Main.VIOLATED);
    }

    @Test
    void aRunFolderIsCountedAndConverted() throws IOException {
        String stats = Cli.run("stats", run).expect(0).out();
        assertTrue(stats.startsWith(run + "/history.jsonl\n"), stats);
        String text = folder.resolve("run.txt").toString();
        Cli.run("convert", "--lossy", run, text).expect(0);
        assertEquals(5, Files.readAllLines(Path.of(text)).size());
        Files.copy(Path.of(run, "history.jsonl"), Path.of(run, "history-2.jsonl"));
        String err = Cli.run("convert", "--lossy", run, text).expect(Main.BAD).err();
        assertTrue(err.contains("has 2 histories, one a round; name one, as " + run + "/history.jsonl"), err);
    }
}
