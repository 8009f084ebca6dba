package org.isolde.check.facts;

/**
 * For each transaction a row of one int for each lane, in blocks, since all together they may be more than one array can
 * hold. Rows lie in the order of the transactions' numbers, that is session by session: whoever walks along a session walks
 * along memory.
 */
public final class LaneVectors {
    private static final int BLOCK_BITS = 24;

    private final int lanes;
    private final int rowsPerBlock;
    private final int[][] blocks;

    public LaneVectors(int transactions, int lanes) {
        this.lanes = lanes;
        rowsPerBlock = Math.max(1, (1 << BLOCK_BITS) / Math.max(1, lanes));
        int rows = transactions + 1;
        blocks = new int[(rows - 1) / rowsPerBlock + 1][];
        for (int b = 0; b < blocks.length; b++) {
            blocks[b] = new int[Math.min(rowsPerBlock, rows - b * rowsPerBlock) * lanes];
        }
    }

    /** How many bytes rows take. */
    public static long bytes(int transactions, int lanes) {
        return 4L * transactions * lanes;
    }

    /** The array that holds the row of a transaction; the row begins at {@link #offset}. */
    public int[] block(int transaction) {
        return blocks[transaction / rowsPerBlock];
    }

    public int offset(int transaction) {
        return transaction % rowsPerBlock * lanes;
    }
}
