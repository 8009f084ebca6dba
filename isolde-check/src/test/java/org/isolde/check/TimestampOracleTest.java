package org.isolde.check;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.junit.jupiter.api.Test;

/**
 * Checking by timestamps against brute force by the definitions, on random tiny histories. Run with
 * {@code -Disolde.seed=N} to repeat a run, {@code -Disolde.property.histories=N} for more.
 */
class TimestampOracleTest {
    private static final int HISTORIES = Integer.getInteger("isolde.property.histories", 20_000);
    private static final long SEED = Long.getLong("isolde.seed", System.nanoTime());
    private static final List<Level> LEVELS = List.of(Level.SI, Level.SER, Level.SSER);

    @Test
    void everyAxiomIsViolatedAloneAndManyHistoriesAreSatisfied() {
        Map<String, Integer> alone = new TreeMap<>();
        Map<String, Integer> verdicts = new TreeMap<>();
        int checks = 0;
        for (int i = 0; i < HISTORIES; i++) {
            SplittableRandom random = new SplittableRandom(SEED * 1_000_003 + i);
            TimestampDraft draft = TimestampHistories.any(random);
            History history = draft.toHistory(random);
            boolean sessionOrder = random.nextInt(8) != 0;
            for (Level level : LEVELS) {
                if (level == Level.SSER && !history.hasRealTime()) {
                    continue;
                }
                TimestampOracle oracle = new TimestampOracle(history, level, sessionOrder);
                checks++;
                verdicts.merge(oracle.verdict(), 1, Integer::sum);
                Set<String> broken = broken(oracle);
                if (broken.size() == 1) {
                    alone.merge(broken.iterator().next(), 1, Integer::sum);
                }
            }
        }
        System.out.println("timestamps: seed " + SEED + ", " + verdicts + ", one axiom alone " + alone);
        assertTrue(verdicts.get("satisfied") * 5 >= checks, verdicts + ", seed " + SEED);
        for (String axiom :
                List.of("SESSION", "INT", "EXT", "NOCONFLICT", "START_AFTER_COMMIT", "SAME_COMMIT", "REAL_TIME")) {
            assertTrue(
                    alone.getOrDefault(axiom, 0) * 200 >= HISTORIES,
                    axiom + " alone too rarely: " + alone + ", seed " + SEED);
        }
    }

    private static Set<String> broken(TimestampOracle oracle) {
        Set<String> broken = new TreeSet<>();
        oracle.findings().forEach(finding -> broken.add(finding.substring(0, finding.indexOf(' '))));
        return broken;
    }
}
