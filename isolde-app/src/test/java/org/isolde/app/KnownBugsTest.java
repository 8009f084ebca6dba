package org.isolde.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.isolde.check.Anomaly;
import org.isolde.check.AnomalyKind;
import org.isolde.history.Level;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two real bugs, each found by the defaults, and not where it has been mended. */
@Timeout(180)
class KnownBugsTest {
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
    @Tag("alone")
    void h2LosesUpdatesAtSerializable() throws Exception {
        TestResult result = Trial.of("h2:2.5.252", folder)
                .isolation("serializable")
                .level(Level.SI)
                .rounds(Duration.ofSeconds(2), Duration.ofSeconds(10))
                .untilViolation()
                .run();
        Round round = violated(result);
        assertTrue(kinds(round).contains(AnomalyKind.LOST_UPDATE), kinds(round).toString());
    }

    @Test
    void h2LosesNoUpdatesWithoutItsCacheOfResults() throws Exception {
        Trial.of("h2:2.5.252", folder)
                .option("OPTIMIZE_REUSE_RESULTS", "0")
                .isolation("serializable")
                .level(Level.SI)
                .rounds(Duration.ofSeconds(2), Duration.ofSeconds(6))
                .satisfies();
    }

    /** Mended in 12.4. */
    @Test
    @Tag("alone")
    void postgres123HasWriteSkewAtSerializable() throws Exception {
        TestResult result = Trial.of("postgres:12.3", folder)
                .isolation("serializable")
                .rounds(Duration.ofSeconds(4), Duration.ofSeconds(20))
                .untilViolation()
                .run();
        Round round = violated(result);
        List<String> aliases =
                round.check().anomalies().stream().map(Anomaly::alias).toList();
        assertTrue(aliases.stream().anyMatch(alias -> alias.startsWith("G2-item")), aliases.toString());
        assertEquals("satisfied", round.check().verdicts().get(Level.SI).text(), "only writes are protected");
    }

    /** The same bug through the certificate: who asked by a condition missed a row, and a cycle of items alone needs none. */
    @Test
    @Tag("alone")
    void postgres123HasPredicateWriteSkewAtSerializable() throws Exception {
        TestResult result = Trial.of("postgres:12.3", folder)
                .isolation("serializable")
                .workload("predicate")
                .rounds(Duration.ofSeconds(4), Duration.ofSeconds(60))
                .untilViolation()
                .run();
        Round round = violated(result);
        assertTrue(round.run().certificate().holds(), round.run().certificate()::refusal);
        List<String> aliases =
                round.check().anomalies().stream().map(Anomaly::alias).toList();
        assertTrue(
                aliases.stream().anyMatch(alias -> alias.equals("G2") || alias.equals("G2-item")), aliases.toString());
        assertTrue(
                kinds(round).contains(AnomalyKind.PREDICATE_WRITE_SKEW),
                kinds(round).toString());
        assertEquals("satisfied", round.check().verdicts().get(Level.SI).text(), "only writes are protected");
    }

    @Test
    void postgres1222HasNot() throws Exception {
        Trial.of("postgres:12.22", folder)
                .isolation("serializable")
                .rounds(Duration.ofSeconds(4), Duration.ofSeconds(8))
                .satisfies();
    }
}
