package org.isolde.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FuzzCommandTest {
    @TempDir
    Path folder;

    @Test
    void aFewCasesLeaveARunFolder() throws IOException {
        Path junit = folder.resolve("fuzz.xml");
        String[] call = ("fuzz --db sqlite --cases 5 --seed 4 --json --out " + folder + " --junit " + junit).split(" ");
        JsonNode result = Cli.run(call).expect(0).object();
        assertEquals(5, result.path("cases").asInt());
        assertEquals(4, result.path("options").path("seed").asInt());
        assertEquals("serializable", result.path("options").path("isolation").asText());
        assertEquals("satisfied", result.path("verdict").asText());
        assertTrue(result.path("compared").asInt() > 0, result::toString);
        assertTrue(result.path("kinds").path("update").asInt() > 0, result::toString);
        assertEquals(0, result.path("findings").size());
        String tests = Files.readString(junit);
        assertTrue(tests.contains("<testcase classname=\"sqlite at SERIALIZABLE\" name=\"fuzz\"></testcase>"), tests);
        Path run = folder.resolve("latest");
        assertEquals(
                result.toString(),
                Cli.parse(Files.readString(run.resolve("fuzz.json"))).toString());
        assertTrue(Files.readString(run.resolve("command.txt")).contains("--seed 4"));
        String nothing = Cli.run("replay", run.toString()).expect(2).err();
        assertTrue(nothing.contains("nothing was found"), nothing);
    }

    /** Wherever a case comes in a run, it is the same one. */
    @Test
    void aCaseOfASeedIsTheSameAgain() throws IOException {
        String out = folder.toString();
        for (String more : List.of("1", "3")) {
            String told = Cli.run("fuzz", "--db", "h2", "--case", "17", "--seed", "5", "--out", out, "--orders", more)
                    .expect(0)
                    .out();
            assertTrue(told.contains("cases/17/script.sql"), told);
        }
        List<Path> scripts;
        try (Stream<Path> runs = Files.list(folder)) {
            scripts = runs.filter(run -> !Files.isSymbolicLink(run))
                    .map(run -> run.resolve("cases").resolve("17").resolve("script.sql"))
                    .toList();
        }
        assertEquals(2, scripts.size());
        String script = Files.readString(scripts.get(0));
        assertTrue(script.startsWith("-- H2") && script.contains("seed 5, case 17"), script);
        assertEquals(script, Files.readString(scripts.get(1)));
        Cli.run("replay", scripts.get(0).getParent().toString()).expect(0);
    }

    /** H2's savepoints at REPEATABLE READ: told once and no finding, or a finding, or counted alone. */
    @Test
    void whatIsKnownIsNoFindingUnlessItIsAskedFor() throws IOException {
        Path junit = folder.resolve("fuzz.xml");
        String call = "fuzz --db h2 --isolation repeatable-read --oracle atomicity --savepoints 1 --seed 11 --depth 1"
                + " --transactions 3 --out " + folder;
        String told = Cli.run((call + " --cases 40 --junit " + junit).split(" "))
                .expect(0)
                .out();
        assertEquals(2, told.split("KNOWN h2-savepoint, atomicity", -1).length, () -> "once in " + told);
        assertTrue(told.contains("  see docs/findings/h2-savepoint.md"), told);
        assertTrue(told.contains("Nothing was found that is not known."), told);
        String tests = Files.readString(junit);
        assertTrue(tests.contains("name=\"h2-savepoint\"") && tests.contains("<skipped"), tests);
        Path run = folder.resolve("latest").toRealPath();
        JsonNode mentioned = Cli.parse(Files.readString(run.resolve("fuzz.json")));
        assertEquals("satisfied", mentioned.path("verdict").asText());
        assertEquals(0, mentioned.path("findings").size());
        assertEquals(1, mentioned.path("known").size());
        assertTrue(mentioned.path("knownMismatches").asInt() > 1, () -> "another seed shows it more often: " + told);
        JsonNode known = mentioned.path("known").get(0);
        assertEquals("h2-savepoint", known.path("knownAs").asText());
        Path kept = run.resolve(known.path("folder").asText());
        assertTrue(Files.readString(kept.resolve("script.sql")).contains("known as h2-savepoint"));
        assertTrue(Files.readString(kept.resolve("report.html")).contains("docs/findings/h2-savepoint.md"));
        Cli.run("replay", kept.toString()).expect(1);

        JsonNode reported = Cli.run((call + " --known report --until 1 --json").split(" "))
                .expect(1)
                .object();
        assertEquals("violated", reported.path("verdict").asText());
        assertEquals(
                "h2-savepoint", reported.path("findings").get(0).path("knownAs").asText());
        assertEquals(0, reported.path("known").size());

        JsonNode omitted = Cli.run((call + " --known omit --cases 20 --json").split(" "))
                .expect(0)
                .object();
        assertTrue(omitted.path("knownMismatches").asInt() > 0, omitted::toString);
        assertEquals(0, omitted.path("known").size() + omitted.path("findings").size());
    }

    @Test
    void badCallsNameTheCure() {
        assertTrue(Cli.run("fuzz", "--oracle", "delphi").expect(2).err().contains("known are reordered"));
        assertTrue(Cli.run("fuzz", "--aborts", "2").expect(2).err().contains("from 0 to 1"));
        assertTrue(
                Cli.run("fuzz", "--cases", "1", "--time", "1s").expect(2).err().contains("give one of them"));
        assertTrue(
                Cli.run("fuzz", "--cases", "1", "--case", "1").expect(2).err().contains("give one of them"));
        assertTrue(Cli.run("fuzz", "--tables", "1").expect(2).err().contains("2 or more"));
        assertTrue(Cli.run("fuzz", "--db", "redis", "--out", folder.toString())
                .expect(2)
                .err()
                .contains("can't be fuzzed"));
        assertEquals(0, folder.toFile().list().length, "a call that is refused leaves no run");
    }
}
