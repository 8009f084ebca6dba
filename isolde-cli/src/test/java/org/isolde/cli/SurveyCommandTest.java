package org.isolde.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code isolde survey} on H2: the table, the JSON, the page, and exit codes. */
@Timeout(120)
class SurveyCommandTest {
    @TempDir
    private Path runs;

    private Cli.Result survey(String... more) {
        List<String> args = new java.util.ArrayList<>(List.of("survey", "--out", runs.toString(), "--time", "300ms"));
        args.addAll(List.of(more));
        return Cli.run(args.toArray(String[]::new));
    }

    private static String line(String out, String hazard) {
        return out.lines()
                .filter(line -> line.startsWith("  " + hazard + " "))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void theTableSaysWhatEachLevelLetsHappen() throws IOException {
        // with the re-use of results, a known bug, updates now and then get lost at SNAPSHOT too
        String out = survey("--isolation", "read committed,snapshot", "--db-option", "OPTIMIZE_REUSE_RESULTS=0")
                .expect(Main.SATISFIED)
                .out();
        assertTrue(line(out, "lost update").matches("  lost update +seen, [0-9.]+ m?s +no"), out);
        assertTrue(line(out, "write skew").matches("  write skew +seen, [0-9.]+ m?s +seen, [0-9.]+ m?s"), out);
        assertTrue(line(out, "dirty write").matches("  dirty write +no +no"), out);
        assertTrue(
                out.contains("SNAPSHOT is the weakest level that promises to prevent: non-repeatable read, read skew,"),
                out);
        assertTrue(out.contains("  READ COMMITTED promises read committed; the run: "), out);
        String page = Files.readString(runs.resolve("latest/survey.html"));
        assertTrue(page.contains("No broken promise was seen"), page);
        assertTrue(page.contains("<b>lost update</b>"), page);
        assertFalse(page.contains("http://"), "it fetches nothing");
        assertTrue(Files.exists(runs.resolve("latest/history-2.jsonl")), "the run at the second level");
    }

    /** H2's SERIALIZABLE has write skew. */
    @Test
    void aBrokenPromiseExitsWithOne() {
        JsonNode json = survey("--isolation", "serializable", "--json")
                .expect(Main.VIOLATED)
                .object();
        JsonNode level = json.at("/levels/0");
        assertEquals("SERIALIZABLE", level.path("asked").asText());
        assertTrue(level.path("broken").asBoolean());
        assertTrue(level.at("/amount/committed").asLong() > 0);
        JsonNode skew = null;
        for (JsonNode hazard : level.path("hazards")) {
            skew = hazard.path("name").asText().equals("write skew") ? hazard : skew;
        }
        assertTrue(skew.path("forbidden").asBoolean() && skew.path("seen").asBoolean(), json.toString());
        assertEquals("G2-item", skew.path("scenario").asText());
    }

    /** Without SQL there are no scenarios, and the run says what it can. */
    @Test
    void aDatabaseWithoutSqlIsOnlyRun() {
        String out = survey("--db", "rocksdb", "--isolation", "read-committed")
                .expect(Main.SATISFIED)
                .out();
        assertTrue(line(out, "lost update").matches("  lost update +seen, [0-9.]+ m?s"), out);
    }

    @Test
    void badCallsExitWithTwo() {
        assertTrue(survey("--isolation", "none").expect(Main.BAD).err().contains("is no isolation level of h2"));
        assertTrue(survey("--db", "nothing").expect(Main.BAD).err().contains("is no database"));
    }
}
