package org.isolde.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.isolde.history.BadHistoryException;
import org.isolde.history.Evidence;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.oracle.Oracle;
import org.isolde.oracle.TinyGenerators;
import org.isolde.oracle.TinyGenerators.Flavour;
import org.isolde.oracle.TinyHistories;
import org.isolde.oracle.TinyHistory;
import org.isolde.oracle.TinyShrinker;
import org.isolde.proof.Proof;
import org.isolde.proof.ProofChecker;
import org.isolde.proof.ProofResult;
import org.junit.jupiter.api.Test;

/**
 * Random tiny histories of what {@link DefinitionsTest} has lines of, against brute force: values that unknown transactions
 * repeat, and compare-and-sets that failed. Linearizability has an oracle of its own.
 */
class DefinitionsOracleTest {
    private static final int HISTORIES = Integer.getInteger("isolde.property.histories", 20_000) / 2;
    private static final long SEED = Long.getLong("isolde.seed", System.nanoTime());
    private static final Set<Level> LEVELS = EnumSet.complementOf(EnumSet.of(Level.LIN));

    private final Map<String, Integer> counts = new TreeMap<>();

    private interface Property {
        void hold(TinyHistory tiny, Oracle.Flags flags, long seed) throws Exception;
    }

    private void holdAll(List<Flavour> flavours, Property property) {
        for (int i = 0; i < HISTORIES; i++) {
            SplittableRandom random = new SplittableRandom(SEED * 1_000_003 + i);
            TinyHistory tiny = flavours.get(i % flavours.size()).generate(random);
            Oracle.Flags flags = new Oracle.Flags(random.nextInt(8) != 0, random.nextInt(8) != 0);
            long seed = random.nextLong();
            String message = "-Disolde.seed=" + SEED + ", history " + i + ", " + flags;
            TinyShrinker.check(tiny, message, h -> property.hold(h, flags, seed));
        }
        System.out.println("seed " + SEED + ": " + counts);
    }

    private static CheckOptions options(Oracle.Flags flags, SplittableRandom random) {
        Algorithm[] algorithms = {Algorithm.AUTO, Algorithm.SATURATION, Algorithm.POLYGRAPH};
        return CheckOptions.of(LEVELS)
                .withSessionOrder(flags.sessionOrder())
                .withEvidence(
                        flags.versionOrder()
                                ? EnumSet.allOf(Evidence.class)
                                : EnumSet.complementOf(EnumSet.of(Evidence.VERSIONS)))
                .withViolations(ViolationLimit.values()[random.nextInt(3)])
                .withAlgorithm(algorithms[random.nextInt(algorithms.length)]);
    }

    @Test
    void valuesThatUnknownTransactionsRepeat() {
        holdAll(TinyGenerators.repeatedFlavours(), (tiny, flags, seed) -> {
            SplittableRandom random = new SplittableRandom(seed);
            History history = TinyHistories.toHistory(tiny, random);
            CheckOptions options = options(flags, random);
            if (Oracle.isRefused(tiny, flags)) {
                counts.merge("refused", 1, Integer::sum);
                String message = assertThrows(BadHistoryException.class, () -> Isolde.check(history, options))
                        .getMessage();
                assertTrue(message.matches("value .* was written twice, by transaction .* and by transaction .*"));
            } else {
                counts.merge(history.hasRepeatedWrites() ? "repeated, and decided" : "unique", 1, Integer::sum);
                verify(Oracle.verdicts(tiny, flags), Isolde.check(history, options));
            }
        });
        assertTrue(counts.get("refused") > HISTORIES / 20, counts.toString());
        assertTrue(counts.get("repeated, and decided") > HISTORIES / 20, counts.toString());
    }

    @Test
    void compareAndSetsThatFailed() {
        holdAll(TinyGenerators.failedFlavours(), (tiny, flags, seed) -> {
            SplittableRandom random = new SplittableRandom(seed);
            History history = TinyHistories.toHistory(tiny, random);
            CheckResult result = Isolde.check(history, options(flags, random));
            verify(Oracle.verdicts(tiny, flags), result);
            boolean failed = tiny.txns().stream()
                    .filter(t -> t.status() == TinyHistory.Status.COMMITTED)
                    .flatMap(t -> t.ops().stream())
                    .anyMatch(op -> op.kind() == TinyHistory.Kind.CAS_FAILED);
            result.verdicts().forEach((level, verdict) -> {
                if (failed && !(verdict instanceof Verdict.Inapplicable)) {
                    assertEquals(
                            !asksFailed(level),
                            result.reasons().getOrDefault(level, "").endsWith(" left aside"),
                            () -> level + ": " + result.reasons());
                }
            });
        });
        for (Level level : List.of(Level.SER, Level.SSER)) {
            int undecided = counts.getOrDefault(level.text() + " undecided", 0);
            int satisfied = counts.getOrDefault(level.text() + " satisfied", 0);
            int violated = counts.getOrDefault(level.text() + " violated", 0);
            int all = undecided + satisfied + violated;
            System.out.printf("%s: %.1f%% undecided%n", level.text(), 100.0 * undecided / all);
            assertTrue(satisfied > all / 5 && violated > all / 20, counts.toString());
        }
    }

    private static boolean asksFailed(Level level) {
        return level == Level.SER || level == Level.SSER;
    }

    /** Verdicts are those of brute force, and their proofs accepted; only failed compare-and-sets leave some open. */
    private void verify(Map<String, Boolean> expected, CheckResult result) {
        ProofChecker proofs = new ProofChecker(result.history());
        result.verdicts().forEach((level, verdict) -> {
            counts.merge(level.text() + " " + verdict.text(), 1, Integer::sum);
            String message = level.text() + " by " + verdict.algorithm();
            if (verdict instanceof Verdict.Undecided) {
                assertTrue(asksFailed(level), message);
                return;
            }
            Boolean holds = expected.get(level.text());
            assertEquals(holds == null ? "inapplicable" : holds ? "satisfied" : "violated", verdict.text(), message);
            if (verdict instanceof Verdict.Violated violated) {
                assertFalse(violated.anomalies().isEmpty(), message);
            }
            Proof proof = result.proof(level);
            assertTrue(proof != null || holds == null, message);
            if (proof != null) {
                assertEquals(new ProofResult.Accepted(), proofs.check(proof), message);
            }
        });
    }
}
