package org.isolde.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class ScenariosTest {
    @Test
    void aLevelThatKeepsItsClaimExitsWithZero() {
        String out = Cli.run("scenarios", "--isolation", "Snapshot", "--scenario", "P4,G2-item")
                .expect(Main.SATISFIED)
                .out();
        List<String> lines = out.lines().toList();
        assertEquals("                      snapshot", lines.get(1));
        assertEquals("                      (si)", lines.get(2));
        assertEquals("lost update (P4)      .", lines.get(3));
        assertEquals("write skew (G2-item)  x", lines.get(4));
        assertTrue(out.contains("  lost update (P4): Two transactions read a row"), out);
    }

    /** H2's SERIALIZABLE has write skew. */
    @Test
    void anAnomalyThatTheLevelClaimsToForbidExitsWithOne() {
        String out = Cli.run("scenarios", "--isolation", "serializable", "--scenario", "G2-item,G1a")
                .expect(Main.VIOLATED)
                .out();
        assertTrue(out.contains("write skew (G2-item)  X\naborted read (G1a)    .\n"), out);
        assertTrue(out.contains("serializable claims ser, but a write skew (G2-item) happened, which rr forbids"), out);
    }

    @Test
    void verboseShowsSessionsSideBySide() {
        String out = Cli.run("scenarios", "--isolation", "read-committed", "--scenario", "P4", "-v")
                .expect(Main.SATISFIED)
                .out();
        assertTrue(out.contains("read-committed, lost update (P4): allowed: it happened"), out);
        assertTrue(out.contains("  T1                                                T2\n"), out);
        assertTrue(out.contains(" ".repeat(54) + "... waits\n"), out);
    }

    @Test
    void jsonHasALineForEachLevel() {
        List<JsonNode> lines = Cli.run(
                        "scenarios", "--json", "--isolation", "read-committed,serializable", "--scenario", "P4")
                .expect(Main.SATISFIED)
                .json();
        assertEquals(2, lines.size());
        assertEquals("allowed", lines.get(0).at("/scenarios/0/outcome").asText());
        assertEquals("rc", lines.get(0).path("claims").asText());
        assertEquals("prevented", lines.get(1).at("/scenarios/0/outcome").asText());
        assertEquals("error", lines.get(1).at("/scenarios/0/by").asText());
        assertEquals("40001", lines.get(1).at("/scenarios/0/errors/T2").asText());
    }

    @Test
    void badCallsExitWithTwo() {
        assertTrue(
                Cli.run("scenarios", "--scenario", "P5").expect(Main.BAD).err().contains("'P5' is no scenario"));
        assertTrue(Cli.run("scenarios", "--isolation", "none")
                .expect(Main.BAD)
                .err()
                .contains("is no isolation level of h2"));
    }
}
