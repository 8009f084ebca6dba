package org.isolde.check.polygraph;

import org.isolde.check.facts.LaneVectors;

/**
 * Which nodes reach which: for every node and every chain the last place of the chain from where the node is reached. A
 * transaction at place {@code p} of its chain has the places {@code p * width} (snapshot) and {@code p * width + width - 1}
 * (commit).
 *
 * <p>As vectors of one int a chain; or, where chains are so many that those would be larger, as bits, with every transaction
 * a chain of its own.
 */
abstract class Reach {
    /** The last place of a chain from where a node is reached, or -1. */
    abstract int last(int chain, int node);

    /** A place of a chain reaches a node. */
    abstract void include(int node, int chain, int place);

    /** What reaches {@code from} reaches {@code into} too; whether anything is new. */
    abstract boolean join(int into, int from);

    static long vectorBytes(long nodes, long chains) {
        return nodes * chains * 4;
    }

    static long bitBytes(long nodes, long transactions, int width) {
        return nodes * (transactions * width / 8 + 8);
    }

    /** Vectors of ints. */
    static final class Vectors extends Reach {
        private final int chains;
        private final LaneVectors rows;

        Vectors(int nodes, int chains) {
            this.chains = chains;
            this.rows = new LaneVectors(nodes, chains);
        }

        @Override
        int last(int chain, int node) {
            return rows.block(node)[rows.offset(node) + chain] - 1;
        }

        @Override
        void include(int node, int chain, int place) {
            int[] row = rows.block(node);
            int at = rows.offset(node) + chain;
            row[at] = Math.max(row[at], place + 1);
        }

        @Override
        boolean join(int into, int from) {
            int[] target = rows.block(into);
            int[] source = rows.block(from);
            int t = rows.offset(into);
            int s = rows.offset(from);
            int changed = 0;
            for (int c = 0; c < chains; c++) {
                int old = target[t + c];
                int joined = Math.max(old, source[s + c]);
                target[t + c] = joined;
                changed |= old ^ joined;
            }
            return changed != 0;
        }
    }

    /** Bits; chains are single transactions. */
    static final class Bits extends Reach {
        private final int width;
        private final int words;
        private final long[][] rows;

        Bits(int nodes, int transactions, int width) {
            this.width = width;
            this.words = (transactions * width + 63) >>> 6;
            this.rows = new long[nodes][];
        }

        private long[] row(int node) {
            if (rows[node] == null) {
                rows[node] = new long[words];
            }
            return rows[node];
        }

        private static boolean get(long[] row, int bit) {
            return row != null && (row[bit >>> 6] & (1L << bit)) != 0;
        }

        @Override
        int last(int chain, int node) {
            long[] row = rows[node];
            for (int place = width - 1; place >= 0; place--) {
                if (get(row, chain * width + place)) {
                    return place;
                }
            }
            return -1;
        }

        @Override
        void include(int node, int chain, int place) {
            long[] row = row(node);
            for (int p = 0; p <= place; p++) {
                int bit = chain * width + p;
                row[bit >>> 6] |= 1L << bit;
            }
        }

        @Override
        boolean join(int into, int from) {
            long[] source = rows[from];
            if (source == null) {
                return false;
            }
            long[] target = row(into);
            long changed = 0;
            for (int w = 0; w < words; w++) {
                long joined = target[w] | source[w];
                changed |= joined ^ target[w];
                target[w] = joined;
            }
            return changed != 0;
        }
    }
}
