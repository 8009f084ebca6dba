package org.isolde.run.workload;

/**
 * A transaction whose operations and keys are known before it runs.
 *
 * <p>Invariant: every run has the same operations on the same keys. If it begins with reads of two different keys, every
 * other run does them the other way round: a cached result that outlived an abort shows up only when the retry begins
 * with the read that the failed attempt ended with.
 */
final class Steps implements Transaction {
    /** What is done with a key. */
    enum Kind {
        READ,
        WRITE,
        READ_LIST,
        APPEND;

        boolean isRead() {
            return this == READ || this == READ_LIST;
        }
    }

    private final Kind[] kinds;
    private final long[] keys;
    private final boolean rollsBack;
    private boolean isTurnedRound;

    /** The arrays are kept, not copied. */
    Steps(Kind[] kinds, long[] keys, boolean rollsBack) {
        this.kinds = kinds;
        this.keys = keys;
        this.rollsBack = rollsBack;
    }

    @Override
    public void run(Operations operations) throws Exception {
        boolean swap = isTurnedRound && kinds.length > 1 && kinds[0].isRead() && kinds[1] == kinds[0];
        isTurnedRound = !isTurnedRound;
        for (int step = 0; step < kinds.length; step++) {
            // steps 0 and 1 trade places
            int at = swap && step < 2 ? 1 - step : step;
            run(operations, kinds[at], keys[at]);
        }
    }

    private static void run(Operations operations, Kind kind, long key) throws Exception {
        switch (kind) {
            case READ -> operations.read(key);
            case WRITE -> operations.write(key);
            case READ_LIST -> operations.readList(key);
            case APPEND -> operations.append(key);
        }
    }

    @Override
    public boolean rollsBack() {
        return rollsBack;
    }

    /** Whether nothing is written by operations of these kinds. */
    static boolean areReadOnly(Kind[] kinds) {
        for (Kind kind : kinds) {
            if (!kind.isRead()) {
                return false;
            }
        }
        return true;
    }
}
