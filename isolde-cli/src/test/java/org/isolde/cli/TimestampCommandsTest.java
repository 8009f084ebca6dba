package org.isolde.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.isolde.history.History;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** All commands on a history whose timestamps say that something is wrong. */
class TimestampCommandsTest {
    @TempDir
    private Path folder;

    /** What is injected is found, told, made small, found again in the small one, and drawn. */
    @ParameterizedTest
    @CsvSource({
        "early-start, SESSION, SessionNotSeen, 4",
        "internal-mismatch, INT, UnsteadyRead, 3",
        "stale-snapshot, EXT, NotFromSnapshot, 3",
        "write-conflict, NOCONFLICT, OverlappingWriters, 2",
        "start-after-commit, START_AFTER_COMMIT, StartAfterCommit, 1",
        "same-commit, SAME_COMMIT, SameCommitTimestamp, 2"
    })
    void eachIsFoundToldAndMadeSmall(String injected, String axiom, String name, int most) throws IOException {
        String file = folder.resolve("ts.jsonl").toString();
        Cli.run(
                        "generate",
                        "--store",
                        "si",
                        "--timestamps",
                        "--transactions",
                        "300",
                        "--inject",
                        injected,
                        "--out",
                        file)
                .expect(0);
        JsonNode line = Cli.run("check", "--json", "--prove", "--level", "si", file)
                .expect(1)
                .object();
        assertTrue(line.at("/countsByLevel/si/" + axiom).asInt() >= 1, line.toString());
        assertEquals("accepted", line.at("/proof/si").asText());
        String text = Cli.run("check", "--level", "si", file).expect(1).out();
        assertTrue(text.contains("VIOLATED by the database's timestamps"), text);
        assertTrue(text.contains(axiom + ": "), text);
        String told = Cli.run("explain", "--level", "si", file).expect(1).out();
        assertTrue(told.contains(name + " (") && told.contains("The database's own timestamps show this."), told);
        Path small = folder.resolve("small.jsonl");
        Cli.run("minimize", "--level", "si", "--anomaly", name, file, "--out", small.toString())
                .expect(1);
        assertTrue(History.read(small).transactions() <= most, () -> read(small));
        JsonNode again = Cli.run("check", "--json", "--level", "si", small.toString())
                .expect(1)
                .object();
        assertEquals(name, again.at("/anomalies/0/name").asText(), () -> read(small));
        assertEquals(1, again.get("anomalies").size(), () -> read(small));
        Path report = folder.resolve("report");
        Cli.run("check", "--level", "si", file, "--report", report.toString()).expect(1);
        assertTrue(Files.size(report.resolve("finding-1/timeline.svg")) > 0);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /** A format without timestamps can't show it. */
    @Test
    void withoutTimestampsTheAnomalyIsGone() {
        String file = folder.resolve("ts.jsonl").toString();
        Cli.run("generate", "--timestamps", "--transactions", "100", "--inject", "stale-snapshot", "--out", file)
                .expect(0);
        String refused = Cli.run(
                        "minimize",
                        "--level",
                        "si",
                        file,
                        "--out",
                        folder.resolve("small.edn").toString())
                .expect(2)
                .err();
        assertTrue(refused.contains("write .jsonl instead"), refused);
    }

    /** Values that repeat are no reason to refuse, as long as timestamps decide. */
    @Test
    void repeatedValuesAreFine() throws IOException {
        String file = Cli.file(
                folder,
                "repeated.jsonl",
                "{\"isolde\":1,\"initial\":0}\n"
                        + "{\"session\":1,\"id\":1,\"ops\":[[\"w\",\"x\",1]],\"start\":1,\"commit\":2}\n"
                        + "{\"session\":2,\"id\":2,\"ops\":[[\"w\",\"x\",2]],\"start\":3,\"commit\":4}\n"
                        + "{\"session\":3,\"id\":3,\"ops\":[[\"w\",\"x\",1]],\"start\":5,\"commit\":6}\n"
                        + "{\"session\":4,\"id\":4,\"ops\":[[\"r\",\"x\",2]],\"start\":7,\"commit\":7}\n");
        JsonNode verdicts = Cli.run("check", "--json", "--level", "rc,si,ser", file)
                .expect(1)
                .object()
                .get("verdicts");
        assertEquals("inapplicable", verdicts.get("rc").asText());
        assertEquals("violated", verdicts.get("si").asText());
        assertTrue(Cli.run("explain", file).expect(1).out().contains("x = 1 held, written by T3"));
        assertTrue(Cli.run("minimize", "--level", "si", file)
                .expect(1)
                .err()
                .contains("3 of 4 transactions, 3 of 4 operations show it"));
    }

    @Test
    void statsSayWhatTimestampsAreLike() throws IOException {
        String file = Cli.file(
                folder,
                "points.jsonl",
                "{\"isolde\":1}\n{\"session\":1,\"ops\":[[\"w\",\"x\",1]],\"start\":1,\"commit\":2}\n"
                        + "{\"session\":1,\"ops\":[[\"r\",\"x\",1]],\"start\":3}\n");
        JsonNode timestamps =
                Cli.run("stats", "--json", file).expect(0).object().get("timestamps");
        assertEquals(
                Cli.parse("{\"start before commit\":1,\"start at commit\":1,\"start after commit\":0}"), timestamps);
    }
}
