package org.isolde.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FuzzCommandTest {
    @TempDir
    Path folder;

    @Test
    void aFewCasesLeaveARunFolder() throws IOException {
        JsonNode result = Cli.run(
                        "fuzz", "--db", "sqlite", "--cases", "5", "--seed", "4", "--json", "--out", folder.toString())
                .expect(0)
                .object();
        assertEquals(5, result.path("cases").asInt());
        assertEquals(4, result.path("seed").asInt());
        assertEquals("serializable", result.path("isolation").asText());
        assertTrue(result.path("compared").asInt() > 0, result::toString);
        assertTrue(result.path("kinds").path("Update").asInt() > 0, result::toString);
        assertEquals(0, result.path("findings").size());
        Path run = folder.resolve("latest");
        assertEquals(
                result.toString(),
                Cli.parse(Files.readString(run.resolve("fuzz.json"))).toString());
        assertTrue(Files.readString(run.resolve("command.txt")).contains("--seed 4"));
        String nothing = Cli.run("replay", run.toString()).expect(2).err();
        assertTrue(nothing.contains("nothing was found"), nothing);
    }

    @Test
    void badCallsNameTheCure() {
        assertTrue(Cli.run("fuzz", "--oracle", "delphi").expect(2).err().contains("there are reordered"));
        assertTrue(Cli.run("fuzz", "--aborts", "2").expect(2).err().contains("from 0 to 1"));
        assertTrue(
                Cli.run("fuzz", "--cases", "1", "--time", "1s").expect(2).err().contains("give one of them"));
        assertTrue(Cli.run("fuzz", "--db", "redis", "--out", folder.toString())
                .expect(2)
                .err()
                .contains("can't be fuzzed"));
    }
}
