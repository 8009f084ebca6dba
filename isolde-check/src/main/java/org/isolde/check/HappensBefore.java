package org.isolde.check;

import org.isolde.history.History;

/**
 * For each counted transaction and each chain the last member of the chain that happens before it: the vectors of AWDIT's
 * algorithm 3, as places in {@link CausalOrder} plus one, 0 for none. A direct predecessor is in the vector itself.
 */
final class HappensBefore {
    private static final int BLOCK_BITS = 24;

    private final Chains chains;
    private final int rowsPerBlock;
    private final int[][] blocks;

    HappensBefore(Subject subject, CausalOrder order, Chains chains) {
        this.chains = chains;
        int size = order.size();
        rowsPerBlock = Math.max(1, (1 << BLOCK_BITS) / Math.max(1, chains.count));
        blocks = new int[size / rowsPerBlock + 1][];
        for (int b = 0; b < blocks.length; b++) {
            int rows = Math.min(rowsPerBlock, size - b * rowsPerBlock);
            blocks[b] = new int[rows * chains.count];
        }
        compute(subject, order);
    }

    /** How many bytes the vectors take. */
    static long bytes(CausalOrder order, Chains chains) {
        return 4L * order.size() * chains.count;
    }

    private void compute(Subject subject, CausalOrder order) {
        History history = subject.history;
        int[] rank = order.rank;
        for (int place = 0; place < order.size(); place++) {
            int t = order.transaction(place);
            int[] row = block(place);
            int at = offset(place);
            int before = subject.predecessor(t);
            if (before != 0) {
                join(row, at, before, rank[before]);
            }
            for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                int source = subject.source(op, t);
                if (source > 0) {
                    join(row, at, source, rank[source]);
                }
            }
        }
    }

    private void join(int[] row, int at, int before, int beforePlace) {
        int chain = chains.chainOf[before];
        if (row[at + chain] > beforePlace) {
            return;
        }
        int[] other = block(beforePlace);
        int from = offset(beforePlace);
        int count = chains.count;
        for (int c = 0; c < count; c++) {
            row[at + c] = Math.max(row[at + c], other[from + c]);
        }
        row[at + chain] = beforePlace + 1;
    }

    /** The array that holds the row of a place; it begins at {@link #offset}. */
    int[] block(int place) {
        return blocks[place / rowsPerBlock];
    }

    int offset(int place) {
        return place % rowsPerBlock * chains.count;
    }
}
