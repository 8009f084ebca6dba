package org.isolde.check.expected;

import org.isolde.check.graph.IntList;

/** A set of ranks: stretches, each from a rank up to, and without, another one, ascending, with gaps between them. */
final class Ranges {
    static final Ranges EMPTY = new Ranges(new int[0]);

    private final int[] bounds;

    private Ranges(int[] bounds) {
        this.bounds = bounds;
    }

    /** One stretch; none, if it has no ranks. */
    static Ranges of(int begin, int end) {
        return begin < end ? new Ranges(new int[] {begin, end}) : EMPTY;
    }

    int size() {
        return bounds.length / 2;
    }

    int begin(int stretch) {
        return bounds[2 * stretch];
    }

    int end(int stretch) {
        return bounds[2 * stretch + 1];
    }

    boolean contains(int rank) {
        int low = 0;
        int high = bounds.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (bounds[middle] <= rank) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        // an odd number of bounds up to it: within a stretch
        return (low & 1) != 0;
    }

    Ranges and(Ranges other) {
        return combine(other, 2);
    }

    Ranges or(Ranges other) {
        return combine(other, 1);
    }

    /** Walks over the bounds of both; a rank is in the result if so many of the two contain it. */
    private Ranges combine(Ranges other, int wanted) {
        IntList result = new IntList(bounds.length + other.bounds.length);
        int i = 0;
        int j = 0;
        boolean inside = false;
        while (i < bounds.length || j < other.bounds.length) {
            int a = i < bounds.length ? bounds[i] : Integer.MAX_VALUE;
            int b = j < other.bounds.length ? other.bounds[j] : Integer.MAX_VALUE;
            int at = Math.min(a, b);
            i += a == at ? 1 : 0;
            j += b == at ? 1 : 0;
            boolean now = (i & 1) + (j & 1) >= wanted;
            if (now != inside) {
                result.add(at);
                inside = now;
            }
        }
        return new Ranges(result.toArray());
    }
}
