package org.isolde.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.oracle.Oracle;
import org.isolde.oracle.TinyEvidence;
import org.isolde.oracle.TinyGenerators;
import org.isolde.oracle.TinyHistory;
import org.junit.jupiter.api.Test;

/**
 * The strong levels against brute force over all version orders: on histories of mini-transactions every one is decided
 * (but for {@code pc} after a lost update), and on any history nothing is ever decided wrongly.
 */
class StrongLevelsOracleTest {
    private static final int HISTORIES = Integer.getInteger("isolde.property.histories", 20_000) / 2;
    private static final long SEED = Long.getLong("isolde.seed", System.nanoTime());

    @Test
    void miniTransactions() throws Exception {
        Map<String, Integer> decided = compare(true);
        System.out.println("mini-transactions: seed " + SEED + ", " + decided);
        for (Level level :
                EnumSet.of(Level.CS, Level.PSI, Level.SI, Level.STRONG_SI, Level.SER, Level.SSER, Level.RR)) {
            assertTrue(decided.get(level.text() + " violated") > HISTORIES / 100, decided.toString());
            assertTrue(decided.get(level.text() + " satisfied") > HISTORIES / 100, decided.toString());
            assertTrue(decided.getOrDefault(level.text() + " undecided", 0) < HISTORIES / 4, decided.toString());
        }
    }

    @Test
    void anyHistory() throws Exception {
        System.out.println("any history: seed " + SEED + ", " + compare(false));
    }

    private static Map<String, Integer> compare(boolean mini) throws Exception {
        Map<String, Integer> decided = new TreeMap<>();
        Set<Level> strong = EnumSet.range(Level.PC, Level.LIN);
        for (int i = 0; i < HISTORIES; i++) {
            SplittableRandom random = new SplittableRandom(SEED * 1_000_003 + i);
            TinyHistory tiny = TinyGenerators.any(random);
            if (mini) {
                tiny = TinyEvidence.readBeforeWrites(tiny, random);
            }
            boolean sessionOrder = random.nextInt(8) != 0;
            Map<String, Boolean> expected = Oracle.verdicts(tiny, new Oracle.Flags(sessionOrder, true));
            History history = TinyHistories.toHistory(tiny, random);
            String message =
                    "seed " + SEED + ", history " + i + (sessionOrder ? "" : ", no session order") + ": " + tiny;
            CheckOptions options = CheckOptions.of(strong)
                    .withSessionOrder(sessionOrder)
                    .withViolations(Violations.values()[random.nextInt(3)])
                    .withGuessOrder(random.nextBoolean());
            for (Map.Entry<Level, Verdict> found :
                    Isolde.check(history, options).verdicts().entrySet()) {
                Level level = found.getKey();
                Verdict verdict = found.getValue();
                decided.merge(level.text() + " " + verdict.text(), 1, Integer::sum);
                if (verdict instanceof Verdict.Inapplicable) {
                    // the oracle takes a read and a write for a compare-and-set, where the history has to say so
                    assertTrue(
                            level == Level.LIN || !expected.containsKey(level.text()), message + ": " + level.text());
                } else if (!(verdict instanceof Verdict.Undecided)) {
                    assertEquals(
                            expected.get(level.text()) ? "satisfied" : "violated",
                            verdict.text(),
                            message + ": " + level.text());
                }
                if (verdict instanceof Verdict.Violated violated) {
                    assertTrue(!violated.anomalies().isEmpty(), message);
                    for (Anomaly anomaly : violated.anomalies()) {
                        List<Edge> cycle = anomaly.cycle();
                        for (int e = 0; e < cycle.size(); e++) {
                            assertEquals(
                                    cycle.get(e).to(),
                                    cycle.get((e + 1) % cycle.size()).from(),
                                    message);
                        }
                    }
                }
            }
        }
        return decided;
    }
}
