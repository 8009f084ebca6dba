package org.isolde.sql.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.isolde.run.Access;
import org.isolde.run.Database;
import org.isolde.run.Databases;
import org.isolde.run.Target;
import org.isolde.run.option.Options;
import org.isolde.sql.finding.Finding;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Short runs on databases that do what they should: nothing is found. */
class FuzzJobTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({
        "h2, read-committed, 20",
        "h2, snapshot, 20",
        "sqlite, serializable, 40",
        "postgres, read-committed, 10",
        "postgres, repeatable-read, 10",
        "postgres, serializable, 10"
    })
    void findsNothing(String name, String isolation, int cases) throws Exception {
        Target target = Target.parse(name, Map.of());
        Database kind = Databases.of(target);
        FuzzPlan plan = new FuzzPlan(
                kind,
                target,
                Access.plain(),
                Databases.isolation(kind, target, isolation),
                Options.none()
                        .with(FuzzOptions.SEED, 7L)
                        .with(FuzzOptions.TIME, null)
                        .with(FuzzOptions.CASES, (long) cases)
                        .with(FuzzOptions.REDUCTION, Duration.ofSeconds(10)));
        FuzzResult result = new FuzzJob(plan, new FuzzListener() {
                    @Override
                    public void found(Finding finding, Path written) {
                        throw new AssertionError(finding.mismatch() + " in " + written);
                    }
                })
                .run(folder);
        FuzzCounts counts = result.counts();
        assertEquals(cases, counts.cases());
        assertEquals(0, counts.findings() + counts.unconfirmed(), counts.line());
        // a test of nothing finds nothing
        assertTrue(counts.tested() * 4 > counts.statements(), counts.line());
        assertTrue(counts.refusedShare() < 0.05, () -> "refused: " + counts.refused());
    }
}
