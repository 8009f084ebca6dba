package org.isolde.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a monitor found is told, and minimized, as what a test found. */
class MonitorStoriesTest {
    private static final String STREAM = """
            {"isolde":1}
            {"session":"alice","seq":0,"ops":[["w","x",1],["w","y",1]],"start":1,"commit":2}
            {"session":"bob","seq":0,"ops":[["r","x",null],["r","y",1]],"start":3,"commit":4}
            {"session":"carol","seq":0,"ops":[["w","x",2]],"start":5,"commit":8}
            {"session":"dave","seq":0,"ops":[["w","x",3]],"start":6,"commit":9}
            {"session":"erin","seq":0,"ops":[["w","z",1],["r","z",7]],"start":10,"commit":11}
            """;

    @TempDir
    private Path folder;

    @Test
    void eachViolationOfAStateHasItsStoryAndItsLeastHistory() throws Exception {
        String state = folder.resolve("state").toString();
        String stream = Cli.file(folder, "stream.jsonl", STREAM);
        Cli.run("monitor", "--level", "si", "--settle", "0s", "--state", state, stream)
                .expect(1);
        Cli.Result explained = Cli.run("explain", "--level", "si", "--violations", "all", state)
                .expect(1);
        assertTrue(explained.err().contains("times are places in an order"), explained.err());
        String told = explained.out();
        assertTrue(told.contains("bob:0") && told.contains("r(x)=null"), told);
        assertTrue(told.contains("alice:0") && told.contains("w(x)=1"), told);
        assertTrue(told.contains("carol:0") && told.contains("dave:0"), told);
        assertTrue(told.contains("erin:0") && told.contains("r(z)=7"), told);
        String small = folder.resolve("small.jsonl").toString();
        Cli.run("minimize", "--level", "si", "--anomaly", "EXT", "--out", small, state)
                .expect(1);
        assertEquals(
                "2",
                Cli.run("stats", "--json", small)
                        .expect(0)
                        .object()
                        .path("transactions")
                        .asText());
        Cli.run("check", "--level", "si", small).expect(1);
    }
}
