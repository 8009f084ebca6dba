package org.isolde.check.graph;

import java.util.SplittableRandom;

/** What the random tests of the data structures share: a seed that is printed, and random edges. */
public final class Seeds {
    private Seeds() {}

    /** The seed of a test: that of the property {@code isolde.seed}, or a new one. It is printed. */
    public static long next() {
        long seed = Long.getLong("isolde.seed", System.nanoTime());
        String test = StackWalker.getInstance()
                .walk(frames -> frames.skip(1).findFirst().map(f -> f.getClassName() + "." + f.getMethodName()))
                .orElse("");
        System.out.println(test + ": seed " + seed);
        return seed;
    }

    /** Edges between nodes from 0 on, of which several may be the same. */
    static EdgeList edges(SplittableRandom random, int nodes, int count) {
        EdgeList edges = new EdgeList(0);
        for (int i = 0; i < count; i++) {
            edges.add(random.nextInt(nodes), random.nextInt(nodes));
        }
        return edges;
    }

    /** The same for a {@link Digraph}, in which nobody is node 0. */
    static EdgeList edgesFromOne(SplittableRandom random, int nodes, int count) {
        EdgeList edges = new EdgeList(0);
        for (int i = 0; i < count; i++) {
            edges.add(1 + random.nextInt(nodes - 1), 1 + random.nextInt(nodes - 1));
        }
        return edges;
    }

    /** Edges that lead from smaller nodes to greater ones: turned round where they don't, and without loops. */
    static EdgeList forward(EdgeList edges) {
        EdgeList forward = new EdgeList(0);
        for (int i = 0; i < edges.size(); i++) {
            int a = edges.from.get(i);
            int b = edges.to.get(i);
            if (a != b) {
                forward.add(Math.min(a, b), Math.max(a, b));
            }
        }
        return forward;
    }
}
