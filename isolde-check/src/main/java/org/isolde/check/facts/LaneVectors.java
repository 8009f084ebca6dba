package org.isolde.check.facts;

/**
 * For each transaction a row of one int for each chain, in blocks, since all together they may be more than one array can
 * hold. Rows lie in the order of the transactions' numbers, that is session by session: whoever walks along a session walks
 * along memory.
 */
public final class LaneVectors {
    private static final int BLOCK_BITS = 24;

    private final int chains;
    private final int rowsPerBlock;
    private final int[][] blocks;

    public LaneVectors(int transactions, int chains) {
        this.chains = chains;
        rowsPerBlock = Math.max(1, (1 << BLOCK_BITS) / Math.max(1, chains));
        int rows = transactions + 1;
        blocks = new int[(rows - 1) / rowsPerBlock + 1][];
        for (int b = 0; b < blocks.length; b++) {
            blocks[b] = new int[Math.min(rowsPerBlock, rows - b * rowsPerBlock) * chains];
        }
    }

    /** How many bytes rows take. */
    public static long bytes(int transactions, int chains) {
        return 4L * transactions * chains;
    }

    /** The array that holds the row of a transaction; the row begins at {@link #offset}. */
    public int[] block(int transaction) {
        return blocks[transaction / rowsPerBlock];
    }

    public int offset(int transaction) {
        return transaction % rowsPerBlock * chains;
    }
}
