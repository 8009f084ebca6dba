package org.isolde.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.isolde.check.CheckOptions;
import org.isolde.check.CheckResult;
import org.isolde.check.Isolde;
import org.isolde.history.Evidence;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnplacedOutcomesTest {
    private static final CheckOptions OPTIONS = CheckOptions.of(EnumSet.of(Level.SI, Level.SER));

    @TempDir
    Path folder;

    private CheckResult check(String... lines) throws IOException {
        Path file = folder.resolve("history.jsonl");
        Files.write(file, List.of(lines));
        return Isolde.check(History.read(file), OPTIONS);
    }

    @Test
    void aReadOfAnUnknownOutcomeIsJudgedByValues() throws IOException {
        CheckResult open = check(
                "{\"isolde\":1,\"initial\":0}",
                "{\"session\":0,\"status\":\"unknown\",\"ops\":[[\"w\",\"x\",1]]}",
                "{\"session\":1,\"ops\":[[\"r\",\"x\",1]],\"start\":5,\"commit\":5}");
        assertEquals("undecided", open.verdicts().get(Level.SI).text());

        CheckResult decided = UnplacedOutcomes.decided(open, OPTIONS);

        assertEquals("satisfied", decided.verdicts().get(Level.SI).text());
        assertEquals("satisfied", decided.verdicts().get(Level.SER).text());
        assertEquals(Set.of(), decided.evidence());
        assertTrue(decided.reasons().get(Level.SI).startsWith("a transaction of unknown outcome was read from"));
        assertTrue(decided.timestamps().isEmpty());
    }

    @Test
    void whatTimestampsDecideStays() throws IOException {
        CheckResult result = check(
                "{\"isolde\":1,\"initial\":0}",
                "{\"session\":0,\"ops\":[[\"w\",\"x\",1]],\"start\":1,\"commit\":2}",
                "{\"session\":1,\"ops\":[[\"r\",\"x\",0]],\"start\":5,\"commit\":5}");
        assertEquals("violated", result.verdicts().get(Level.SI).text());
        assertEquals(Set.of(Evidence.TIMESTAMPS), result.evidence());
        assertSame(result, UnplacedOutcomes.decided(result, OPTIONS));
    }

    /** What conditions left out is not known; no outcome is. */
    @Test
    void whatPredicatesLeaveOpenIsNoUnknownOutcome() throws IOException {
        CheckResult open = check(
                "{\"isolde\":1}",
                "{\"session\":0,\"ops\":[[\"w\",\"t/x\",1,{\"a\":1}]],\"start\":1,\"commit\":2}",
                "{\"session\":1,\"ops\":[[\"rp\",\"t\",\"a < 5\",[[\"t/x\",1]]]],\"start\":5,\"commit\":5}");
        assertEquals("undecided", open.verdicts().get(Level.SI).text());
        assertSame(open, UnplacedOutcomes.decided(open, OPTIONS));
    }
}
