package org.isolde.sql.generate;

/**
 * The keys of a case. Rows get the numbers below {@value #FIRST_OFFSET}, one after the other. A statement that copies rows adds
 * an offset to their keys, {@value #FIRST_OFFSET} times a power of two that no other statement has: so a key tells the row that
 * it was copied from and the statements on the way, and is unique whatever is copied again.
 */
final class Keys {
    static final long FIRST_OFFSET = 10_000;
    private static final int MOST_OFFSETS = 16;

    /** Larger than any primary key. */
    static final double LARGEST = FIRST_OFFSET << MOST_OFFSETS;

    private long nextPrimary = 1;
    private long nextVersion = 1;
    private int offsets;

    long primary() {
        if (nextPrimary == FIRST_OFFSET) {
            throw new IllegalStateException("more than " + FIRST_OFFSET + " rows in a case");
        }
        return nextPrimary++;
    }

    /** For a row or a statement. */
    long version() {
        return nextVersion++;
    }

    boolean hasOffset() {
        return offsets < MOST_OFFSETS;
    }

    long offset() {
        return FIRST_OFFSET << offsets++;
    }
}
