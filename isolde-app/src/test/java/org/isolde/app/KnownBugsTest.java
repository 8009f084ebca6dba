package org.isolde.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.isolde.check.Anomaly;
import org.isolde.check.AnomalyKind;
import org.isolde.history.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Two real bugs, each found by the defaults, sooner or later: nothing else of this module runs meanwhile.
 *
 * @see MendedBugsTest
 */
@Isolated
@Timeout(300)
class KnownBugsTest {
    /** As long as a busy machine may take; the first violation ends a test. */
    private static final Duration PATIENCE = Duration.ofSeconds(200);

    /** With an edge of a session or without. */
    private static final Set<String> PREDICATE_CYCLES = Set.of("G2", "G2-session");

    @TempDir
    private Path folder;

    private static Round violated(TestResult result) {
        assertNull(result.problem());
        assertTrue(result.isViolated(), "not found in " + result.rounds().size() + " rounds");
        Round round =
                result.rounds().stream().filter(Round::isViolated).findFirst().orElseThrow();
        assertTrue(
                round.proofs().judged().values().stream().allMatch("accepted"::equals),
                round.proofs().judged().toString());
        return round;
    }

    private static List<AnomalyKind> kinds(Round round) {
        return round.check().anomalies().stream().map(Anomaly::kind).toList();
    }

    /** Its documented write skew would be no violation of snapshot isolation; this one is. */
    @Test
    void h2LosesUpdatesAtSerializable() throws Exception {
        TestResult result = Trial.of("h2:2.5.252", folder)
                .isolation("serializable")
                .level(Level.SI)
                .rounds(Duration.ofSeconds(2), PATIENCE)
                .untilViolation()
                .run();
        Round round = violated(result);
        assertTrue(kinds(round).contains(AnomalyKind.LOST_UPDATE), kinds(round).toString());
    }

    /** Mended in 12.4. */
    @Test
    void postgres123HasWriteSkewAtSerializable() throws Exception {
        TestResult result = Trial.of("postgres:12.3", folder)
                .isolation("serializable")
                .rounds(Duration.ofSeconds(1), PATIENCE)
                .untilViolation()
                .run();
        Round round = violated(result);
        List<String> aliases =
                round.check().anomalies().stream().map(Anomaly::alias).toList();
        assertTrue(aliases.stream().anyMatch(alias -> alias.startsWith("G2-item")), aliases.toString());
        assertEquals("satisfied", round.check().verdicts().get(Level.SI).text(), "only writes are protected");
    }

    /**
     * The same bug through the certificate: who asked by a condition missed a row, and a cycle of items alone needs none. The
     * default number of keys shows it too, in ten times as long.
     */
    @Test
    void postgres123HasPredicateWriteSkewAtSerializable() throws Exception {
        TestResult result = Trial.of("postgres:12.3", folder)
                .isolation("serializable")
                .workload("predicate")
                .keys(8)
                .rounds(Duration.ofSeconds(1), PATIENCE)
                .untilViolation()
                .run();
        Round round = violated(result);
        assertTrue(round.run().certificate().holds(), round.run().certificate()::refusal);
        List<String> aliases =
                round.check().anomalies().stream().map(Anomaly::alias).toList();
        assertTrue(aliases.stream().anyMatch(PREDICATE_CYCLES::contains), aliases.toString());
        assertTrue(
                kinds(round).contains(AnomalyKind.PREDICATE_WRITE_SKEW),
                kinds(round).toString());
        assertEquals("satisfied", round.check().verdicts().get(Level.SI).text(), "only writes are protected");
    }
}
