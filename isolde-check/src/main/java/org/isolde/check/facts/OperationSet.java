package org.isolde.check.facts;

/** A set of operations as bits; takes no room while empty. */
final class OperationSet {
    private final int operations;
    private long[] bits;

    OperationSet(int operations) {
        this.operations = operations;
    }

    void add(int operation) {
        if (bits == null) {
            bits = new long[(operations >>> 6) + 1];
        }
        bits[operation >>> 6] |= 1L << operation;
    }

    boolean contains(int operation) {
        return bits != null && (bits[operation >>> 6] & (1L << operation)) != 0;
    }

    boolean isEmpty() {
        return bits == null;
    }
}
