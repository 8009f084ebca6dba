package org.isolde.app.monitor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import org.isolde.check.TimestampAxiom;
import org.isolde.history.Level;
import org.isolde.online.MonitorStatus;
import org.isolde.online.aion.AionCounts;
import org.junit.jupiter.api.Test;

/** When a monitor that says something else than the check is wrong, and when it only did not wait long enough. */
class AgreementTest {
    private static final long SECOND = 1_000_000_000L;

    private static Map<TimestampAxiom, Long> found(long ext) {
        Map<TimestampAxiom, Long> counts = new EnumMap<>(TimestampAxiom.class);
        counts.put(TimestampAxiom.EXT, ext);
        return counts;
    }

    /** A monitor that waits two seconds. */
    private static Monitored monitor(long transactions, long ext) {
        AionCounts counts = new AionCounts(transactions, 0, transactions, 0, 0, 0, 0, found(ext), 0, 0, 0, 0);
        MonitorStatus.Latency latency = new MonitorStatus.Latency(0, 0, 0, 0, 0, 0);
        MonitorStatus status = new MonitorStatus(counts, transactions, 0, 0, 0, 0, 0, 0, 0, 0, latency, null);
        return new Monitored(new MonitorPlan(Level.SI, Duration.ofSeconds(2)), status, 0, null, null);
    }

    @Test
    void theSameIsTheSame() {
        Agreement agreement = Agreement.of(monitor(10, 3), found(3), 10, 9 * SECOND);
        assertEquals(Agreement.Kind.SAME, agreement.kind());
        assertNull(agreement.sentence());
    }

    @Test
    void aDifferenceInTimeIsAnInternalError() {
        Agreement agreement = Agreement.of(monitor(10, 3), found(2), 10, SECOND);
        assertEquals(Agreement.Kind.DIFFERENT, agreement.kind());
        assertEquals(
                "internal error, which is a bug in Isolde: the monitor and the check of the whole history differ at si:"
                        + " EXT 3 and 2",
                agreement.sentence());
    }

    @Test
    void whatCameTooLateIsNone() {
        Agreement agreement = Agreement.of(monitor(10, 3), found(0), 10, 3 * SECOND);
        assertEquals(Agreement.Kind.LATE, agreement.kind());
        assertTrue(agreement.sentence().contains("up to 3.0 s late, and it waits 2.0 s"), agreement.sentence());
        assertTrue(agreement.sentence().endsWith("A longer --settle waits longer"), agreement.sentence());
        Monitored refuted = new Monitored(monitor(10, 3).plan(), monitor(10, 3).status(), 0, null, agreement);
        assertFalse(refuted.isViolated(), "the check has the last word");
        assertTrue(monitor(10, 3).isViolated());
    }

    /** However late it was, it was in the file before the end. */
    @Test
    void aTransactionThatIsMissingIsAlwaysAnError() {
        assertEquals(
                Agreement.Kind.DIFFERENT,
                Agreement.of(monitor(9, 0), found(0), 10, Lateness.NOT_KNOWN).kind());
    }
}
