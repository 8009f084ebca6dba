package org.isolde.check.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StronglyConnectedTest {
    @Test
    void componentsAreWhatReachesEachOther() {
        long seed = Seeds.next();
        SplittableRandom random = new SplittableRandom(seed);
        int found = 0;
        for (int round = 0; round < 3000; round++) {
            int nodes = 2 + random.nextInt(12);
            EdgeList edges = Seeds.edgesFromOne(random, nodes, random.nextInt(2 * nodes));
            int[] first = Offsets.of(nodes, edges.from);
            int[] target = Offsets.items(edges.from, edges.to, first);
            byte[] kind = new byte[target.length];
            random.nextBytes(kind);
            for (int e = 0; e < kind.length; e++) {
                kind[e] &= 3;
            }
            int mask = random.nextInt(16);
            NaiveGraph all = new NaiveGraph(nodes, edges);
            NaiveGraph some = new NaiveGraph(nodes);
            for (int u = 0; u < nodes; u++) {
                for (int e = first[u]; e < first[u + 1]; e++) {
                    if ((mask >> kind[e] & 1) != 0) {
                        some.add(u, target[e], 1);
                    }
                }
            }
            List<int[]> components = StronglyConnected.components(nodes, first, target, null, 0);
            found += components.size();
            assertEquals(naive(all, nodes), sorted(components), "seed " + seed);
            assertEquals(
                    naive(some, nodes),
                    sorted(StronglyConnected.components(nodes, first, target, kind, mask)),
                    "seed " + seed);
        }
        assertTrue(found > 1000, "seed " + seed + ": " + found + " components");
    }

    private static List<String> naive(NaiveGraph graph, int nodes) {
        List<int[]> components = new ArrayList<>();
        for (int u = 0; u < nodes; u++) {
            int t = u;
            int[] component = IntStream.range(0, nodes)
                    .filter(v -> v == t || (graph.reaches(t, v) && graph.reaches(v, t)))
                    .toArray();
            if (component.length > 1 && component[0] == u) {
                components.add(component);
            }
        }
        return sorted(components);
    }

    private static List<String> sorted(List<int[]> components) {
        return components.stream().map(Arrays::toString).sorted().toList();
    }

    /** Tarjan's algorithm is recursive in the books. */
    @Test
    void aLongCycleNeedsNoDeepStack() {
        int nodes = 300_000;
        EdgeList edges = new EdgeList(nodes);
        for (int u = 1; u < nodes; u++) {
            edges.add(u, u + 1 < nodes ? u + 1 : 1);
        }
        List<int[]> components = new Digraph(nodes, edges, new EdgeList(0)).components();
        assertEquals(1, components.size());
        assertEquals(nodes - 1, components.get(0).length);
    }
}
