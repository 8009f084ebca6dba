package org.isolde.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.SplittableRandom;
import org.isolde.generate.Generator;
import org.isolde.generate.GeneratorOptions;
import org.isolde.generate.HistoryShape;
import org.isolde.generate.InjectedAnomaly;
import org.isolde.generate.KeyDistribution;
import org.isolde.generate.SimulatedStore;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.junit.jupiter.api.Test;

/**
 * Middle-sized histories of simulated stores: every way to decide a level agrees with every other, the lattice holds, the
 * store keeps what it promises, and commit orders and cycles stand up to the definitions.
 */
class GeneratedHistoriesTest {
    private static final long SEED = Long.getLong("isolde.seed", System.nanoTime());
    private static final EnumSet<Level> WEAK = EnumSet.range(Level.RU, Level.CC);

    @Test
    void allWaysAgree() throws Exception {
        System.out.println("generated histories: seed " + SEED);
        for (int i = 0; i < 200; i++) {
            SplittableRandom random = new SplittableRandom(SEED * 31 + i);
            GeneratorOptions options = options(random);
            History history = Generator.generate(options);
            String message = "-Disolde.seed=" + SEED + ", history " + i + ": " + options;
            Map<Level, Verdict> found =
                    Isolde.check(history, CheckOptions.of(WEAK)).verdicts();
            Map<Level, String> verdicts = texts(found);
            assertLattice(verdicts, message);
            Level kept = options.store().level();
            if (kept != null && options.inject().isEmpty()) {
                for (Level level : WEAK) {
                    assertTrue(!kept.implies(level) || verdicts.get(level).equals("satisfied"), message + ": " + level);
                }
            }
            for (long budget : new long[] {0, 40L * history.transactions(), Long.MAX_VALUE}) {
                assertEquals(verdicts, byVectors(history, budget, random), message + ", budget " + budget);
            }
            for (Level level : WEAK) {
                assertEquals(verdicts.get(level), Isolde.check(history, level).text(), message + ": alone, " + level);
            }
            if (history.transactions() <= 64) {
                evidence(history, found, message);
            }
        }
    }

    private static GeneratorOptions options(SplittableRandom random) {
        SimulatedStore store = SimulatedStore.values()[random.nextInt(SimulatedStore.values().length)];
        boolean lists = store != SimulatedStore.CAUSAL && random.nextInt(5) == 0;
        int sessions = random.nextInt(6) == 0 ? 300 : 1 + random.nextInt(12);
        int transactions = random.nextInt(4) == 0 ? 1500 : 10 + random.nextInt(50);
        InjectedAnomaly[] anomalies = random.nextInt(3) == 0
                ? new InjectedAnomaly[] {InjectedAnomaly.values()[random.nextInt(InjectedAnomaly.values().length)]}
                : new InjectedAnomaly[0];
        return GeneratorOptions.builder()
                .store(store)
                .shape(lists ? HistoryShape.LIST_APPEND : HistoryShape.REGISTERS)
                .sessions(sessions)
                .transactions(transactions)
                .operations(1, 2 + random.nextInt(random.nextInt(8) == 0 ? 80 : 8))
                .keys(1 + random.nextInt(30))
                .readRatio(0.2 + 0.6 * random.nextDouble())
                .rmw(random.nextInt(3) / 2.0)
                .distribution(KeyDistribution.values()[random.nextInt(KeyDistribution.values().length)])
                .abortRate(random.nextInt(3) == 0 ? 0.1 : 0)
                .unknownRate(random.nextInt(3) == 0 ? 0.1 : 0)
                .replicationLag(random.nextInt(30))
                .seed(random.nextLong())
                .inject(anomalies)
                .build();
    }

    private static Map<Level, String> byVectors(History history, long budget, SplittableRandom random)
            throws Exception {
        CheckOptions options = CheckOptions.of(WEAK)
                .withAlgorithm(random.nextBoolean() ? Algorithm.AUTO : Algorithm.SATURATION)
                .withViolations(ViolationLimit.values()[random.nextInt(3)]);
        return texts(TestFacts.weakLevels(TestFacts.of(history, true, true), WEAK, options.violations(), budget));
    }

    private static Map<Level, String> texts(Map<Level, Verdict> verdicts) {
        Map<Level, String> texts = new EnumMap<>(Level.class);
        verdicts.forEach((level, verdict) -> texts.put(level, verdict.text()));
        return texts;
    }

    private static void assertLattice(Map<Level, String> verdicts, String message) {
        for (Level stronger : WEAK) {
            for (Level weaker : WEAK) {
                if (stronger.implies(weaker) && verdicts.get(stronger).equals("satisfied")) {
                    assertEquals("satisfied", verdicts.get(weaker), message + ": " + stronger + " but not " + weaker);
                }
            }
        }
    }

    private static void evidence(History history, Map<Level, Verdict> found, String message) {
        found.forEach((level, verdict) -> {
            if (verdict instanceof Verdict.Satisfied satisfied) {
                if (level != Level.RU) {
                    EvidenceOfAnomaly.checkOrder(history, true, true, level, satisfied.commitOrder(), message);
                }
            } else {
                for (Anomaly anomaly :
                        assertInstanceOf(Verdict.Violated.class, verdict).anomalies()) {
                    EvidenceOfAnomaly.check(history, true, true, anomaly, message);
                }
            }
        });
    }
}
