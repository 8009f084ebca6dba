package org.isolde.check.graph;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class GrowingGraphTest {
    @Test
    void allEdgesAreThereFromBothEnds() {
        long seed = Seeds.next();
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 500; round++) {
            int nodes = 1 + random.nextInt(9);
            EdgeList known = Seeds.edges(random, nodes, random.nextInt(20));
            EdgeList later = Seeds.edges(random, nodes, random.nextInt(20));
            GrowingGraph graph = grown(nodes, known, later);
            assertEquals(later.size(), graph.arrived(), "seed " + seed);
            assertEquals(sorted(known), sorted(graph.known()), "seed " + seed);
            assertEquals(sorted(known, later), sorted(graph.all()), "seed " + seed);
            EdgeList out = new EdgeList(0);
            EdgeList in = new EdgeList(0);
            for (int u = 0; u < nodes; u++) {
                for (int i = graph.inFirst[u]; i < graph.inFirst[u + 1]; i++) {
                    in.add(graph.in[i], u);
                }
                for (int i = graph.outFirst[u]; i < graph.outFirst[u + 1]; i++) {
                    out.add(u, graph.out[i]);
                }
                for (int e = graph.firstIn(u); e >= 0; e = graph.nextIn(e)) {
                    assertEquals(u, graph.to.get(e), "seed " + seed);
                    in.add(graph.from.get(e), u);
                }
                for (int e = graph.firstOut(u); e >= 0; e = graph.nextOut(e)) {
                    assertEquals(u, graph.from.get(e), "seed " + seed);
                    out.add(u, graph.to.get(e));
                }
            }
            assertEquals(sorted(known, later), sorted(out), "seed " + seed);
            assertEquals(sorted(known, later), sorted(in), "seed " + seed);
        }
    }

    private static GrowingGraph grown(int nodes, EdgeList known, EdgeList later) {
        GrowingGraph graph = new GrowingGraph(nodes, known);
        for (int i = 0; i < later.size(); i++) {
            graph.add(later.from.get(i), later.to.get(i));
        }
        return graph;
    }

    private static List<String> sorted(EdgeList... lists) {
        List<String> edges = new ArrayList<>();
        for (EdgeList list : lists) {
            for (int i = 0; i < list.size(); i++) {
                edges.add(list.from.get(i) + " -> " + list.to.get(i));
            }
        }
        edges.sort(null);
        return edges;
    }

    @Test
    void ofTheNodesThatCouldComeNextTheLeastDoes() {
        long seed = Seeds.next();
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 2000; round++) {
            int nodes = 1 + random.nextInt(10);
            EdgeList known = Seeds.edges(random, nodes, random.nextInt(nodes));
            EdgeList later = Seeds.edges(random, nodes, random.nextInt(nodes));
            if (random.nextBoolean()) {
                known = Seeds.forward(known);
                later = Seeds.forward(later);
            }
            int[] key = random.ints(nodes, -nodes, nodes).toArray();
            int[] order = grown(nodes, known, later).order(key);
            NaiveGraph naive = new NaiveGraph(nodes, known, later);
            if (naive.isCyclic()) {
                assertNull(order, "seed " + seed);
            } else {
                assertArrayEquals(leastFirst(naive, key), order, "seed " + seed);
            }
        }
    }

    private static int[] leastFirst(NaiveGraph naive, int[] key) {
        int[] order = new int[key.length];
        boolean[] placed = new boolean[key.length];
        for (int i = 0; i < order.length; i++) {
            int least = -1;
            for (int u = 0; u < key.length; u++) {
                if (!placed[u] && isNext(naive, placed, u) && (least < 0 || key[u] < key[least])) {
                    least = u;
                }
            }
            order[i] = least;
            placed[least] = true;
        }
        return order;
    }

    private static boolean isNext(NaiveGraph naive, boolean[] placed, int u) {
        for (int before = 0; before < placed.length; before++) {
            if (!placed[before] && naive.hasEdge(before, u)) {
                return false;
            }
        }
        return true;
    }
}
