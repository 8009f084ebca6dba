package org.isolde.app.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayInputStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the page knows of run folders, whatever is in them. */
@Timeout(60)
class RunListTest {
    @TempDir
    private Path runs;

    private ServedRuns served;

    @BeforeEach
    void serve() throws Exception {
        served = ServedRuns.readOnly(runs);
    }

    @AfterEach
    void stop() {
        served.close();
    }

    private Map<String, JsonNode> list() throws Exception {
        Map<String, JsonNode> list = new HashMap<>();
        served.json("api/runs")
                .get("runs")
                .forEach(run -> list.put(run.get("name").asText(), run));
        return list;
    }

    /** A file that nobody has written to for long. */
    private static void age(Path file) throws Exception {
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().minusSeconds(3600)));
    }

    @Test
    void aFinishedRunTellsItsFigures() throws Exception {
        served.finished("20261116-034248-h2-ser", "h2", "violated", 100);
        JsonNode run = list().get("20261116-034248-h2-ser");
        assertEquals("finished", run.get("state").asText());
        assertEquals("2026-11-16T03:42:48.892406297Z", run.get("time").asText());
        assertEquals("h2", run.get("target").asText());
        assertEquals("violated", run.get("verdict").asText());
        assertEquals(8, run.get("sessions").asInt());
        assertEquals(100, run.get("committed").asInt());
        assertEquals(50.0, run.get("throughput").asDouble());
        assertEquals(0.5, run.get("abortRate").asDouble());
        assertEquals("[\"LostUpdate\"]", run.get("anomalies").toString());
        JsonNode whole = served.json("api/runs/20261116-034248-h2-ser");
        assertEquals("isolde test --db h2", whole.get("command").asText());
        assertEquals("violated", whole.get("result").get("verdict").asText());
        assertEquals(7, whole.get("header").get("workloadOptions").get("seed").asInt());
        List<String> files = new ArrayList<>();
        whole.get("files").forEach(file -> files.add(file.get("name").asText()));
        assertEquals(List.of("command.txt", "history.jsonl", "log.txt", "verdict.json"), files);
    }

    @Test
    void aRunOfFuzzingTellsWhatItFound() throws Exception {
        served.fuzzed("20261116-034248-h2-fuzz", "state: rows", "select 1;\n");
        JsonNode run = list().get("20261116-034248-h2-fuzz");
        assertEquals("finished", run.get("state").asText());
        assertEquals("fuzz", run.get("workload").asText());
        assertEquals("snapshot", run.get("isolation").asText());
        assertEquals("violated", run.get("verdict").asText());
        assertEquals("[\"state: rows\"]", run.get("anomalies").toString());
        assertTrue(run.get("committed").isNull());
        JsonNode whole = served.json("api/runs/20261116-034248-h2-fuzz");
        assertEquals(40, whole.get("result").get("cases").asInt());
        String gone = "2026-11-16T03:42:48Z process " + gone() + "\n";
        served.folder("20261116-034249-h2-fuzz", "log.txt", gone);
        assertEquals(
                "broken-off", list().get("20261116-034249-h2-fuzz").get("state").asText());
    }

    @Test
    void theNewestComesFirst() throws Exception {
        served.folder("20261115-000000-a-ser", "history.jsonl", ServedRuns.header("a"));
        served.folder("20261117-000000-c-ser", "history.jsonl", ServedRuns.header("c"));
        served.folder("20261116-000000-b-ser", "history.jsonl", ServedRuns.header("b"));
        List<String> targets = new ArrayList<>();
        served.json("api/runs")
                .get("runs")
                .forEach(run -> targets.add(run.get("target").asText()));
        assertEquals(List.of("c", "b", "a"), targets);
    }

    @Test
    void surveysHaveTheirVerdictAndPage() throws Exception {
        served.surveyed("20261116-034248-h2-survey");
        JsonNode run = list().get("20261116-034248-h2-survey");
        assertEquals("finished", run.get("state").asText());
        assertEquals("survey", run.get("workload").asText());
        assertEquals("h2", run.get("target").asText());
        assertEquals("2 levels", run.get("isolation").asText());
        assertEquals("violated", run.get("verdict").asText());
        assertEquals(
                "[\"write skew\"]", run.get("anomalies").toString(), "once, and only what was promised not to happen");
        assertTrue(run.get("report").asBoolean());
        assertEquals(
                200,
                served.get("api/runs/20261116-034248-h2-survey/files/survey.html")
                        .statusCode());
        // one that goes on is known by its name
        served.folder("20261116-034249-h2-survey", "history.jsonl", ServedRuns.header("h2") + "\n");
        JsonNode running = list().get("20261116-034249-h2-survey");
        assertEquals("running", running.get("state").asText());
        assertEquals("survey", running.get("workload").asText());
        assertEquals("h2", running.get("target").asText());
    }

    @Test
    void whatWasInterruptedSaysSo() throws Exception {
        Path folder = served.finished("run", "h2", "satisfied", 10);
        Files.writeString(
                folder.resolve("verdict.json"),
                ServedRuns.verdict("h2", "satisfied", 10).replaceFirst("\\{", "{\"interrupted\":true,"));
        assertEquals("it was interrupted", list().get("run").get("problem").asText());
    }

    @Test
    void aRunWithoutVerdictIsRunningOrBrokenOff() throws Exception {
        String own = "2126-01-01T00:00:00Z process " + ProcessHandle.current().pid() + "\n";
        String gone = "2026-11-16T03:42:48Z process " + gone() + "\n2026-11-16T03:42:49Z opened h2\n";
        Path alive = served.folder("alive", "log.txt", own, "history.jsonl", ServedRuns.header("h2") + "\n");
        Path dead = served.folder("dead", "log.txt", gone, "history.jsonl", ServedRuns.header("h2") + "\n");
        served.folder("written", "history.jsonl", ServedRuns.header("h2") + "\n");
        age(alive.resolve("history.jsonl"));
        age(dead.resolve("history.jsonl"));
        Map<String, JsonNode> list = list();
        assertEquals("running", list.get("alive").get("state").asText());
        assertEquals("running", list.get("written").get("state").asText());
        assertEquals("broken-off", list.get("dead").get("state").asText());
        assertEquals("serializable", list.get("dead").get("isolation").asText());
        assertTrue(list.get("dead").get("problem").asText().endsWith("opened h2"));
        assertTrue(list.get("dead").get("verdict").isNull());
    }

    /** The number of a process that has ended. */
    private static long gone() throws Exception {
        Process process = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(), "--version")
                .redirectErrorStream(true)
                .start();
        process.getInputStream().readAllBytes();
        process.waitFor();
        return process.pid();
    }

    @Test
    void damagedFoldersAreShownAndBreakNothing() throws Exception {
        served.finished("good", "h2", "satisfied", 10);
        served.folder("cut", "verdict.json", "{\"verdict\":\"viol");
        served.folder("empty");
        served.folder("array", "verdict.json", "[1,2]");
        served.folder("strange", "verdict.json", "{\"verdict\":{\"x\":1},\"rounds\":7}");
        served.folder("binary", "verdict.json", "\u0000\u0001", "history.jsonl", "\u0000", "log.txt", "\u0000");
        served.folder("odd", "verdict.json", "{\"verdict\":\"violated\",\"rounds\":[1,null,{\"run\":[],\"check\":3}]}");
        Files.createDirectories(served.folder("folders").resolve("verdict.json"));
        served.folder("deep", "verdict.json", "[".repeat(100_000));
        Files.writeString(runs.resolve("a file"), "not a folder");
        Map<String, JsonNode> list = list();
        assertEquals("finished", list.get("good").get("state").asText());
        for (String name : List.of("cut", "empty", "array", "strange", "binary", "folders", "deep")) {
            assertEquals("damaged", list.get(name).get("state").asText(), name);
            assertFalse(list.get(name).get("problem").asText().isEmpty(), name);
            served.json("api/runs/" + name);
        }
        assertEquals("finished", list.get("odd").get("state").asText());
        served.json("api/runs/odd");
        assertFalse(list.containsKey("a file"));
        assertTrue(list.get("cut").get("problem").asText().contains("line 1, column"));
    }

    @Test
    void changesAreSeen() throws Exception {
        Path folder = served.finished("run", "h2", "satisfied", 10);
        assertEquals("satisfied", list().get("run").get("verdict").asText());
        assertFalse(list().get("run").get("report").asBoolean());
        Files.writeString(folder.resolve("report.html"), "<p>x");
        assertTrue(list().get("run").get("report").asBoolean());
        Files.writeString(folder.resolve("verdict.json"), ServedRuns.verdict("h2", "violated", 10));
        assertEquals("violated", list().get("run").get("verdict").asText());
        Files.move(folder, runs.resolve("other"));
        assertEquals(java.util.Set.of("other"), list().keySet());
    }

    /** So that thousands of runs are listed at once. */
    @Test
    void whatHasNotChangedIsNotReadAgain() throws Exception {
        Path verdict = served.finished("run", "h2", "satisfied", 1).resolve("verdict.json");
        assertEquals(1, list().get("run").get("committed").asInt());
        FileTime time = Files.getLastModifiedTime(verdict);
        Files.writeString(verdict, ServedRuns.verdict("h2", "satisfied", 2));
        Files.setLastModifiedTime(verdict, time);
        assertEquals(1, list().get("run").get("committed").asInt());
        Files.setLastModifiedTime(verdict, FileTime.fromMillis(time.toMillis() + 1000));
        assertEquals(2, list().get("run").get("committed").asInt());
    }

    @Test
    void runsAreDrawnTogether() throws Exception {
        served.finished("a", "<h2>&\u0001", "violated", 100);
        served.finished("b", "hsqldb", "satisfied", 200);
        served.folder("none");
        HttpResponse<String> plot = served.get("api/plot?runs=a/b/none");
        assertEquals(
                "image/svg+xml; charset=utf-8",
                plot.headers().firstValue("Content-Type").orElse(""));
        String svg = plot.body();
        DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
        assertTrue(svg.contains("&lt;h2&gt;&amp;?, serializable"), svg);
        assertTrue(svg.contains("runs, oldest first"), svg);
        served.finished("c", "hsqldb", "satisfied", 200);
        Files.writeString(
                runs.resolve("c/verdict.json"),
                ServedRuns.verdict("hsqldb", "satisfied", 200).replace("\"sessions\":8", "\"sessions\":16"));
        assertTrue(served.get("api/plot?runs=b/c").body().contains(">sessions</text>"));
        for (String wrong : List.of("", "?runs=", "?runs=nothing", "?runs=none", "?runs=../a")) {
            assertEquals(404, served.get("api/plot" + wrong).statusCode(), wrong);
        }
    }

    @Test
    void aFolderThatIsGoneIsAnEmptyList() throws Exception {
        Files.delete(runs);
        assertEquals(0, list().size());
        Files.createDirectory(runs);
    }
}
