package org.isolde.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.isolde.check.TimestampAxiom;
import org.isolde.online.Violation;
import org.isolde.online.aion.LiveFinding;
import org.junit.jupiter.api.Test;

/** What {@code isolde test --monitor} prints while it runs. */
class LiveViolationsTest {
    private static List<String> printed(boolean json) {
        PrintStream before = System.out;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (Progress progress = new Progress("")) {
            System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
            TestOutput output = new TestOutput(null, progress, json, false);
            for (int i = 1; i <= 9; i++) {
                LiveFinding finding =
                        new LiveFinding(TimestampAxiom.EXT, "3", i, null, "7", "1", "\"\u001b[2J\"", "4", 0, 0);
                output.violation(2, new Violation(i, finding, 0));
            }
        } finally {
            System.setOut(before);
        }
        return out.toString(StandardCharsets.UTF_8).lines().toList();
    }

    @Test
    void aFewAreToldAndTheOthersCounted() {
        List<String> lines = printed(false);
        assertEquals(6, lines.size(), lines.toString());
        assertEquals(
                "EXT  round 2: Transaction 3:1 read \"\\u001b[2J\" of key 7, but when it took its snapshot the value was 1,"
                        + " written by transaction 4:0.",
                lines.get(0));
        assertEquals("... the monitor goes on, and counts", lines.get(5));
    }

    @Test
    void whoReadsJsonFindsNothingElse() {
        assertEquals(List.of(), printed(true));
    }
}
