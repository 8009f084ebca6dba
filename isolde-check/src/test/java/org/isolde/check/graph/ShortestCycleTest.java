package org.isolde.check.graph;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ShortestCycleTest {
    /** Fewest inferred edges first, then fewest edges. */
    private static final long INFERRED = 1000;

    @Test
    void noCycleOfTheComponentIsCheaper() {
        long seed = Seeds.next();
        SplittableRandom random = new SplittableRandom(seed);
        int found = 0;
        for (int round = 0; round < 3000; round++) {
            int nodes = 2 + random.nextInt(12);
            EdgeList seen = Seeds.edgesFromOne(random, nodes, random.nextInt(2 * nodes));
            EdgeList inferred = Seeds.edgesFromOne(random, nodes, random.nextInt(2 * nodes));
            NaiveGraph naive = new NaiveGraph(nodes);
            naive.add(seen, 1);
            naive.add(inferred, INFERRED + 1);
            Digraph graph = new Digraph(nodes, seen, inferred);
            ShortestCycle search = new ShortestCycle(graph);
            for (int[] component : graph.components()) {
                found++;
                int[] cycle = search.in(component);
                long least = Arrays.stream(component)
                        .mapToLong(t -> naive.cost(t, t))
                        .min()
                        .orElseThrow();
                assertEquals(least, cost(naive, cycle), "seed " + seed);
                assertEquals(cycle.length, Arrays.stream(cycle).distinct().count(), "seed " + seed);
                assertArrayEquals(cycle, search.in(component), "asked again, seed " + seed);
            }
        }
        assertTrue(found > 1000, "seed " + seed + ": " + found + " components");
    }

    private static long cost(NaiveGraph naive, int[] cycle) {
        long cost = 0;
        for (int i = 0; i < cycle.length; i++) {
            cost += naive.edge(cycle[i], cycle[(i + 1) % cycle.length]);
        }
        return cost;
    }

    @Test
    void aCycleMayBeginAtItsSmallestNode() {
        assertArrayEquals(new int[] {2, 9, 5, 7}, ShortestCycle.rotated(new int[] {5, 7, 2, 9}));
        assertArrayEquals(new int[] {4}, ShortestCycle.rotated(new int[] {4}));
    }
}
