package org.isolde.check.lin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.isolde.check.Anomaly;
import org.isolde.check.AnomalyKind;
import org.isolde.check.Edge;
import org.isolde.check.Verdict;
import org.isolde.check.ViolationLimit;
import org.isolde.history.History;
import org.isolde.history.HistoryText;
import org.isolde.oracle.RegisterOracle;
import org.isolde.oracle.TinyRegisters;
import org.isolde.oracle.TinyShrinker;
import org.junit.jupiter.api.Test;

/** Linearizability, by chains and by search, against brute force; every order is replayed, every refutation followed. */
class LinearizableOracleTest {
    private static final int HISTORIES = Integer.getInteger("isolde.property.histories", 20_000) * 5 / 2;
    private static final long SEED = Long.getLong("isolde.seed", System.nanoTime());

    @Test
    void bothWaysAgreeWithBruteForce() {
        Map<String, Integer> counts = new TreeMap<>();
        for (int i = 0; i < HISTORIES; i++) {
            SplittableRandom random = new SplittableRandom(SEED * 1_000_003 + i);
            TinyRegisters tiny = TinyRegisters.random(random);
            long seed = random.nextLong();
            String message = "seed " + SEED + ", history " + i;
            TinyShrinker.check(tiny, () -> message, h -> hold(h, RegisterOracle.isLinearizable(h), seed, counts));
        }
        System.out.println("linearizability: seed " + SEED + ", " + counts);
        for (AnomalyKind kind : List.of(
                AnomalyKind.STALE_READ,
                AnomalyKind.EARLY_READ,
                AnomalyKind.FALSE_FAILURE,
                AnomalyKind.LOST_UPDATE,
                AnomalyKind.THIN_AIR_READ,
                AnomalyKind.ABORTED_READ,
                AnomalyKind.CIRCULAR_INFORMATION_FLOW)) {
            assertTrue(counts.containsKey("anomaly " + kind) || HISTORIES < 20_000, kind + ": " + counts);
        }
    }

    /** Histories for which all orders are too many: against a search that remembers sets of operations. */
    @Test
    void bothWaysAgreeWithASimpleSearch() {
        Map<String, Integer> counts = new TreeMap<>();
        for (int i = 0; i < HISTORIES / 5; i++) {
            SplittableRandom random = new SplittableRandom(SEED * 1_000_033 + i);
            TinyRegisters made = TinyRegisters.larger(random, 6 + random.nextInt(random.nextInt(8) == 0 ? 34 : 16));
            long seed = random.nextLong();
            String message = "seed " + SEED + ", larger history " + i;
            TinyShrinker.check(
                    made, () -> message, h -> hold(h, RegisterOracle.isLinearizableByMemory(h.ops()), seed, counts));
        }
        System.out.println("linearizability, larger histories: seed " + SEED + ", " + counts);
    }

    /** After U, D can't be followed by what A needs; that says nothing of D before U. */
    @Test
    void aWriteThatWasUsedUpIsMissedWhereItWasNotUsed() {
        History history = HistoryText.parse("A@1-3{c(x,1,2)} | F@4-5{r(x,3)} | E@1-6{c(x,9,10)} | R@7-8{r(x,3)}"
                + " | D@1-9{w(x,9)} | U?@2-{w(x,1)} | V?@1-{c(x,2,3)}");
        for (boolean search : new boolean[] {false, true}) {
            Verdict verdict = RegisterProofs.decide(history, null, Long.MAX_VALUE, ViolationLimit.EACH, search);
            assertEquals("satisfied", verdict.text(), search ? "by search" : "by chains");
            RegisterProofs.check(history, verdict, "");
        }
    }

    private static void hold(TinyRegisters tiny, boolean linearizable, long seed, Map<String, Integer> counts) {
        SplittableRandom random = new SplittableRandom(seed);
        History history = tiny.toHistory();
        for (boolean search : new boolean[] {false, true}) {
            String message = search ? "by search" : "by chains";
            Verdict verdict = RegisterProofs.decide(
                    history, null, Long.MAX_VALUE, ViolationLimit.values()[random.nextInt(3)], search);
            assertEquals(linearizable ? "satisfied" : "violated", verdict.text(), message);
            String way = tiny.isUnique() ? "unique " : "repeated ";
            counts.merge(way + message + " " + verdict.text(), 1, Integer::sum);
            RegisterProofs.check(history, verdict, message);
            if (verdict instanceof Verdict.Violated violated) {
                check(violated.anomalies(), message);
                AnomalyKind kind = violated.anomalies().get(0).kind();
                counts.merge("anomaly " + kind, 1, Integer::sum);
                assertTrue(
                        violated.refutation() != null
                                || history.hasRepeatedWrites()
                                || kind == AnomalyKind.NOT_LINEARIZABLE
                                || kind == AnomalyKind.FALSE_FAILURE,
                        message);
                if (tiny.isUnique() && !search && kind == AnomalyKind.NOT_LINEARIZABLE) {
                    // the chains know nothing of version orders and of failed compare-and-sets
                    String text = tiny.toString();
                    assertTrue(text.contains("f(") || text.contains("#"), message);
                }
            }
        }
    }

    private static void check(List<Anomaly> anomalies, String message) {
        assertFalse(anomalies.isEmpty(), message);
        for (Anomaly anomaly : anomalies) {
            List<Edge> cycle = anomaly.cycle();
            for (int e = 0; e < cycle.size(); e++) {
                assertEquals(
                        cycle.get(e).to(), cycle.get((e + 1) % cycle.size()).from(), message);
                assertTrue(anomaly.transactions().contains(cycle.get(e).from()), message);
            }
            assertFalse(anomaly.story().isEmpty(), message);
        }
    }
}
