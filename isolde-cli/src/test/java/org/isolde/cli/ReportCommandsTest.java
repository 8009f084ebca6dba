package org.isolde.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.isolde.history.History;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code explain}, {@code minimize} and {@code check --report}. */
class ReportCommandsTest {
    private static final String SKEW = """
            {"isolde":1,"initial":0}
            {"session":"a","id":"A","ops":[["r","x",0],["w","y",1],["r","z",0]]}
            {"session":"b","id":"B","ops":[["r","y",0],["w","x",1],["w","q",3]]}
            {"session":"c","id":"C","ops":[["r","q",3]]}
            """;

    @TempDir
    Path folder;

    private String skew;

    @BeforeEach
    void skew() throws IOException {
        skew = Cli.file(folder, "skew.jsonl", SKEW);
    }

    @Test
    void explainTellsTheMinimalStory() {
        String told = Cli.run("explain", "--level", "ser", skew).expect(1).out();
        assertEquals("""
                WriteSkew (G2-item) breaks ser, serializable
                  Transactions each read what another one then overwrote: in no serial order could all of them have
                  read that.
                  A rule over several rows breaks although every transaction checked it: both doctors go off duty,
                  since each saw the other on duty.

                  What happened (2 of 3 transactions, 4 of 7 operations show it)
                    A  session a
                      r(x)=0  w(y)=1
                    B  session b
                      r(y)=0  w(x)=1

                  Why that can't be
                    1. [rw] A read x = 0, which was the initial value; B overwrote it with 1, so A comes before B.
                    2. [rw] B read y = 0, which was the initial value; A overwrote it with 1, so B comes before A.
                    Each comes before the next and the last before the first: no order has room for that.

                  Breaks ser (serializable): As if the transactions had run one after the other, each session's in
                  its order.
                  The strongest that still holds: si (snapshot isolation)
                """, told);
    }

    @Test
    void explainTellsTheStatementsOfARunOfSql() throws IOException {
        String run = Cli.file(folder, "run.jsonl", """
                {"isolde":1,"target":"h2","isolation":"snapshot","workloadOptions":{"sessions":2},"tables":1}
                {"session":1,"begin":0,"end":30,"ops":[["r",1,null],["w",2,1]]}
                {"session":2,"begin":10,"end":40,"ops":[["r",2,null],["w",1,1]]}
                """);
        String told = Cli.run("explain", "--level", "ser", run).expect(1).out();
        assertTrue(told.contains("In SQL, as recorded, in an order that fits:"), told);
        assertTrue(told.contains("select v from isolde_run_0 where id = 1  -> absent"), told);
        assertFalse(Cli.run("explain", "--level", "ser", skew).expect(1).out().contains("In SQL"), "nobody knows");
    }

    @Test
    void explainSaysSoIfThereIsNothingToExplain() {
        String told = Cli.run("explain", "--level", "si", skew).expect(0).out();
        assertEquals("Nothing to explain: no level is violated, and these hold: snapshot isolation.\n", told);
    }

    @Test
    void minimizeWritesTheSmallHistoryAndTellsHowSmallItIs() throws IOException {
        Path small = folder.resolve("small.jsonl");
        Cli.Result result = Cli.run("minimize", skew, "--level", "ser", "--out", small.toString())
                .expect(1);
        assertEquals("WriteSkew (G2-item) breaks ser: 2 of 3 transactions, 4 of 7 operations show it\n", result.out());
        assertEquals(2, History.read(small).transactions());
        Cli.run("check", "--level", "ser", small.toString()).expect(1);
    }

    @Test
    void minimizeWithoutAFileWritesToStandardOutput() throws IOException {
        Cli.Result result = Cli.run("minimize", skew, "--level", "ser").expect(1);
        assertEquals("""
                {"isolde":1,"initial":0}
                {"session":"a","id":"A","ops":[["r","x",0],["w","y",1]]}
                {"session":"b","id":"B","ops":[["r","y",0],["w","x",1]]}
                """, result.out());
        assertTrue(result.err().contains("2 of 3 transactions"), result.err());
    }

    @Test
    void minimizeLeavesOutWhatAFormatCannotHoldIfTheAnomalyStillShows() throws IOException {
        Path small = folder.resolve("small.txt");
        Cli.Result result = Cli.run("minimize", skew, "--level", "ser", "--out", small.toString())
                .expect(1);
        assertTrue(result.err().contains("left out, and the anomaly still shows"), result.err());
        Cli.run("check", "--level", "ser", small.toString()).expect(1);
    }

    @Test
    void minimizeRefusesAFormatThatWouldLoseTheAnomaly() throws IOException {
        String late = Cli.file(folder, "late.jsonl", """
                {"isolde":1,"initial":0}
                {"session":1,"ops":[["w",1,1]],"begin":1,"end":2}
                {"session":2,"ops":[["r",1,0]],"begin":3,"end":4}
                """);
        Path small = folder.resolve("small.txt");
        Cli.Result result = Cli.run("minimize", late, "--level", "sser", "--out", small.toString())
                .expect(2);
        assertTrue(result.err().contains("write .jsonl instead"), result.err());
        assertFalse(Files.exists(small));
    }

