package org.isolde.app.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of a database that are started over HTTP, and watched. */
@Timeout(120)
class ServedTestsTest {
    @TempDir
    private Path runs;

    private ServedRuns served;

    @BeforeEach
    void serve() throws Exception {
        served = ServedRuns.withTests(runs);
    }

    @AfterEach
    void stop() {
        served.close();
    }

    private int start(String body) throws Exception {
        HttpResponse<String> response = served.post("api/tests", body);
        assertEquals(202, response.statusCode(), response.body());
        return ServedRuns.parsed(response.body()).get("id").asInt();
    }

    private static JsonNode data(String event) throws Exception {
        return ServedRuns.parsed(event.substring(event.indexOf(' ') + 1));
    }

    @Test
    void aTestIsWatchedFromBeginningToEnd() throws Exception {
        int id = start("{\"db\":\"h2\",\"options\":{\"time\":\"1500ms\",\"sessions\":4,\"seed\":11,"
                + "\"isolation\":\"serializable\",\"level\":\"rc\"}}");
        List<String> events = served.events(id);
        assertTrue(events.get(0).startsWith("start "), events.get(0));
        JsonNode end = data(events.get(events.size() - 1));
        assertTrue(events.get(events.size() - 1).startsWith("end "));
        assertEquals("finished", end.get("state").asText(), end.toString());
        assertEquals("satisfied", end.get("verdict").asText());
        assertTrue(end.get("committed").asLong() > 0);
        assertTrue(end.get("curve").size() >= 2, end.toString());
        assertEquals(
                "isolde test --db h2 --isolation serializable --level rc --seed 11 --sessions 4 --time 1500ms --out "
                        + runs,
                end.get("command").asText());
        List<String> states = events.stream()
                .map(event -> event.replaceAll(".*\"state\":\"([a-z]*)\".*", "$1"))
                .distinct()
                .toList();
        assertTrue(states.containsAll(List.of("running", "checking", "finished")), states.toString());
        long committed = 0;
        for (String event : events) {
            long now = data(event).path("committed").asLong();
            assertTrue(now >= committed, "it never goes back");
            committed = now;
        }
        JsonNode run = served.json("api/runs/" + end.get("run").asText());
        assertEquals("finished", run.get("state").asText());
        assertEquals(committed, run.get("committed").asLong());
        assertEquals(4, run.get("sessions").asInt());
        assertEquals(2, served.events(id).size(), "who comes late hears how it ended");
    }

    @Test
    void fuzzingIsWatchedFromBeginningToEnd() throws Exception {
        int id = start("{\"kind\":\"fuzz\",\"db\":\"h2\",\"options\":{\"cases\":12,\"seed\":7,"
                + "\"isolation\":\"read-committed\"}}");
        List<String> events = served.events(id);
        JsonNode end = data(events.get(events.size() - 1));
        assertEquals("finished", end.get("state").asText(), end.toString());
        assertEquals("satisfied", end.get("verdict").asText());
        assertEquals("fuzz", end.get("kind").asText());
        assertEquals(12, end.get("cases").asInt());
        assertEquals(0, end.get("findings").asInt());
        assertTrue(end.get("kinds").asInt() > 20, end.toString());
        assertEquals(
                "isolde fuzz --db h2 --isolation read-committed --cases 12 --seed 7 --out " + runs,
                end.get("command").asText());
        JsonNode run = served.json("api/runs/" + end.get("run").asText());
        assertEquals("finished", run.get("state").asText());
        assertEquals(12, run.get("result").get("cases").asInt());
    }

    @Test
    void fuzzingIsCancelled() throws Exception {
        int id = start("{\"kind\":\"fuzz\",\"db\":\"hsqldb\",\"options\":{\"time\":\"5m\"}}");
        while (served.json("api/tests/" + id).path("cases").asLong() == 0) {
            Thread.sleep(20);
        }
        assertEquals(200, served.post("api/tests/" + id + "/cancel", "{}").statusCode());
        List<String> events = served.events(id);
        JsonNode end = data(events.get(events.size() - 1));
        assertEquals("cancelled", end.get("state").asText(), end.toString());
        assertEquals("cancelled; what was found is kept", end.get("phase").asText());
        assertTrue(Files.exists(runs.resolve(end.get("run").asText()).resolve("fuzz.json")));
    }

