package org.isolde.sql.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.isolde.run.Access;
import org.isolde.run.Databases;
import org.isolde.run.Target;
import org.isolde.run.option.Options;
import org.isolde.sql.finding.Finding;
import org.isolde.sql.job.StallingH2.Stall;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever a database does with a case, the run goes on and ends. */
class HangTest {
    private static final int CASES = 12;

    private final List<Finding> found = new ArrayList<>();

    @TempDir
    Path folder;

    private FuzzCounts run(StallingH2 kind) throws Exception {
        Target target = Target.parse("h2", Map.of());
        FuzzPlan plan = new FuzzPlan(
                kind,
                target,
                Access.plain(),
                Databases.isolation(kind, target, "read-committed"),
                Options.none()
                        .with(FuzzOptions.TIME, null)
                        .with(FuzzOptions.CASES, (long) CASES)
                        .with(FuzzOptions.UNTIL, 1)
                        .with(FuzzOptions.CASE_TIME, Duration.ofSeconds(1)));
        FuzzResult result = new FuzzJob(plan, (finding, written) -> found.add(finding)).run(folder);
        assertEquals(null, result.problem());
        return result.counts();
    }

    /** The first reads of a run are those of its first statements, which are tried. */
    @Test
    void aStatementThatTakesTooLongIsCancelledAndItsCaseLeftOut() throws Exception {
        FuzzCounts counts = run(new StallingH2(Stall.STATEMENT, 1, 2));
        assertEquals(CASES, counts.cases());
        assertTrue(counts.discarded().get("timed out") >= 1, counts.line());
        assertEquals(List.of(), found);
    }

    @Test
    void aDatabaseThatHangsIsLeftAlone() throws Exception {
        FuzzCounts counts = run(new StallingH2(Stall.COMMIT, 12, 13));
        assertEquals(CASES, counts.cases(), counts.line());
        assertTrue(counts.discarded().get("hangs") >= 1, counts.line());
        assertEquals(List.of(), found);
    }

    @Test
    void aCaseWithWhichADatabaseAlwaysHangsIsFound() throws Exception {
        FuzzCounts counts = run(new StallingH2(Stall.COMMIT, 12, Integer.MAX_VALUE));
        assertEquals(1, counts.findings(), counts.line());
        assertEquals("crash: hangs", found.get(0).cause());
    }
}
