package org.isolde.run.rows;

/**
 * What a database told of a transaction as a whole, while it ran or when it was committed.
 *
 * @param number by which snapshots and the stream of changes name it; {@link #NONE} if it has none, as those that only read
 * @param snapshot what all its statements saw, if that is one and known; else null
 * @param order its place in an expected serial order; NaN if that is not known, or follows from its number
 */
public record RowMark(long number, RowSnapshot snapshot, double order) {
    public static final long NONE = Long.MIN_VALUE;

    /** The database told nothing. */
    public static final RowMark NOTHING = new RowMark(NONE, null, Double.NaN);

    public boolean hasNumber() {
        return number != NONE;
    }

    public boolean hasOrder() {
        return !Double.isNaN(order);
    }
}
