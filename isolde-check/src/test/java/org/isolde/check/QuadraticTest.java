package org.isolde.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.isolde.history.History;
import org.isolde.history.HistoryText;
import org.isolde.history.Level;
import org.isolde.proof.ProofChecker;
import org.isolde.proof.ProofResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Much of one thing: what is quadratic in it takes minutes, and what is linear a second or two. */
@Timeout(20)
class QuadraticTest {
    private static final int MANY = 20_000;
    private static final Set<Level> BUT_LIN = EnumSet.complementOf(EnumSet.of(Level.LIN));

    private static CheckResult checkAll(String text, Set<Level> levels) throws Exception {
        History history = HistoryText.parse(text);
        CheckResult result = Isolde.check(history, CheckOptions.of(levels).withViolations(ViolationLimit.ALL));
        ProofChecker proofs = new ProofChecker(history);
        for (Level level : levels) {
            if (result.proof(level) != null) {
                assertEquals(new ProofResult.Accepted(), proofs.check(result.proof(level)), level.text());
            }
        }
        return result;
    }

    private static String many(String separator, IntFunction<String> part) {
        return IntStream.range(0, MANY).mapToObj(part).collect(Collectors.joining(separator));
    }

    @Test
    void badReads() throws Exception {
        CheckResult result = checkAll(many(" ", i -> "{r(x," + (i + 1) + ")}"), BUT_LIN);
        assertEquals(MANY, result.anomalies().size());
        assertEquals(
                MANY,
                assertInstanceOf(Verdict.Violated.class, result.verdicts().get(Level.SER))
                        .anomalies()
                        .size());
    }

    @Test
    void smallCycles() throws Exception {
        CheckResult result = checkAll(
                many(" | ", i -> "{r(x%d,0) r(y%d,0) w(x%d,1)} | {r(x%d,0) r(y%d,0) w(y%d,1)}".replace("%d", "" + i)),
                BUT_LIN);
        assertEquals(MANY, result.anomalies().size());
        assertEquals("satisfied", result.verdicts().get(Level.SI).text());
    }

    /** Cycles that break weak levels. */
    @Test
    void smallCyclesOfWeakLevels() throws Exception {
        CheckResult result =
                checkAll(many(" | ", i -> "{w(x%d,1) w(y%d,1)} | {r(x%d,1) r(y%d,0)}".replace("%d", "" + i)), BUT_LIN);
        assertEquals("violated", result.verdicts().get(Level.RC).text());
        assertEquals("violated", result.verdicts().get(Level.SER).text());
        assertTrue(result.anomalies().size() >= MANY, result.anomalies().size() + " anomalies");
    }

    @Test
    void lostUpdates() throws Exception {
        CheckResult result =
                checkAll(many(" | ", i -> "{r(x%d,0) w(x%d,1)} | {r(x%d,0) w(x%d,2)}".replace("%d", "" + i)), BUT_LIN);
        assertEquals("violated", result.verdicts().get(Level.CS).text());
        assertEquals(MANY, result.anomalies().size());
    }

    @Test
    void listReadsOfOneKeyInOneTransaction() throws Exception {
        CheckResult result = checkAll("{a(x,5)} | {a(x,1) " + many(" ", i -> "l(x,[5,1])") + "}", BUT_LIN);
        assertEquals("satisfied", result.verdicts().get(Level.SER).text());
    }

    @Test
    void listReadsOfManyKeysInOneTransaction() throws Exception {
        CheckResult result = checkAll("{" + many(" ", i -> "a(x%d,1) l(x%d,[1])".replace("%d", "" + i)) + "}", BUT_LIN);
        assertEquals("satisfied", result.verdicts().get(Level.SER).text());
        result = checkAll("{" + many(" ", i -> "a(x%d,1) l(x%d,[])".replace("%d", "" + i)) + "}", BUT_LIN);
        assertEquals(MANY, result.anomalies().size());
    }

    @Test
    void circularKeys() throws Exception {
        CheckResult result = checkAll(
                many(" | ", i -> "@1-2{c(x%d,1,2)} | @1-2{c(x%d,2,1)}".replace("%d", "" + i)), EnumSet.of(Level.LIN));
        assertEquals("violated", result.verdicts().get(Level.LIN).text());
        assertEquals(MANY, result.anomalies().size());
    }
}
