package org.isolde.check.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.isolde.check.TestFacts;
import org.isolde.check.graph.EdgeList;
import org.isolde.check.graph.Seeds;
import org.isolde.history.BadHistoryException;
import org.isolde.history.History;
import org.isolde.oracle.TinyGenerators;
import org.isolde.oracle.TinyHistories;
import org.junit.jupiter.api.Test;

/** Random edges beside those of a history, against a matrix. */
class OrderRepairTest {
    @Test
    void theOrderContainsAllEdgesOrTheyHaveACycle() throws BadHistoryException {
        long seed = Seeds.next();
        SplittableRandom random = new SplittableRandom(seed);
        List<TinyGenerators.Flavour> flavours = TinyGenerators.flavours();
        int repaired = 0;
        int cyclic = 0;
        for (int round = 0; round < 3000; round++) {
            History history = TinyHistories.toHistory(
                    flavours.get(random.nextInt(flavours.size())).make().apply(random), random);
            Facts facts = TestFacts.of(history, random.nextInt(4) > 0, true);
            CausalOrder old = facts.causalOrder();
            if (old == null) {
                continue;
            }
            EdgeList[] inferred = edges(random, old);
            boolean[][] before = before(facts, inferred);
            int[] order = new OrderRepair(facts, old, inferred, Integer.MAX_VALUE).order();
            if (isCyclic(before)) {
                assertNull(order, "seed " + seed);
                cyclic++;
                continue;
            }
            repaired++;
            assertEquals(old.size(), Arrays.stream(order).distinct().count(), "seed " + seed);
            for (int i = 0; i < order.length; i++) {
                assertTrue(facts.counts(order[i]), "seed " + seed);
                for (int j = 0; j <= i; j++) {
                    assertTrue(!before[order[i]][order[j]], "seed " + seed);
                }
            }
        }
        assertTrue(repaired > 300 && cyclic > 300, "seed " + seed + ": " + repaired + ", " + cyclic + " cyclic");
    }

    /** What needs no repair stays as it is. */
    @Test
    void anOrderThatContainsAllEdgesStays() throws BadHistoryException {
        long seed = Seeds.next();
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 500; round++) {
            History history = TinyHistories.toHistory(
                    TinyGenerators.flavours().get(1).make().apply(random), random);
            Facts facts = TestFacts.of(history, true, true);
            CausalOrder old = facts.causalOrder();
            if (old == null) {
                continue;
            }
            EdgeList forward = new EdgeList(0);
            for (int i = 0; i + 1 < old.size(); i++) {
                forward.add(old.transaction(i), old.transaction(i + 1 + random.nextInt(old.size() - i - 1)));
            }
            int[] order = new OrderRepair(facts, old, new EdgeList[] {forward}, Integer.MAX_VALUE).order();
            for (int i = 0; i < old.size(); i++) {
                assertEquals(old.transaction(i), order[i], "seed " + seed);
            }
        }
    }

    /** A few edges between transactions that count, in lists as several workers would hand them over. */
    private static EdgeList[] edges(SplittableRandom random, CausalOrder old) {
        EdgeList[] lists = new EdgeList[1 + random.nextInt(3)];
        for (int i = 0; i < lists.length; i++) {
            lists[i] = new EdgeList(0);
        }
        for (int i = random.nextInt(4); i > 0 && old.size() > 1; i--) {
            lists[random.nextInt(lists.length)].add(
                    old.transaction(random.nextInt(old.size())), old.transaction(random.nextInt(old.size())));
        }
        return lists;
    }

    private static boolean[][] before(Facts facts, EdgeList[] inferred) {
        History history = facts.history;
        boolean[][] before = new boolean[history.transactions() + 1][history.transactions() + 1];
        for (int t = 1; t <= history.transactions(); t++) {
            if (!facts.counts(t)) {
                continue;
            }
            before[facts.predecessor(t)][t] |= facts.predecessor(t) > 0;
            for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                int source = facts.source(op, t);
                if (source > 0) {
                    before[source][t] = true;
                }
            }
        }
        for (EdgeList list : inferred) {
            for (int i = 0; i < list.size(); i++) {
                before[list.from.get(i)][list.to.get(i)] = true;
            }
        }
        for (int k = 1; k < before.length; k++) {
            for (int a = 1; a < before.length; a++) {
                for (int b = 1; b < before.length; b++) {
                    before[a][b] |= before[a][k] && before[k][b];
                }
            }
        }
        return before;
    }

    private static boolean isCyclic(boolean[][] before) {
        for (int t = 1; t < before.length; t++) {
            if (before[t][t]) {
                return true;
            }
        }
        return false;
    }
}
