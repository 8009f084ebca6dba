package org.isolde.check.weak;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.isolde.check.Anomaly;
import org.isolde.check.AnomalyKind;
import org.isolde.check.CheckOptions;
import org.isolde.check.Isolde;
import org.isolde.check.TestFacts;
import org.isolde.check.Verdict;
import org.isolde.check.ViolationLimit;
import org.isolde.check.budget.Budget;
import org.isolde.check.facts.CausalOrder;
import org.isolde.check.facts.Facts;
import org.isolde.check.facts.SeenEdges;
import org.isolde.check.facts.TransactionOrder;
import org.isolde.check.facts.Windows;
import org.isolde.check.graph.EdgeList;
import org.isolde.check.graph.Seeds;
import org.isolde.check.refute.Contradiction;
import org.isolde.check.refute.Outcome;
import org.isolde.generate.Generator;
import org.isolde.generate.GeneratorOptions;
import org.isolde.generate.InjectedAnomaly;
import org.isolde.generate.SimulatedStore;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.oracle.TinyGenerators;
import org.isolde.oracle.TinyHistories;
import org.isolde.proof.Proof;
import org.isolde.proof.ProofChecker;
import org.junit.jupiter.api.Test;

class ForcedOrderingsTest {
    /** However few orderings are kept at first, the order, the edges to the initial transaction and the cycles are the same. */
    @Test
    void whatIsFarIsCollectedWhenItMatters() throws Exception {
        long seed = Seeds.next();
        SplittableRandom random = new SplittableRandom(seed);
        List<TinyGenerators.Flavour> flavours = TinyGenerators.flavours();
        int repaired = 0;
        int cyclic = 0;
        for (int round = 0; round < 8000; round++) {
            History history = round % 50 == 0
                    ? generated(random.nextLong())
                    : TinyHistories.toHistory(
                            flavours.get(random.nextInt(flavours.size())).make().apply(random), random);
            Facts facts = TestFacts.of(history, random.nextInt(4) > 0, true);
            if (facts.causalOrder() == null) {
                continue;
            }
            WriteSets writeSets = new WriteSets(facts.history);
            Saturation saturation = random.nextBoolean()
                    ? new ReadCommitted(facts, writeSets)
                    : random.nextBoolean()
                            ? ReadAtomic.readAtomic(facts, writeSets)
                            : new CausalByBlocks(facts, facts.causalOrder(), Budget.UNLIMITED);
            ForcedOrderings all = forced(facts, saturation, Integer.MAX_VALUE);
            ForcedOrderings few = forced(facts, saturation, random.nextInt(4));
            String message = "seed " + seed + ", round " + round;
            assertEquals(places(all.commitOrder()), places(few.commitOrder()), message);
            assertEquals(all.toInitial(), few.toInitial(), message);
            if (all.commitOrder() == null) {
                List<List<Integer>> cycles = components(all);
                assertEquals(cycles, components(few), message);
                cyclic += cycles.isEmpty() ? 0 : 1;
            } else if (!places(all.commitOrder())
                    .equals(places(facts.causalOrder().asCommitOrder()))) {
                repaired++;
            }
        }
        assertTrue(repaired > 50 && cyclic > 100, "seed " + seed + ": " + repaired + ", " + cyclic + " cyclic");
    }

    private static History generated(long seed) {
        return Generator.generate(GeneratorOptions.builder()
                .store(SimulatedStore.CAUSAL)
                .sessions(8)
                .transactions(400)
                .operations(1, 6)
                .keys(12)
                .replicationLag(20)
                .seed(seed)
                .build());
    }

    private static ForcedOrderings forced(Facts facts, Saturation saturation, int near) {
        return new ForcedOrderings(facts, SeenEdges.all(facts), saturation, ViolationLimit.ALL, Budget.UNLIMITED, near);
    }

    private static List<Integer> places(TransactionOrder order) {
        if (order == null) {
            return null;
        }
        List<Integer> all = new ArrayList<>();
        for (int place = 0; place < order.size(); place++) {
            all.add(order.transaction(place));
        }
        return all;
    }

    private static List<List<Integer>> components(ForcedOrderings forced) {
        return forced.graph().components().stream()
                .map(component -> Arrays.stream(component).boxed().toList())
                .sorted((a, b) -> a.get(0) - b.get(0))
                .toList();
    }

