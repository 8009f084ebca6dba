package org.isolde.run.rows;

import java.util.Arrays;

/** What a statement or a transaction sees: all transactions up to a number but some, and its own writes. */
public record RowSnapshot(long upTo, long[] but) {
    public RowSnapshot(long upTo) {
        this(upTo, new long[0]);
    }

    /** Whether it sees what a transaction of this number wrote. */
    public boolean sees(long number) {
        if (number > upTo) {
            return false;
        }
        for (long excepted : but) {
            if (excepted == number) {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RowSnapshot snapshot && upTo == snapshot.upTo && Arrays.equals(but, snapshot.but);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(upTo) * 31 + Arrays.hashCode(but);
    }

    @Override
    public String toString() {
        return "up to " + upTo + (but.length == 0 ? "" : " but " + Arrays.toString(but));
    }
}
