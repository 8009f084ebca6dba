package org.isolde.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
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
 * The proof checker against brute force: on every tiny history and every level, some witness is accepted iff the oracle
 * says satisfied, and some refutation iff it says violated.
 */
class ProofOracleTest {
    private static final int HISTORIES = Integer.getInteger("isolde.property.histories", 20_000) / 100;
    private static final long SEED = Long.getLong("isolde.seed", System.nanoTime());

    @Test
    void registers() {
        compare("registers", TinyGenerators.flavours());
    }

    @Test
    void versionOrders() {
        compare("version orders", TinyGenerators.versionFlavours());
    }

    @Test
    void lists() {
        compare("lists", TinyGenerators.listFlavours());
    }

    @Test
    void failedCompareAndSets() {
        compare("failed compare-and-sets", TinyGenerators.failedFlavours());
    }

    @Test
    void repeatedValues() {
        compare("repeated values", TinyGenerators.repeatedFlavours());
    }

    @Test
    void singleOperations() {
        compare(
                "single operations",
                List.of(
                        named("timed-single-op", TinyGenerators.flavours()),
                        named("versions-timed-single-op", TinyGenerators.versionFlavours()),
                        named("list-timed-single-op", TinyGenerators.listFlavours())));
    }

    private static TinyGenerators.Flavour named(String name, List<TinyGenerators.Flavour> flavours) {
        return flavours.stream().filter(f -> f.name().equals(name)).findFirst().orElseThrow();
    }

    /** A value is repeated, so that all proofs are refused; lin alone may replay its witnesses by value. */
    private static void assertRefused(ProofChecker checker, History history, Proof question, String message) {
        if (question.level() != Level.LIN) {
            Refutation refutation = new NaiveRefuter(history, question).find();
            Refutation body = refutation == null ? new Refutation(List.of()) : refutation;
            assertNull(new NaiveProver(checker, history, question).find(), message);
            assertFalse(
                    checker.check(new Proof(question.level(), question.sessionOrder(), question.evidence(), body))
                            .isAccepted(),
                    message);
        }
    }

    private static void compare(String what, List<TinyGenerators.Flavour> flavours) {
        Map<String, Integer> counts = new TreeMap<>();
        for (int i = 0; i < HISTORIES; i++) {
            SplittableRandom random = new SplittableRandom(SEED * 1_000_003 + i);
            TinyHistory tiny = flavours.get(i % flavours.size()).generate(random);
            boolean sessionOrder = random.nextInt(5) != 0;
            boolean versions = random.nextInt(5) != 0;
            TinyShrinker.check(
                    tiny,
                    "-Disolde.seed=" + SEED + ", " + what + " " + i,
                    h -> compare(h, sessionOrder, versions, counts));
        }
        System.out.println("proofs of " + what + ": seed " + SEED + ", " + counts);
        if (HISTORIES >= 100) {
            // of single operations few are not serializable; both verdicts have to come up all the same
            assertTrue(counts.getOrDefault("ser satisfied", 0) > HISTORIES / 10, counts.toString());
            assertTrue(counts.getOrDefault("ser violated", 0) > HISTORIES / 100, counts.toString());
        }
    }

    private static void compare(TinyHistory tiny, boolean sessionOrder, boolean versions, Map<String, Integer> counts) {
        History history = TinyHistories.toHistory(tiny, new SplittableRandom(SEED), true);
        ProofChecker checker = new ProofChecker(history);
        List<Evidence> evidence = new ArrayList<>();
        if (history.hasRealTime()) {
            evidence.add(Evidence.REAL_TIME);
        }
        if (versions) {
            evidence.add(Evidence.VERSIONS);
        }
        Oracle.Flags flags = new Oracle.Flags(sessionOrder, versions);
        boolean refused = Oracle.isRefused(tiny, flags);
        Map<String, Boolean> expected = refused ? Map.of() : Oracle.verdicts(tiny, flags);
        boolean failed = tiny.txns().stream()
                .flatMap(t -> t.ops().stream())
                .anyMatch(o -> o.kind() == TinyHistory.Kind.CAS_FAILED);
        String text = tiny.toString();
        for (Level level : Level.values()) {
            String message = level.text() + (sessionOrder ? "" : ", no session order")
                    + (versions ? "" : ", no versions") + ": " + text;
            Proof question = NaiveProver.question(level, sessionOrder, evidence);
            Boolean satisfied = expected.get(level.text());
            if (refused) {
                assertRefused(checker, history, question, message);
                continue;
            }
            Witness witness = new NaiveProver(checker, history, question).find();
            assertEquals(Boolean.TRUE.equals(satisfied), witness != null, message);
            Refutation refutation = satisfied == null ? null : new NaiveRefuter(history, question).find();
            // that a compare-and-set can't have failed is no cycle: such violations have no proof
            boolean unproved = failed && (level == Level.SER || level == Level.SSER || level == Level.LIN);
            assertTrue(refutation != null || unproved || !Boolean.FALSE.equals(satisfied), message);
            assertTrue(refutation == null || Boolean.FALSE.equals(satisfied), message);
            if (refutation != null) {
                assertEquals(
                        new ProofResult.Accepted(),
                        checker.check(new Proof(level, sessionOrder, question.evidence(), refutation)),
                        message + " " + refutation);
                counts.merge(level.text() + " violated", 1, Integer::sum);
            } else if (witness != null) {
                counts.merge(level.text() + " satisfied", 1, Integer::sum);
            }
        }
    }
}