    /** A fractured read and a causality violation, both of them reads of initial versions, are both told, and proven. */
    @Test
    void everyReadOfAnInitialVersionIsTold() throws Exception {
        List<InjectedAnomaly> injected = List.of(
                InjectedAnomaly.NON_MONOTONIC_READ,
                InjectedAnomaly.FRACTURED_READ,
                InjectedAnomaly.CAUSALITY_VIOLATION);
        for (int seed = 1; seed <= 20; seed++) {
            History history = Generator.generate(GeneratorOptions.builder()
                    .store(SimulatedStore.CAUSAL)
                    .sessions(5)
                    .transactions(200)
                    .operations(2, 6)
                    .keys(50)
                    .seed(seed)
                    .inject(injected)
                    .build());
            for (ViolationLimit limit : List.of(ViolationLimit.EACH, ViolationLimit.ALL)) {
                Verdict verdict = Isolde.check(
                                history, CheckOptions.of(EnumSet.of(Level.CC)).withViolations(limit))
                        .verdicts()
                        .get(Level.CC);
                Set<AnomalyKind> kinds = EnumSet.noneOf(AnomalyKind.class);
                ((Verdict.Violated) verdict)
                        .anomalies().stream().map(Anomaly::kind).forEach(kinds::add);
                assertTrue(
                        kinds.containsAll(Set.of(
                                AnomalyKind.NON_MONOTONIC_READ,
                                AnomalyKind.FRACTURED_READ,
                                AnomalyKind.CAUSALITY_VIOLATION)),
                        "seed " + seed + ": " + kinds);
            }
            assertProven(history, Level.CC, "seed " + seed);
        }
    }

    /** Whatever is found has a proof of its own. */
    @Test
    void everyContradictionHasAProof() throws Exception {
        long seed = Seeds.next();
        SplittableRandom random = new SplittableRandom(seed);
        List<TinyGenerators.Flavour> flavours = TinyGenerators.flavours();
        int proven = 0;
        for (int round = 0; round < 2000; round++) {
            History history = TinyHistories.toHistory(
                    flavours.get(random.nextInt(flavours.size())).make().apply(random), random);
            for (Level level : EnumSet.range(Level.RC, Level.CC)) {
                proven += assertProven(history, level, "seed " + seed + ", round " + round + ", " + level);
            }
        }
        assertTrue(proven > 1000, "seed " + seed + ": " + proven);
    }

    private static int assertProven(History history, Level level, String message) throws Exception {
        Facts facts = TestFacts.of(history, true, true);
        Outcome outcome = new WeakLevels(facts, ViolationLimit.ALL, Budget.UNLIMITED, Long.MAX_VALUE).decide(level);
        if (outcome instanceof Outcome.Explained) {
            return 0;
        }
        ProofChecker checker = new ProofChecker(history);
        List<Contradiction> found = ((Outcome.Contradicted) outcome).contradictions();
        for (Contradiction each : found) {
            assertNotNull(each.refutation(), message);
            Proof proof = new Proof(level, true, history.evidence(), each.refutation());
            assertTrue(checker.check(proof).isAccepted(), () -> message + ": " + checker.check(proof));
        }
        return found.size();
    }

    @Test
    void windowsThatOverlapAreOne() throws Exception {
        Facts facts = TestFacts.of(generated(1), true, true);
        CausalOrder order = facts.causalOrder();
        EdgeList backward = new EdgeList(0);
        for (int[] edge : new int[][] {{5, 3}, {8, 5}, {12, 9}, {20, 20}, {30, 40}}) {
            backward.add(order.transaction(edge[0]), order.transaction(edge[1]));
        }
        Windows windows = new Windows(order.rank, order.size(), new EdgeList[] {backward});
        assertEquals(6, windows.longest());
        assertTrue(windows.areTogether(3, 8) && windows.areTogether(9, 12) && !windows.areTogether(8, 9));
        assertTrue(!windows.areTogether(2, 3) && !windows.areTogether(12, 13) && !windows.areTogether(-1, 0));
        assertTrue(windows.goesOn(4) && !windows.goesOn(3) && !windows.goesOn(20) && !windows.goesOn(35));
    }
}
