package org.isolde.sql.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.isolde.broken.BrokenDatabase;
import org.isolde.broken.Fault;
import org.isolde.run.Access;
import org.isolde.run.Databases;
import org.isolde.run.Target;
import org.isolde.run.option.Options;
import org.isolde.sql.finding.Finding;
import org.isolde.sql.finding.FindingFolder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A database that is broken in any known way is found out, and what shows it is small. {@link FuzzJobTest} has the one that is not. */
class PowerTest {
    /** What the weakest machine may need; mostly it is a second or two. */
    private static final Duration LIMIT = Duration.ofMinutes(5);

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource
    void everyFaultIsFound(Fault fault) throws Exception {
        BrokenDatabase kind = new BrokenDatabase();
        Target target = Target.parse("broken:h2", Map.of("fault", fault.text(), "probability", "1"));
        FuzzPlan plan = new FuzzPlan(
                kind,
                target,
                Access.plain(),
                Databases.isolation(kind, target, "snapshot"),
                Options.none()
                        .with(FuzzOptions.TIME, LIMIT)
                        .with(FuzzOptions.UNTIL, 1)
                        .with(FuzzOptions.REDUCTION, Duration.ofSeconds(5)));
        List<Finding> found = new ArrayList<>();
        FuzzResult result = new FuzzJob(plan, (finding, written) -> found.add(finding)).run(folder);
        assertEquals(1, found.size(), () -> result.counts().line());
        Finding finding = found.get(0);
        assertTrue(finding.transactions() <= 3, () -> finding.transactions() + " transactions");
        assertTrue(finding.statements() <= 6, () -> finding.statements() + " statements");
        assertEquals(
                finding.testCase(), FindingFolder.read(FindingFolder.of(folder).get(0)));
    }
}
