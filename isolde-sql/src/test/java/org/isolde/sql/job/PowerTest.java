package org.isolde.sql.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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
        FuzzPlan plan = plan(fault, 1, Duration.ofSeconds(5));
        Finding finding = find(plan);
        assertFalse(new FuzzReplay(plan).run(finding.testCase(), 4).mismatches().isEmpty(), "it is not seen again");
    }

    /** Those that are seen by one statement of a case alone, or on some connections alone. */
    @ParameterizedTest
    @EnumSource(names = {"DOUBLED_UPDATE", "STALE_READ"})
    void whatHappensNowAndThenIsFoundToo(Fault fault) throws Exception {
        find(plan(fault, 0.2, Duration.ofSeconds(20)));
    }

    private static FuzzPlan plan(Fault fault, double probability, Duration reduction) throws Exception {
        BrokenDatabase kind = new BrokenDatabase();
        Target target =
                Target.parse("broken:h2", Map.of("fault", fault.text(), "probability", Double.toString(probability)));
        return new FuzzPlan(
                kind,
                target,
                Access.plain(),
                Databases.isolation(kind, target, "snapshot"),
                Options.none()
                        .with(FuzzOptions.TIME, LIMIT)
                        .with(FuzzOptions.UNTIL, 1)
                        .with(FuzzOptions.REDUCTION, reduction));
    }

    private Finding find(FuzzPlan plan) throws Exception {
        List<Finding> found = new ArrayList<>();
        FuzzResult result = new FuzzJob(plan, (finding, written) -> found.add(finding)).run(folder);
        assertEquals(1, found.size(), () -> result.counts().line());
        Finding finding = found.get(0);
        assertTrue(finding.transactions() <= 3, () -> finding.transactions() + " transactions");
        assertTrue(finding.statements() <= 6, () -> finding.statements() + " statements");
        assertEquals(
                finding.testCase(), FindingFolder.read(FindingFolder.of(folder).get(0)));
        return finding;
    }
}