    @Test
    void fuzzingThatMakesNoSenseIsRefused() throws Exception {
        for (String[] refused : new String[][] {
            {"{\"kind\":\"fuzz\",\"db\":\"rocksdb\"}", "rocksdb"},
            {"{\"kind\":\"fuzz\",\"options\":{\"cases\":1,\"time\":\"1s\"}}", "--time and --cases"},
            {"{\"kind\":\"fuzz\",\"options\":{\"sessions\":1}}", "sessions"},
            {"{\"kind\":\"dance\"}", "there are test and fuzz"}
        }) {
            HttpResponse<String> response = served.post("api/tests", refused[0]);
            assertEquals(400, response.statusCode(), response.body());
            assertTrue(response.body().contains(refused[1]), response.body());
        }
    }

    @Test
    void oneRunsTheOthersWaitAndAllCanBeCancelled() throws Exception {
        int first = start(
                "{\"db\":\"hsqldb\",\"options\":{\"time\":\"5m\",\"isolation\":\"serializable\",\"level\":\"rc\"}}");
        int second = start("{\"db\":\"hsqldb\",\"options\":{\"time\":\"5m\"}}");
        while (served.json("api/tests/" + first).path("committed").asLong() == 0) {
            Thread.onSpinWait();
        }
        assertEquals("queued", served.json("api/tests/" + second).get("state").asText());
        assertEquals(
                "running",
                served.json("api/runs").get("runs").get(0).get("state").asText());
        assertEquals(200, served.post("api/tests/" + second + "/cancel", "{}").statusCode());
        assertEquals(
                "cancelled", served.json("api/tests/" + second).get("state").asText());
        HttpResponse<String> cancelled = served.post("api/tests/" + first + "/cancel", "{}");
        assertEquals(200, cancelled.statusCode());
        assertTrue(ServedRuns.parsed(cancelled.body()).get("cancelled").asBoolean(), "at once: " + cancelled.body());
        assertTrue(ServedRuns.parsed(cancelled.body()).get("phase").asText().startsWith("cancelled"), cancelled.body());
        List<String> events = served.events(first);
        JsonNode end = data(events.get(events.size() - 1));
        assertEquals("cancelled", end.get("state").asText(), end.toString());
        assertEquals("satisfied", end.get("verdict").asText(), "what was recorded is checked");
        assertEquals(1, served.json("api/runs").get("runs").size(), "the other never began");
        assertEquals(2, served.json("api/tests").get("tests").size());
        assertEquals(404, served.get("api/tests/99").statusCode());
        assertEquals(404, served.get("api/tests/x/events").statusCode());
    }

