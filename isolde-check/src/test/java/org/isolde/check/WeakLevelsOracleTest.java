package org.isolde.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Function;
import org.isolde.check.facts.Facts;
import org.isolde.history.Evidence;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.oracle.Oracle;
import org.isolde.oracle.TinyGenerators;
import org.isolde.oracle.TinyHistories;
import org.isolde.oracle.TinyHistory;
import org.isolde.oracle.TinyShrinker;
import org.junit.jupiter.api.Test;

/**
 * The levels up to causal consistency against brute force over all commit orders, on random tiny histories. Run with
 * {@code -Disolde.seed=N} to repeat a run, {@code -Disolde.property.histories=N} for more.
 */
class WeakLevelsOracleTest {
    private static final int HISTORIES = Integer.getInteger("isolde.property.histories", 20_000);
    private static final long SEED = Long.getLong("isolde.seed", System.nanoTime());
    private static final EnumSet<Level> WEAK = EnumSet.range(Level.RU, Level.CC);
    private static final List<String> NAMES = WEAK.stream().map(Level::text).toList();

    @Test
    void registers() {
        Map<String, Integer> separated = new TreeMap<>();
        int violating = compare("registers", HISTORIES, TinyGenerators::any, separated);
        System.out.println(
                "registers: seed " + SEED + ", " + violating + " of " + HISTORIES + " violating, " + separated);
        assertTrue(violating > HISTORIES / 3 && violating < HISTORIES * 2 / 3, violating + " of " + HISTORIES);
        for (Level stronger : WEAK) {
            for (Level weaker : stronger.implied()) {
                // without version orders nothing breaks ru
                int times = separated.getOrDefault(weaker.text() + "/" + stronger.text(), 0);
                assertTrue(
                        times >= HISTORIES / 200,
                        weaker.text() + " and " + stronger.text() + " separated only " + times + " times; seed "
                                + SEED);
            }
        }
    }

    @Test
    void versionOrders() {
        Map<String, Integer> separated = new TreeMap<>();
        List<TinyGenerators.Flavour> flavours = TinyGenerators.versionFlavours();
        compare("versions", HISTORIES / 2, r -> pick(flavours, r), separated);
        System.out.println("version orders: seed " + SEED + ", " + separated);
    }

    @Test
    void lists() {
        Map<String, Integer> separated = new TreeMap<>();
        List<TinyGenerators.Flavour> flavours = TinyGenerators.listFlavours();
        compare("lists", HISTORIES / 2, r -> pick(flavours, r), separated);
        System.out.println("lists: seed " + SEED + ", " + separated);
    }

    private static TinyHistory pick(List<TinyGenerators.Flavour> flavours, SplittableRandom random) {
        return flavours.get(random.nextInt(flavours.size())).generate(random);
    }

    private static int compare(
            String what,
            int histories,
            Function<SplittableRandom, TinyHistory> generator,
            Map<String, Integer> separated) {
        int violating = 0;
        for (int i = 0; i < histories; i++) {
            SplittableRandom random = new SplittableRandom(SEED * 1_000_003 + i);
            boolean sessionOrder = random.nextInt(8) != 0;
            boolean versions = random.nextInt(8) != 0;
            TinyHistory tiny;
            Map<String, Boolean> expected;
            int tries = 0;
            do {
                tiny = generator.apply(random);
                expected = Oracle.verdicts(tiny, new Oracle.Flags(sessionOrder, versions), NAMES);
                // every third history is to violate something, if one is found soon
            } while (i % 3 == 1 && expected.get("cc") && ++tries < 20);
            String message = what + ", seed " + SEED + ", history " + i + (sessionOrder ? "" : ", no session order")
                    + (versions ? "" : ", no versions");
            long seed = random.nextLong();
            TinyShrinker.check(tiny, message, h -> hold(h, sessionOrder, versions, seed));
            violating += expected.containsValue(false) ? 1 : 0;
            count(expected, separated);
        }
        return violating;
    }

    private static void hold(TinyHistory tiny, boolean sessionOrder, boolean versions, long seed) throws Exception {
        Map<String, Boolean> expected = Oracle.verdicts(tiny, new Oracle.Flags(sessionOrder, versions), NAMES);
        SplittableRandom random = new SplittableRandom(seed);
        History history = TinyHistories.toHistory(tiny, random);
        CheckOptions options = CheckOptions.of(WEAK)
                .withSessionOrder(sessionOrder)
                .withEvidence(versions ? EnumSet.allOf(Evidence.class) : EnumSet.noneOf(Evidence.class))
                .withViolations(ViolationLimit.values()[random.nextInt(3)])
                .withAlgorithm(random.nextBoolean() ? Algorithm.AUTO : Algorithm.SATURATION);
        Map<Level, Verdict> found = Isolde.check(history, options).verdicts();
        verify(history, sessionOrder, versions, expected, found, "all");
        // one level alone, and without room for vectors: by blocks of writers, or over greedy chains
        Facts facts = TestFacts.of(history, sessionOrder, versions);
        long budget = random.nextInt(3) * 4L * history.transactions();
        Level alone =
                WEAK.stream().skip(random.nextInt(WEAK.size())).findFirst().orElseThrow();
        Map<Level, Verdict> others =
                TestFacts.weakLevels(facts, EnumSet.of(Level.CC, alone), options.violations(), budget);
        verify(history, sessionOrder, versions, expected, others, "alone");
    }

    private static void verify(
            History history,
            boolean sessionOrder,
            boolean versions,
            Map<String, Boolean> expected,
            Map<Level, Verdict> found,
            String message) {
        Map<Level, String> wanted = new EnumMap<>(Level.class);
        Map<Level, String> got = new EnumMap<>(Level.class);
        found.forEach((level, verdict) -> {
            wanted.put(level, expected.get(level.text()) ? "satisfied" : "violated");
            got.put(level, verdict.text());
        });
        assertEquals(wanted, got, message);
        found.forEach((level, verdict) -> {
            if (verdict instanceof Verdict.Violated violated) {
                assertTrue(!violated.anomalies().isEmpty(), () -> message + ": no anomaly for " + level.text());
                for (Anomaly anomaly : violated.anomalies()) {
                    EvidenceOfAnomaly.check(history, sessionOrder, versions, anomaly, message);
                }
            } else if (verdict instanceof Verdict.Satisfied satisfied && level != Level.RU) {
                EvidenceOfAnomaly.checkOrder(history, sessionOrder, versions, level, satisfied.commitOrder(), message);
            }
        });
    }

    private static void count(Map<String, Boolean> expected, Map<String, Integer> separated) {
        for (Level stronger : WEAK) {
            for (Level weaker : stronger.implied()) {
                if (expected.get(weaker.text()) && !expected.get(stronger.text())) {
                    separated.merge(weaker.text() + "/" + stronger.text(), 1, Integer::sum);
                }
            }
        }
    }
}
