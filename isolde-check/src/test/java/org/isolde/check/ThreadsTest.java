package org.isolde.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.isolde.generate.Generator;
import org.isolde.generate.GeneratorOptions;
import org.isolde.generate.HistoryShape;
import org.isolde.generate.InjectedAnomaly;
import org.isolde.generate.SimulatedStore;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.proof.Proof;
import org.isolde.proof.Refutation;
import org.isolde.proof.Witness;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is found depends on the history alone, not on how many threads look for it. */
class ThreadsTest {
    private static final String THREADS = "isolde.threads";
    private static final long SEED = Long.getLong("isolde.seed", System.nanoTime());
    /** Fewer operations are not divided among threads. */
    private static final int ENOUGH = 1 << 14;

    private final String before = System.getProperty(THREADS);

    @AfterEach
    void asBefore() {
        if (before == null) {
            System.clearProperty(THREADS);
        } else {
            System.setProperty(THREADS, before);
        }
    }

    /** All that there is to say of one level. */
    private record Said(
            String verdict, String algorithm, List<Anomaly> anomalies, List<Integer> witness, Refutation refutation) {}

    @Test
    void verdictsAnomaliesAndProofsAreTheSame() throws Exception {
        int violated = 0;
        for (int i = 0; i < 12; i++) {
            GeneratorOptions options = options(i, new SplittableRandom(SEED * 31 + i));
            History history = Generator.generate(options);
            assertTrue(history.operations() > ENOUGH, history.operations() + " operations: " + options);
            for (Algorithm algorithm : List.of(Algorithm.AUTO, Algorithm.SATURATION)) {
                CheckOptions check = CheckOptions.of(EnumSet.range(Level.RU, Level.CC))
                        .withAlgorithm(algorithm)
                        .withViolations(ViolationLimit.values()[i % 3]);
                if (algorithm == Algorithm.AUTO && options.rmw() == 1) {
                    check = check.withLevels(EnumSet.complementOf(EnumSet.of(Level.LIN)));
                }
                Map<Level, Said> one = said(history, check, 1);
                violated += one.values().stream().anyMatch(said -> said.verdict.equals("violated")) ? 1 : 0;
                for (int threads : new int[] {2, 4}) {
                    String message = "seed " + SEED + ", history " + i + ", " + threads + " threads: " + options;
                    Map<Level, Said> several = said(history, check, threads);
                    one.forEach((level, expected) -> assertEquals(expected, several.get(level), message + level));
                }
            }
        }
        assertTrue(violated >= 6, violated + " violated");
    }

    private static Map<Level, Said> said(History history, CheckOptions options, int threads) throws Exception {
        System.setProperty(THREADS, String.valueOf(threads));
        CheckResult result = Isolde.check(history, options.withLimits(Duration.ofMinutes(5), 0));
        // without room for vectors: by blocks of writers
        Map<Level, Verdict> byBlocks =
                TestFacts.weakLevels(TestFacts.of(history, true, true), EnumSet.of(Level.CC), options.violations(), 0);
        assertEquals(
                result.verdicts().get(Level.CC).text(), byBlocks.get(Level.CC).text());
        Map<Level, Said> said = new EnumMap<>(Level.class);
        result.verdicts().forEach((level, verdict) -> {
            Proof proof = result.proof(level);
            List<Integer> order = new ArrayList<>();
            if (proof != null && proof.body() instanceof Witness witness) {
                for (int t : witness.order()) {
                    order.add(t);
                }
            }
            said.put(
                    level,
                    new Said(
                            verdict.text(),
                            verdict.algorithm(),
                            verdict instanceof Verdict.Violated violated ? violated.anomalies() : List.of(),
                            order,
                            proof != null && proof.body() instanceof Refutation refutation ? refutation : null));
        });
        return said;
    }

    private static GeneratorOptions options(int i, SplittableRandom random) {
        SimulatedStore[] stores = {
            SimulatedStore.CAUSAL, SimulatedStore.SI, SimulatedStore.SERIAL, SimulatedStore.READ_COMMITTED
        };
        SimulatedStore store = stores[i % stores.length];
        Set<InjectedAnomaly> broken = EnumSet.of(
                InjectedAnomaly.values()[random.nextInt(InjectedAnomaly.values().length)],
                InjectedAnomaly.values()[random.nextInt(InjectedAnomaly.values().length)]);
        return GeneratorOptions.builder()
                .store(store)
                .shape(store == SimulatedStore.SERIAL && i % 8 == 2 ? HistoryShape.LIST_APPEND : HistoryShape.REGISTERS)
                .sessions(1 + random.nextInt(40))
                .transactions(5_000)
                .operations(4, 8)
                .keys(200 + random.nextInt(1000))
                .rmw(i % 2)
                .replicationLag(random.nextInt(30))
                .seed(random.nextLong())
                .inject(List.copyOf(broken))
                .build();
    }
}
