package org.isolde.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code isolde monitor} on files and standard input. */
@Timeout(120)
class MonitorCommandTest {
    private static final String HEADER = "{\"isolde\":1,\"initial\":0}\n";

    @TempDir
    private Path folder;

    private static Cli.Result monitor(String input, String... options) {
        List<String> call = new ArrayList<>(List.of("monitor"));
        call.addAll(List.of(options));
        call.add("-");
        return Cli.runOn(input.getBytes(StandardCharsets.UTF_8), call.toArray(String[]::new));
    }

    private static String good(int transactions) {
        return HEADER + String.join("", TimedStream.lines(transactions, 0, 1));
    }

    private static String bad(int transactions, int wrong) {
        return HEADER + String.join("", TimedStream.lines(transactions, wrong, 1));
    }

    @Test
    void aGoodStream() {
        for (String level : List.of("si", "ser")) {
            JsonNode summary =
                    monitor(good(500), "--level", level, "--json").expect(0).object();
            assertEquals("satisfied", summary.get("verdict").asText());
            assertEquals(level, summary.get("level").asText());
            assertEquals(500, summary.get("transactions").intValue());
            assertEquals(Cli.parse("{\"SESSION\":0,\"INT\":0,\"EXT\":0,\"NOCONFLICT\":0}"), summary.get("counts"));
            assertEquals(Cli.parse("{\"START_AFTER_COMMIT\":0,\"SAME_COMMIT\":0}"), summary.get("timestamps"));
            assertEquals(0, summary.get("flipFlops").intValue());
        }
        assertEquals(
                "si: satisfied, 500 transactions, 0 violations.\n",
                monitor(good(500)).expect(0).out());
    }

    /** Where the stream does not tell what keys are initially, {@code --initial} means the same to the monitor and to check. */
    @Test
    void theGivenInitialValueIsThatOfCheck() throws Exception {
        for (int wrong : new int[] {0, 5}) {
            String lines = String.join("", TimedStream.lines(500, wrong, 1));
            String file = Cli.file(folder, "stream" + wrong + ".jsonl", "{\"isolde\":1}\n" + lines);
            for (String initial : List.of("0", "77", "\"0\"", "null")) {
                for (String level : List.of("si", "ser")) {
                    Cli.Result online = Cli.run("monitor", "--level", level, "--json", "--initial", initial, file);
                    Cli.Result offline = Cli.run(
                            "check", "--level", level, "--json", "--violations", "all", "--initial", initial, file);
                    assertEquals(online.code(), offline.code(), file + " " + initial + " " + level);
                    List<JsonNode> told = online.json();
                    JsonNode counts = told.get(told.size() - 1).get("counts");
                    JsonNode checked = offline.object().get("counts");
                    for (String kind : List.of("SESSION", "INT", "EXT", "NOCONFLICT")) {
                        assertEquals(
                                counts.get(kind),
                                checked.get(kind),
                                file + " " + initial + " " + level + offline.out());
                    }
                    assertEquals(initial.equals("0") && wrong == 0 ? 0 : 1, offline.code());
                }
            }
        }
    }

    @Test
    void violationsAreOneLineEachAndCountedAtTheEnd() {
        List<JsonNode> lines = monitor(bad(500, 100), "--json").expect(1).json();
        assertEquals(6, lines.size());
        for (int i = 0; i < 5; i++) {
            assertEquals(i + 1, lines.get(i).get("n").intValue());
            assertEquals("EXT", lines.get(i).get("kind").asText());
            assertEquals(-(100 * i + 99), lines.get(i).get("seen").intValue());
        }
        assertEquals(5, lines.get(5).get("counts").get("EXT").intValue());
        assertEquals("violated", lines.get(5).get("verdict").asText());
        String text = monitor(bad(500, 100)).expect(1).out();
        assertTrue(text.contains(" read -99 of key "), text);
        assertTrue(text.endsWith("si: violated, 500 transactions, 5 violations (EXT 5).\n"), text);
    }

    @Test
    void unknownOutcomesAreUndecided() {
        String stream = HEADER
                + "{\"session\":1,\"seq\":0,\"status\":\"unknown\",\"ops\":[[\"w\",\"x\",5]]}\n"
                + "{\"session\":2,\"seq\":0,\"start\":1,\"commit\":1,\"ops\":[[\"r\",\"x\",5]]}\n";
        JsonNode summary = monitor(stream, "--json").expect(3).object();
        assertEquals("undecided", summary.get("verdict").asText());
        assertTrue(monitor(stream).expect(3).out().contains("1 read can't be judged"));
    }