    @Test
    void minimizeFindsAnAnomalyByEitherName() throws IOException {
        for (String name : new String[] {"write-skew", "WriteSkew", "g2-item"}) {
            Cli.run("minimize", skew, "--level", "ser", "--anomaly", name).expect(1);
        }
        Cli.Result result = Cli.run("minimize", skew, "--level", "ser", "--anomaly", "long-fork")
                .expect(2);
        assertTrue(result.err().contains("there are WriteSkew (G2-item)"), result.err());
    }

    @Test
    void minimizeOfASatisfiedLevelWritesNothing() {
        Path small = folder.resolve("small.jsonl");
        Cli.Result result = Cli.run("minimize", skew, "--level", "si", "--out", small.toString())
                .expect(0);
        assertTrue(result.err().contains("nothing to minimize"), result.err());
        assertFalse(Files.exists(small));
    }

    @Test
    void aReportIsAPageAndItsParts() throws IOException {
        Path report = folder.resolve("report");
        String told = Cli.run("check", "--level", "ser,si", "--report", report.toString(), skew)
                .expect(1)
                .out();
        assertTrue(told.endsWith("The report: " + report.resolve("report.html") + "\n"), told);
        String page = Files.readString(report.resolve("report.html"));
        assertTrue(page.contains("WriteSkew (G2-item)"), page);
        for (String part :
                new String[] {"graph.svg", "graph.dot", "graph.json", "timeline.svg", "story.txt", "history.jsonl"}) {
            assertTrue(Files.size(report.resolve("finding-1").resolve(part)) > 0, part);
        }
        assertEquals(
                "violated",
                Cli.parse(Files.readString(report.resolve("report.json")))
                        .get("result")
                        .asText());
        assertFalse(Files.exists(report.resolve("finding-1/replay.sql")), "it comes from no database");
    }

    @Test
    void severalHistoriesHaveAFolderEach() throws IOException {
        Path report = folder.resolve("report");
        String fine = Cli.file(folder, "fine.txt", "w(1,1,0,0)\n");
        Cli.run("check", "--level", "ser", "--report", report.toString(), "--json", skew, fine)
                .expect(1);
        assertTrue(Files.exists(report.resolve("001-skew.jsonl/report.html")));
        assertTrue(Files.exists(report.resolve("002-fine.txt/report.html")));
    }

    @Test
    void findingsOfAnOlderReportAreGoneAndOtherFilesStay() throws IOException {
        Path report = folder.resolve("report");
        Cli.run("check", "--level", "ser", "--report", report.toString(), skew).expect(1);
        Cli.run("check", "--level", "si", "--report", report.toString(), skew).expect(0);
        assertFalse(Files.exists(report.resolve("finding-1")));
        Cli.run("check", "--level", "ser", "--report", report.toString(), skew).expect(1);
        Files.writeString(report.resolve("finding-1/mine.txt"), "");
        Cli.run("check", "--level", "si", "--report", report.toString(), skew).expect(0);
        assertFalse(Files.exists(report.resolve("finding-1/graph.svg")));
        assertTrue(Files.exists(report.resolve("finding-1/mine.txt")));
    }

    @Test
    void aReportNeedsAName() {
        Cli.Result result = Cli.run("check", "--report", "", skew).expect(2);
        assertTrue(result.err().contains("--report needs the name of a folder"), result.err());
    }

    /** However many there are of one kind, each kind is told. */
    @Test
    void oneOfEachKindIsTold() throws IOException {
        StringBuilder history = new StringBuilder("{\"isolde\":1}\n");
        for (int i = 0; i < 50; i++) {
            history.append("{\"session\":1,\"ops\":[[\"r\",\"k\",")
                    .append(100 + i)
                    .append("]]}\n");
        }
        history.append("{\"session\":2,\"status\":\"aborted\",\"ops\":[[\"w\",\"x\",1]]}\n");
        history.append("{\"session\":3,\"ops\":[[\"r\",\"x\",1]]}\n");
        String file = Cli.file(folder, "many.jsonl", history.toString());
        Path report = folder.resolve("report");
        Cli.run("check", "--level", "ser", "--violations", "all", "--report", report.toString(), file)
                .expect(1);
        String page = Files.readString(report.resolve("report.html"));
        assertTrue(page.contains("ThinAirRead") && page.contains("AbortedRead"), page);
    }

    @Test
    void aReportThatCannotBeWrittenIsAnError() throws IOException {
        Path taken = Files.writeString(folder.resolve("taken"), "");
        Cli.Result result = Cli.run("check", "--level", "ser", "--report", taken.toString(), skew)
                .expect(2);
        assertTrue(result.err().contains("the report can't be written"), result.err());
        assertTrue(result.out().contains("VIOLATED"), "the verdict is told all the same");
    }
}
