package org.isolde.check.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class DigraphTest {
    @Test
    void seenEdgesStandBeforeInferredOnesAsTheyCame() {
        long seed = Seeds.next();
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 500; round++) {
            int nodes = 2 + random.nextInt(10);
            EdgeList seen = Seeds.edgesFromOne(random, nodes, random.nextInt(20));
            EdgeList inferred = Seeds.edgesFromOne(random, nodes, random.nextInt(20));
            Digraph graph = new Digraph(nodes, seen, inferred);
            for (int t = 0; t < nodes; t++) {
                assertEquals(targets(seen, t), targets(graph, graph.first[t], graph.inferredFrom[t]), "seed " + seed);
                assertEquals(
                        targets(inferred, t),
                        targets(graph, graph.inferredFrom[t], graph.first[t + 1]),
                        "seed " + seed);
            }
        }
    }

    private static List<Integer> targets(EdgeList edges, int from) {
        List<Integer> targets = new ArrayList<>();
        for (int i = 0; i < edges.size(); i++) {
            if (edges.from.get(i) == from) {
                targets.add(edges.to.get(i));
            }
        }
        return targets;
    }

    private static List<Integer> targets(Digraph graph, int from, int to) {
        List<Integer> targets = new ArrayList<>();
        for (int e = from; e < to; e++) {
            targets.add(graph.target[e]);
        }
        return targets;
    }

    @Test
    void anOrderContainsAllEdgesAndLeavesOutWhatIsOnACycleOrBehindOne() {
        long seed = Seeds.next();
        SplittableRandom random = new SplittableRandom(seed);
        int cyclic = 0;
        for (int round = 0; round < 2000; round++) {
            int nodes = 2 + random.nextInt(10);
            EdgeList seen = Seeds.edgesFromOne(random, nodes, random.nextInt(nodes));
            EdgeList inferred = Seeds.edgesFromOne(random, nodes, random.nextInt(nodes));
            NaiveGraph naive = new NaiveGraph(nodes, seen, inferred);
            Set<Integer> expected = new HashSet<>();
            for (int t = 1; t < nodes; t++) {
                if (!isBehindACycle(naive, nodes, t)) {
                    expected.add(t);
                }
            }
            cyclic += expected.size() < nodes - 1 ? 1 : 0;
            int[] order = new Digraph(nodes, seen, inferred).topologicalOrder();
            Set<Integer> placed = new HashSet<>();
            for (int t : order) {
                for (int before : placed) {
                    assertTrue(!naive.hasEdge(t, before), "seed " + seed);
                }
                placed.add(t);
            }
            assertEquals(expected, placed, "seed " + seed);
            assertEquals(order.length, placed.size(), "seed " + seed);
        }
        assertTrue(cyclic > 200 && cyclic < 1800, "seed " + seed + ": " + cyclic + " cyclic");
    }

    private static boolean isBehindACycle(NaiveGraph naive, int nodes, int t) {
        for (int u = 1; u < nodes; u++) {
            if (naive.reaches(u, u) && (u == t || naive.reaches(u, t))) {
                return true;
            }
        }
        return false;
    }
}
