package org.isolde.check;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.isolde.generate.Generator;
import org.isolde.generate.GeneratorOptions;
import org.isolde.generate.HistoryShape;
import org.isolde.generate.SimulatedStore;
import org.isolde.history.BadHistoryException;
import org.isolde.history.History;
import org.isolde.history.HistoryBuilder;
import org.isolde.history.Level;
import org.isolde.history.OpKind;
import org.isolde.history.Segment;
import org.isolde.oracle.Oracle;
import org.isolde.oracle.TinyGenerators;
import org.isolde.oracle.TinyHistories;
import org.isolde.oracle.TinyHistory;
import org.isolde.oracle.TinyShrinker;
import org.isolde.proof.Proof;
import org.isolde.proof.ProofChecker;
import org.isolde.proof.ProofResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whatever time runs out, levels are undecided, nothing is thrown, and what is decided is decided rightly. */
class BudgetTest {
    private static final long SEED = Long.getLong("isolde.seed", System.nanoTime());

    @Test
    void afterAnyTimeoutThereAreProofsOfWhatWasDecided() throws Exception {
        Map<String, Integer> counts = new TreeMap<>();
        for (int i = 0; i < 24; i++) {
            GeneratorOptions options = options(new SplittableRandom(SEED * 31 + i));
            History history = Generator.generate(options);
            ProofChecker proofs = new ProofChecker(history);
            Map<Level, Verdict> unhurried = Isolde.check(
                            history, CheckOptions.of(EnumSet.allOf(Level.class)).withLimits(Duration.ofSeconds(5), 0))
                    .verdicts();
            for (Algorithm algorithm : Algorithm.values()) {
                for (int millis : new int[] {0, 1, 2, 4, 8}) {
                    CheckOptions hurried = CheckOptions.of(EnumSet.allOf(Level.class))
                            .withAlgorithm(algorithm)
                            .withViolations(ViolationLimit.values()[(i + millis) % 3])
                            .withLimits(Duration.ofMillis(millis), 0);
                    String message = "seed " + SEED + ", history " + i + ", " + algorithm + ", " + millis + " ms, "
                            + hurried.violations() + ": " + options;
                    CheckResult result = assertDoesNotThrow(() -> Isolde.check(history, hurried), message);
                    result.verdicts().forEach((level, verdict) -> {
                        counts.merge(millis + " ms " + verdict.text(), 1, Integer::sum);
                        Proof proof = assertDoesNotThrow(() -> result.proof(level), message);
                        boolean open = verdict instanceof Verdict.Undecided
                                || unhurried.get(level) instanceof Verdict.Undecided;
                        if (!open) {
                            assertEquals(unhurried.get(level).text(), verdict.text(), message + ": " + level);
                        }
                        if (proof != null) {
                            assertEquals(new ProofResult.Accepted(), proofs.check(proof), message + ": " + level);
                        }
                    });
                }
            }
        }
        System.out.println("seed " + SEED + ": " + counts);
        assertTrue(counts.get("0 ms undecided") > 0, counts.toString());
    }

    /** Tiny histories of every kind, with no time at all: what is decided nevertheless is what brute force says. */
    @Test
    void withoutAnyTimeVerdictsAreRightOrOpen() {
        Map<String, Integer> counts = new TreeMap<>();
        List<TinyGenerators.Flavour> flavours = new ArrayList<>(TinyGenerators.flavours());
        flavours.addAll(TinyGenerators.miniFlavours());
        flavours.addAll(TinyGenerators.listFlavours());
        flavours.addAll(TinyGenerators.versionFlavours());
        for (int i = 0; i < 4_000; i++) {
            SplittableRandom random = new SplittableRandom(SEED * 1_000_003 + i);
            TinyHistory tiny = flavours.get(i % flavours.size()).generate(random);
            Algorithm algorithm = Algorithm.values()[random.nextInt(Algorithm.values().length)];
            ViolationLimit limit = ViolationLimit.values()[random.nextInt(3)];
            CheckOptions options = CheckOptions.of(EnumSet.allOf(Level.class))
                    .withAlgorithm(algorithm)
                    .withViolations(limit)
                    .withLimits(Duration.ZERO, 0);
            TinyShrinker.check(tiny, "seed " + SEED + ", history " + i + ", " + algorithm + ", " + limit, h -> {
                Map<String, Boolean> expected = Oracle.verdicts(h, Oracle.Flags.DEFAULT);
                CheckResult result = Isolde.check(TinyHistories.toHistory(h, new SplittableRandom(1)), options);
                ProofChecker proofs = new ProofChecker(result.history());
                result.verdicts().forEach((level, verdict) -> {
                    counts.merge(verdict.text(), 1, Integer::sum);
                    if (verdict instanceof Verdict.Satisfied || verdict instanceof Verdict.Violated) {
                        assertEquals(expected.get(level.text()), verdict instanceof Verdict.Satisfied, level.text());
                    }
                    Proof proof = result.proof(level);
                    if (proof != null) {
                        assertEquals(new ProofResult.Accepted(), proofs.check(proof), level.text());
                    }
                });
            });
        }
        System.out.println("seed " + SEED + ": " + counts);
        assertTrue(counts.get("undecided") > 0, counts.toString());
    }

    private static GeneratorOptions options(SplittableRandom random) {
        SimulatedStore store = SimulatedStore.values()[random.nextInt(SimulatedStore.values().length)];
        boolean lists = store != SimulatedStore.CAUSAL && random.nextInt(4) == 0;
        return GeneratorOptions.builder()
                .store(store)
                .shape(lists ? HistoryShape.LIST_APPEND : HistoryShape.REGISTERS)
                .sessions(1 + random.nextInt(20))
                .transactions(300 + random.nextInt(300))
                .operations(1, 4)
                .keys(50 + random.nextInt(200))
                .rmw(random.nextInt(2))
                .unknownRate(random.nextInt(3) == 0 ? 0.05 : 0)
                .realTime(random.nextBoolean())
                .seed(random.nextLong())
                .build();
    }

    /** As many sessions as transactions: vectors would take n * n, and blocks of writers take n * n / 64 steps. */
    @Test
    @Timeout(60)
    void causalConsistencyOfManySessionsEndsInTime() throws Exception {
        int transactions = 200_000;
        History history = sessions(transactions);
        long start = System.nanoTime();
        CheckResult result = Isolde.check(
                history,
                CheckOptions.of(EnumSet.of(Level.CC))
                        .withAlgorithm(Algorithm.SATURATION)
                        .withLimits(Duration.ofMillis(1500), 0));
        double seconds = (System.nanoTime() - start) / 1e9;
        Verdict.Undecided undecided =
                assertInstanceOf(Verdict.Undecided.class, result.verdicts().get(Level.CC));
        assertTrue(undecided.reason().contains("the time limit of 1.5 s was reached"), undecided.reason());
        assertTrue(seconds < 15, seconds + " s");
        assertEquals(null, result.proof(Level.CC));
    }

    /** Everybody reads two of the first writers, and nobody reads from a reader: nothing can share a lane. */
    private static History sessions(int transactions) throws BadHistoryException {
        HistoryBuilder builder = new HistoryBuilder();
        Segment segment = builder.segment();
        builder.initialValue(0, segment.scalars());
        for (int t = 0; t < transactions; t++) {
            segment.begin(t, t, 0);
            segment.op(OpKind.READ, t, 0);
            segment.op(OpKind.WRITE, t, 1);
            segment.op(OpKind.READ, t / 2, t < 2 ? 0 : 1);
        }
        return builder.build();
    }
}