    @Test
    void aStreamWithoutNumbersIsNotTakenTwice() {
        String state = folder.resolve("state").toString();
        String stream = HEADER + "{\"session\":1,\"start\":1,\"commit\":2,\"ops\":[[\"w\",\"x\",5]]}\n";
        monitor(stream, "--state", state).expect(Main.SATISFIED);
        String err = monitor(stream, "--state", state).expect(Main.BAD).err();
        assertTrue(err.contains("a transaction without \"seq\""), err);
    }

    @Test
    void aStateGoesOn() throws Exception {
        String state = folder.resolve("state").toString();
        List<String> lines = TimedStream.lines(400, 100, 3);
        String first = HEADER + String.join("", lines.subList(0, 200));
        String all = HEADER + String.join("", lines);
        assertEquals(
                3, monitor(first, "--json", "--state", state).expect(1).json().size());
        List<JsonNode> rest = monitor(all, "--json", "--state", state).expect(1).json();
        assertEquals(3, rest.size());
        assertEquals(3, rest.get(0).get("n").intValue());
        assertEquals(400, rest.get(2).get("transactions").intValue());
        assertEquals(200, rest.get(2).get("duplicates").intValue());
        assertEquals(4, rest.get(2).get("counts").get("EXT").intValue());
        assertEquals(
                4, Files.readAllLines(folder.resolve("state/violations.jsonl")).size());
        String err = monitor(all, "--level", "ser", "--state", state)
                .expect(Main.BAD)
                .err();
        assertTrue(
                err.contains("was made with --level si --settle 5000ms --retain 3600000ms, and not with --level ser"),
                err);
    }

    @Test
    void aFileAndWhatIsAppended() throws Exception {
        List<String> lines = TimedStream.lines(300, 150, 4);
        Path file = folder.resolve("live.jsonl");
        Files.writeString(file, HEADER + String.join("", lines.subList(0, 100)));
        assertEquals(
                100,
                Cli.run("monitor", "--json", file.toString())
                        .expect(0)
                        .object()
                        .get("transactions")
                        .intValue());
        CompletableFuture<Void> writer = CompletableFuture.runAsync(() -> {
            try {
                for (int i = 100; i < 300; i += 20) {
                    String part = String.join("", lines.subList(i, i + 20));
                    int half = part.length() / 2;
                    Files.writeString(file, part.substring(0, half), StandardOpenOption.APPEND);
                    Files.writeString(file, part.substring(half), StandardOpenOption.APPEND);
                }
                Files.writeString(file, "{\"closed\":{\"transactions\":300}}\n", StandardOpenOption.APPEND);
            } catch (java.io.IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        });
        List<JsonNode> out = Cli.run("monitor", "--json", "--follow", file.toString())
                .expect(1)
                .json();
        writer.join();
        assertEquals(3, out.size());
        assertEquals(300, out.get(2).get("transactions").intValue());
    }

    private void refused(String message, String... options) {
        List<String> call = new ArrayList<>(List.of("monitor"));
        call.addAll(List.of(options));
        Cli.Result result = Cli.run(call.toArray(String[]::new)).expect(Main.BAD);
        assertEquals("", result.out());
        assertTrue(result.err().contains(message), result.err());
    }

    @Test
    void callsThatCantBeCarriedOut() throws Exception {
        refused("nothing to monitor; name a file");
        refused("--follow is for a file", "--follow", "-");
        refused("a stream is checked for si or for ser", "--level", "cc", "-");
        refused("is not a level", "--level", "nonsense", "-");
        refused("--repair is for what --state FOLDER has kept", "--repair", "-");
        refused("--memory 10m is too little", "--memory", "10m", "-");
        refused("--initial x is no value", "--initial", "x", "-");
        refused("--listen 8700 is no address; write HOST:PORT", "--listen", "8700");
        refused("needs a token", "--listen", "0.0.0.0:0");
        refused("no such file", folder.resolve("none.jsonl").toString());
        Path token = Files.writeString(folder.resolve("token"), "short\n");
        refused("is too short; put 16 random", "--listen", "127.0.0.1:0", "--token-file", token.toString());
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            refused("name another port, or 0", "--listen", "127.0.0.1:" + taken.getLocalPort());
        }
    }

    @Test
    void badInputNamesItsLine() {
        String err = monitor(HEADER + "{\"session\":1,\"seq\":0,\"ops\":[]}\n")
                .expect(Main.BAD)
                .err();
        assertTrue(err.startsWith("isolde: standard input:2: a committed transaction without \"start\""), err);
        err = monitor(good(10) + "{").expect(Main.BAD).err();
        assertTrue(err.startsWith("isolde: standard input:12: "), err);
    }

    @Test
    void whatIsNotKnownIsSaidOnce() {
        Cli.Result result =
                monitor(good(10).replace("\"ops\"", "\"colour\":1,\"ops\"")).expect(0);
        assertTrue(result.err().contains("does not know are ignored: colour"), result.err());
        assertFalse(result.out().contains("colour"));
    }
}
