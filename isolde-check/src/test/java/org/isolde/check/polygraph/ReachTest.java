package org.isolde.check.polygraph;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.isolde.check.graph.Seeds;
import org.junit.jupiter.api.Test;

/** Reachability along chains, as vectors and as bits, against a matrix. */
class ReachTest {
    /** A random acyclic graph: nodes are numbered in a topological order, and chains are paths of it. */
    private static final class Model {
        final int transactions;
        final int width;
        final int[] chainOf;
        final int[] placeOf;
        final int chains;
        final boolean[][] reaches;
        final boolean[][] edge;

        Model(SplittableRandom random, int transactions, int width, int chains) {
            this.transactions = transactions;
            this.width = width;
            this.chains = chains;
            int nodes = transactions * width;
            chainOf = new int[transactions];
            placeOf = new int[transactions];
            edge = new boolean[nodes][nodes];
            int[] length = new int[chains];
            int[] last = new int[chains];
            for (int t = 0; t < transactions; t++) {
                // if there are as many chains as transactions, each is one
                int chain = chains == transactions ? t : random.nextInt(chains);
                chainOf[t] = chain;
                placeOf[t] = length[chain]++;
                if (placeOf[t] > 0) {
                    edge[last[chain] * width + width - 1][t * width] = true;
                }
                last[chain] = t;
                if (width == 2) {
                    edge[2 * t][2 * t + 1] = true;
                }
            }
            for (int i = random.nextInt(2 * transactions); i > 0; i--) {
                int a = random.nextInt(nodes);
                int b = random.nextInt(nodes);
                edge[Math.min(a, b)][Math.max(a, b)] |= a != b;
            }
            reaches = new boolean[nodes][nodes];
            for (int b = 0; b < nodes; b++) {
                reaches[b][b] = true;
                for (int p = 0; p < b; p++) {
                    for (int a = 0; edge[p][b] && a <= p; a++) {
                        reaches[a][b] |= reaches[a][p];
                    }
                }
            }
        }

        int place(int node) {
            return placeOf[node / width] * width + node % width;
        }

        /** Joins along all edges; every join says whether anything was new. */
        void fill(Reach reach, String where) {
            int nodes = transactions * width;
            for (int node = 0; node < nodes; node++) {
                reach.include(node, chainOf[node / width], place(node));
            }
            for (int b = 0; b < nodes; b++) {
                for (int p = 0; p < b; p++) {
                    if (edge[p][b]) {
                        int[] before = row(reach, b);
                        boolean grew = reach.join(b, p);
                        assertEquals(!Arrays.equals(before, row(reach, b)), grew, where);
                        assertEquals(false, reach.join(b, p), where);
                    }
                }
            }
        }

        int[] row(Reach reach, int node) {
            int[] row = new int[chains];
            for (int chain = 0; chain < chains; chain++) {
                row[chain] = reach.last(chain, node);
            }
            return row;
        }

        void check(Reach reach, String where) {
            int nodes = transactions * width;
            for (int b = 0; b < nodes; b++) {
                for (int a = 0; a < nodes; a++) {
                    assertEquals(reaches[a][b], reach.last(chainOf[a / width], b) >= place(a), where);
                }
            }
        }
    }

    @Test
    void vectorsAndBitsAgreeWithAMatrix() {
        long seed = Seeds.next();
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 200; round++) {
            int transactions = 1 + random.nextInt(round % 10 == 0 ? 80 : 20);
            int width = 1 + random.nextInt(2);
            Model model = new Model(random, transactions, width, 1 + random.nextInt(transactions));
            Reach vectors = new Reach.Vectors(transactions * width, model.chains);
            model.fill(vectors, "seed " + seed);
            model.check(vectors, "seed " + seed);
            Model single = new Model(random, transactions, width, transactions);
            Reach bits = new Reach.Bits(transactions * width, transactions, width);
            single.fill(bits, "seed " + seed);
            single.check(bits, "seed " + seed);
        }
    }

    /** Rows in more than one block of memory. */
    @Test
    void manyRowsAndChains() {
        int nodes = 3000;
        int chains = 1500;
        Reach vectors = new Reach.Vectors(nodes, chains);
        Reach bits = new Reach.Bits(nodes, chains, 2);
        for (Reach reach : new Reach[] {vectors, bits}) {
            for (int node = 0; node < nodes; node++) {
                reach.include(node, node / 2, node % 2);
                if (node > 0) {
                    reach.join(node, node - 1);
                }
            }
            for (int node = 0; node < nodes; node += 7) {
                for (int chain = 0; chain < chains; chain++) {
                    int expected = 2 * chain + 1 <= node ? 1 : 2 * chain == node ? 0 : -1;
                    assertEquals(expected, reach.last(chain, node));
                }
            }
        }
    }
}
