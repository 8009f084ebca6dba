package org.isolde.check.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class CheapestPathsTest {
    @Test
    void nodesComeCheapestFirstAndEachOnce() {
        long seed = Seeds.next();
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 1000; round++) {
            int nodes = 1 + random.nextInt(20);
            NaiveGraph naive = new NaiveGraph(nodes);
            for (int i = random.nextInt(4 * nodes); i > 0; i--) {
                long cost = random.nextInt(3) == 0 ? 1L << 40 : random.nextInt(5);
                naive.add(random.nextInt(nodes), random.nextInt(nodes), cost);
            }
            CheapestPaths paths = new CheapestPaths(nodes);
            for (int search = 0; search < 3; search++) {
                int from = random.nextInt(nodes);
                boolean[] visited = search(naive, nodes, from, paths, seed);
                for (int v = 0; v < nodes; v++) {
                    assertEquals(v == from || naive.reaches(from, v), visited[v], "seed " + seed);
                }
            }
        }
    }

    private static boolean[] search(NaiveGraph naive, int nodes, int from, CheapestPaths paths, long seed) {
        boolean[] visited = new boolean[nodes];
        long last = 0;
        paths.start(from);
        for (int u = paths.next(); u >= 0; u = paths.next()) {
            assertFalse(visited[u], "seed " + seed);
            visited[u] = true;
            assertTrue(paths.cost(u) >= last, "seed " + seed);
            last = paths.cost(u);
            assertEquals(u == from ? 0 : naive.cost(from, u), last, "seed " + seed);
            if (u != from) {
                int before = paths.via(u);
                assertTrue(visited[before], "seed " + seed);
                assertEquals(last, paths.cost(before) + naive.edge(before, u), "seed " + seed);
            }
            for (int v = 0; v < nodes; v++) {
                if (naive.hasEdge(u, v)) {
                    paths.offer(v, paths.cost(u) + naive.edge(u, v), u);
                }
            }
        }
        return visited;
    }

    @Test
    void ofTwoWaysForTheSameCostTheFirstStays() {
        CheapestPaths paths = new CheapestPaths(2);
        paths.start(0);
        assertEquals(0, paths.next());
        paths.offer(1, 5, 17);
        paths.offer(1, 5, 18);
        assertEquals(17, paths.via(1));
        paths.offer(1, 4, 19);
        assertEquals(19, paths.via(1));
        assertEquals(1, paths.next());
        assertEquals(4, paths.cost(1));
        assertEquals(-1, paths.next());
    }
}
