package org.isolde.generate;

import org.isolde.history.Scalars;

/**
 * The conditions that clients ask, by number: ranges of {@code c1}, with or without {@code c2} being there, and single primary
 * keys.
 *
 * <p>Invariant: texts are as conditions are printed, so that equal ones have equal codes.
 */
final class RowConditions {
    private final int keys;
    private final int width;
    private final Scalars scalars;
    /** Codes of the texts; 0, which is that of no text, until one is asked for. */
    private final long[] codes;

    /** @param width how many values of {@code c1} a range has */
    RowConditions(int keys, int width, Scalars scalars) {
        this.keys = keys;
        this.width = width;
        this.scalars = scalars;
        this.codes = new long[3 * keys];
    }

    int range(int from, boolean notNull) {
        return notNull ? keys + from : from;
    }

    int key(int key) {
        return 2 * keys + key;
    }

    /** The first value of a range. */
    int from(int range) {
        return range % keys;
    }

    int to(int range) {
        return from(range) + width - 1;
    }

    boolean allows(int range, int c2) {
        return range < keys || c2 != RowTable.NULL;
    }

    long code(int condition) {
        if (codes[condition] == 0) {
            String range = "c1 >= " + from(condition) + " and c1 <= " + to(condition);
            codes[condition] = scalars.text(
                    condition >= 2 * keys
                            ? "c0 = " + (condition - 2 * keys)
                            : condition >= keys ? range + " and c2 is not null" : range);
        }
        return codes[condition];
    }
}
