package org.isolde.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is written while it is made, and in another order, is the same history. */
class GenerateTest {
    @TempDir
    Path folder;

    private Cli.Result generate(String... more) {
        List<String> call =
                new ArrayList<>(List.of("generate", "--store", "strict", "--transactions", "500", "--rmw", "1"));
        call.addAll(List.of(more));
        return Cli.run(call.toArray(String[]::new)).expect(0);
    }

    private JsonNode verdicts(String file) {
        JsonNode verdicts = Cli.run("check", "--json", "--level", "all", file)
                .expect(0)
                .object()
                .get("verdicts");
        assertEquals("satisfied", verdicts.get("sser").asText());
        return verdicts;
    }

    @Test
    void delayedTransactionsAreTheSameHistory() throws IOException {
        String plain = folder.resolve("plain.jsonl").toString();
        generate("--out", plain);
        JsonNode expected = verdicts(plain);
        for (String delay : List.of("20ms", "normal(1ms,500ms)")) {
            String text = generate("--shuffle", delay).out();
            assertTrue(text.contains("\"shuffle\":\"" + delay + "\""));
            assertTrue(text.contains(",\"seq\":"));
            String late = Cli.file(folder, "late.jsonl", text);
            assertEquals(expected, verdicts(late), delay);
            String binary = folder.resolve("late.isolde").toString();
            generate("--shuffle", delay, "--out", binary);
            String again = folder.resolve("again.jsonl").toString();
            Cli.run("convert", binary, again).expect(0);
            assertEquals(text, Files.readString(Path.of(again)), delay);
        }
        assertNotEquals(
                generate("--shuffle", "20ms").out(),
                generate("--shuffle", "30ms").out());
    }

    @Test
    void rowsComeWithWhatDecidesThem() {
        String rows = folder.resolve("rows.jsonl").toString();
        generate("--shape", "rows", "--keys", "20", "--expected-order", "--out", rows);
        Cli.run("check", "--level", "ser,si", rows).expect(0);
        String phantom = folder.resolve("phantom.isolde").toString();
        generate("--shape", "rows", "--keys", "20", "--inject", "phantom", "--out", phantom);
        Cli.run("check", "--level", "rr", phantom).expect(0);
        Cli.run("check", "--level", "ser", phantom).expect(1);
        Cli.Result refused = Cli.run("generate", "--inject", "phantom").expect(2);
        assertTrue(refused.err().contains("take the shape rows"), refused.err());
    }

    @Test
    void timekillerHasTimestampsUnasked() {
        String file = folder.resolve("ts.json").toString();
        generate("--to", "timekiller", "--out", file);
        JsonNode line =
                Cli.run("check", "--json", "--level", "ser", file).expect(0).object();
        assertEquals("timekiller", line.get("format").asText());
        assertTrue(line.get("evidence").toString().contains("timestamps"));
        assertEquals("satisfied", line.get("verdicts").get("ser").asText());
    }
}
