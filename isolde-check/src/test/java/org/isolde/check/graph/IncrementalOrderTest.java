package org.isolde.check.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Random edges added and taken back, against a matrix of what reaches what. */
class IncrementalOrderTest {
    private record Added(int from, int to, int label) {}

    private int nodes;
    private EdgeList known;
    private IncrementalOrder order;
    private List<Added> added;

    @Test
    void theOrderStaysValidAndEveryCycleIsReal() {
        long seed = Seeds.next();
        SplittableRandom random = new SplittableRandom(seed);
        int refused = 0;
        for (int round = 0; round < 400; round++) {
            begin(random, 2 + random.nextInt(12));
            for (int step = 0; step < 60; step++) {
                if (random.nextInt(6) == 0) {
                    int left = random.nextInt(added.size() + 1);
                    order.shrink(left);
                    added.subList(left, added.size()).clear();
                } else {
                    refused += add(random.nextInt(nodes), random.nextInt(nodes), step, seed) ? 0 : 1;
                }
                checkOrder(seed);
            }
            checkPaths(seed);
        }
        assertTrue(refused > 1000, "seed " + seed + ": " + refused + " refused");
    }

    /** Known edges that go forward in a random order of the nodes. */
    private void begin(SplittableRandom random, int count) {
        nodes = count;
        int[] places = IntStream.range(0, nodes).toArray();
        for (int i = nodes - 1; i > 0; i--) {
            int j = random.nextInt(i + 1);
            int other = places[i];
            places[i] = places[j];
            places[j] = other;
        }
        known = new EdgeList(0);
        EdgeList forward = Seeds.forward(Seeds.edges(random, nodes, random.nextInt(nodes)));
        for (int i = 0; i < forward.size(); i++) {
            known.add(places[forward.from.get(i)], places[forward.to.get(i)]);
        }
        order = new IncrementalOrder(nodes, known, places);
        added = new ArrayList<>();
    }

    private NaiveGraph naive() {
        NaiveGraph naive = new NaiveGraph(nodes, known);
        for (Added edge : added) {
            naive.add(edge.from, edge.to, 1);
        }
        return naive;
    }

    private boolean add(int from, int to, int label, long seed) {
        NaiveGraph before = naive();
        boolean closes = from == to || before.reaches(to, from);
        assertEquals(!closes, order.add(from, to, label), "seed " + seed);
        if (closes) {
            checkPath(before, to, from, seed);
        } else {
            added.add(new Added(from, to, label));
        }
        return !closes;
    }

    /** The path that was left leads from one node to another by edges that there are, and there is none with fewer. */
    private void checkPath(NaiveGraph naive, int from, int to, long seed) {
        IntList edges = order.cycleEdges();
        IntList passed = order.cycleNodes();
        assertEquals(edges.size(), passed.size(), "seed " + seed);
        assertEquals(from == to ? 0 : naive.cost(from, to), edges.size(), "seed " + seed);
        int at = from;
        for (int i = 0; i < edges.size(); i++) {
            assertEquals(at, passed.get(i), "seed " + seed);
            int next = i + 1 < edges.size() ? passed.get(i + 1) : to;
            int edge = edges.get(i);
            if (edge >= 0) {
                assertEquals(added.get(edge).from, at, "seed " + seed);
                assertEquals(added.get(edge).to, next, "seed " + seed);
                assertEquals(added.get(edge).label, order.label(edge), "seed " + seed);
            } else {
                assertTrue(new NaiveGraph(nodes, known).hasEdge(at, next), "seed " + seed);
            }
            at = next;
        }
        assertEquals(to, at, "seed " + seed);
    }

    private void checkOrder(long seed) {
        assertEquals(added.size(), order.added(), "seed " + seed);
        boolean[] taken = new boolean[nodes];
        for (int u = 0; u < nodes; u++) {
            taken[order.place(u)] = true;
        }
        assertTrue(IntStream.range(0, nodes).allMatch(place -> taken[place]), "seed " + seed + Arrays.toString(taken));
        for (int i = 0; i < known.size(); i++) {
            assertTrue(order.place(known.from.get(i)) < order.place(known.to.get(i)), "seed " + seed);
        }
        for (int e = 0; e < added.size(); e++) {
            assertEquals(added.get(e), new Added(order.from(e), order.to(e), order.label(e)), "seed " + seed);
            assertTrue(order.place(order.from(e)) < order.place(order.to(e)), "seed " + seed);
        }
    }

    private void checkPaths(long seed) {
        NaiveGraph naive = naive();
        for (int u = 0; u < nodes; u++) {
            for (int v = 0; v < nodes; v++) {
                boolean reached = u == v || naive.reaches(u, v);
                assertEquals(reached, order.path(u, v), "seed " + seed);
                if (reached) {
                    checkPath(naive, u, v, seed);
                }
            }
        }
    }
}
