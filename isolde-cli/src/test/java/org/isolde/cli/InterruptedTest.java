package org.isolde.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What ends by Ctrl-C tells what it has seen until then, and says that it was interrupted: as text, JSON and page. */
@Timeout(120)
class InterruptedTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path folder;

    /** Begins a command that takes a minute, and ends it when it has recorded something. */
    private ChildIsolde interrupted(String... args) throws Exception {
        List<String> all = new ArrayList<>(List.of(args));
        all.addAll(List.of("--db", "h2", "--time", "60s", "--out", "runs"));
        ChildIsolde child = ChildIsolde.start(List.of(), folder, all.toArray(String[]::new));
        child.interruptWhenItHasRecorded(latest("history.jsonl"));
        return child;
    }

    private Path latest(String file) {
        return folder.resolve("runs/latest").resolve(file);
    }

    private JsonNode json(String file) throws Exception {
        return JSON.readTree(Files.readString(latest(file)));
    }

    @Test
    void aTestSaysSo() throws Exception {
        ChildIsolde child = interrupted("test", "--isolation", "read-committed");
        assertEquals(Main.SATISFIED, child.code(), child.err());
        String said = "The test was interrupted: what was recorded until then has been checked";
        assertTrue(child.out().contains(said), child.out());
        assertTrue(json("verdict.json").path("interrupted").asBoolean());
        assertTrue(Files.readString(latest("report.html")).contains(said));
    }

    @Test
    void aSurveySaysSoAndWhatItHasNotComeTo() throws Exception {
        ChildIsolde child = interrupted("survey", "--isolation", "read-committed,snapshot");
        assertEquals(Main.BAD, child.code(), child.err());
        String said = "The survey was interrupted";
        assertTrue(child.out().contains(said), child.out());
        assertTrue(child.out().replaceAll("\\s+", " ").contains("Not looked at: SNAPSHOT."), child.out());
        JsonNode json = json("survey.json");
        assertTrue(json.path("interrupted").asBoolean());
        assertEquals("[\"SNAPSHOT\"]", json.path("left").toString());
        assertEquals("undecided", json.path("verdict").asText());
        assertEquals("READ COMMITTED", json.at("/levels/0/asked").asText());
        assertTrue(json.at("/levels/0/amount/committed").asLong() > 0, "what the run had recorded");
        assertTrue(Files.readString(latest("survey.html")).contains(said));
    }
}