    /** The server takes the connection and never answers, as one that hangs. */
    @Test
    void cancellingTakesEffectWhileADatabaseOpens() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            int id = start("{\"db\":\"jdbc:postgresql://127.0.0.1:" + silent.getLocalPort() + "/x\"}");
            try (Socket connected = silent.accept()) {
                assertEquals(
                        "opening", served.json("api/tests/" + id).get("state").asText());
                assertEquals(
                        200, served.post("api/tests/" + id + "/cancel", "{}").statusCode());
                List<String> events = served.events(id);
                JsonNode end = data(events.get(events.size() - 1));
                assertEquals("cancelled", end.get("state").asText(), end.toString());
                assertEquals(
                        "cancelled while the database was opened",
                        end.get("phase").asText());
                assertTrue(connected.isConnected() && !connected.isClosed());
            }
        }
    }

    @Test
    void aTestThatCannotBeginSaysWhy() throws Exception {
        String body =
                "{\"db\":\"jdbc:postgresql://127.0.0.1:1/x?password=hunter3\",\"user\":\"me\",\"password\":\"hunter2\"}";
        List<String> events = served.events(start(body));
        JsonNode end = data(events.get(events.size() - 1));
        assertEquals("failed", end.get("state").asText());
        assertTrue(end.get("problem").asText().contains("is it running, and are host and port right?"), end.toString());
        assertFalse(events.toString().contains("hunter"), events.toString());
    }

    @Test
    void thePasswordIsNowhere() throws Exception {
        // the first who opens such a database sets the password
        String body = "{\"db\":\"jdbc:h2:mem:" + UUID.randomUUID() + "\",\"user\":\"me\",\"password\":\"hunter2\","
                + "\"options\":{\"time\":\"200ms\",\"isolation\":\"serializable\",\"level\":\"rc\",\"sessions\":2}}";
        int id = start(body);
        List<String> events = served.events(id);
        JsonNode end = data(events.get(events.size() - 1));
        assertEquals("finished", end.get("state").asText(), end.toString());
        String all = events
                + served.get("api/tests").body()
                + served.get("api/tests/" + id).body()
                + served.get("api/runs").body()
                + served.get("api/runs/" + end.get("run").asText()).body();
        assertFalse(all.contains("hunter2"), all);
        try (Stream<Path> files = Files.walk(runs.resolve(end.get("run").asText()))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertFalse(Files.readString(file).contains("hunter2"), file.toString());
            }
        }
    }

    @Test
    void whatMakesNoSenseIsRefusedInWords() throws Exception {
        assertRefused("{\"options\":{\"sessions\":\"many\"}}", "--sessions is 'many', which is no number");
        assertRefused("{\"options\":{\"sessions\":0}}", "sessions is 0; it must be 1 or more");
        assertRefused("{\"options\":{\"sessions\":99999999999}}", "it must be 2147483647 or less");
        assertRefused("{\"options\":{\"time\":\"soon\"}}", "'soon' is no time");
        assertRefused("{\"options\":{\"colour\":\"red\"}}", "'colour' is no option of a test");
        assertRefused("{\"colour\":\"red\"}", "'colour' is no part of a test");
        assertRefused("{\"db\":\"h2\",\"dialect\":\"tidb\"}", "The dialect is for JDBC URLs");
        assertRefused("{\"db\":\"sqlite\",\"databaseOptions\":{\"x\":1}}", "'x' is no option of sqlite");
        assertRefused("{\"options\":{\"distribution\":\"even\"}}", "'even' is no distribution of keys");
        assertEquals(0, served.json("api/runs").get("runs").size());
    }

    /** As long as the list is, nobody who may start tests can thereby run anything else. */
    @Test
    void whatMayRunCodeIsRefusedInTheForm() throws Exception {
        Path trace = runs.resolve("written");
        String script = "SCRIPT TO '" + trace + "'";
        assertRefused("{\"db\":\"h2\",\"databaseOptions\":{\"INIT\":\"" + script + "\"}}", "'INIT', with that value");
        assertRefused("{\"db\":\"jdbc:h2:mem:x;INIT=" + script + "\"}", "'INIT', with that value");
        assertRefused("{\"db\":\"jdbc:h2:" + trace + "\"}", "this kind of URL is not taken here");
        assertRefused("{\"db\":\"jdbc:h2:mem:x\",\"dialect\":\"standard\"}", "this kind of URL is not taken here");
        assertRefused("{\"db\":\"cassandra\",\"databaseOptions\":{\"java\":\"/tmp\"}}", "'java', with that value");
        assertEquals(0, served.json("api/tests").get("tests").size());
    }

    private void assertRefused(String body, String message) throws Exception {
        HttpResponse<String> response = served.post("api/tests", body);
        assertEquals(400, response.statusCode(), response.body());
        assertTrue(ServedRuns.parsed(response.body()).get("error").asText().contains(message), response.body());
    }

    @Test
    void theFormKnowsEveryDatabaseAndWorkload() throws Exception {
        JsonNode options = served.json("api/options");
        assertTrue(options.get("databases")
                .findValuesAsText("name")
                .containsAll(List.of("h2", "postgres", "serializable")));
        assertTrue(options.get("workloads").findValuesAsText("name").contains("list-append"));
        assertTrue(options.get("levels").findValuesAsText("name").contains("sser"));
    }
}
