package org.isolde.online.axiom;

import java.util.Arrays;

/** What the transaction that is being looked at has done to a key: {@link OwnOperations} fills it. */
public class Touched {
    private static final int MOST_WRITES_KEPT = 16;
    private static final long[] NOTHING = {};

    /** The transaction that last touched it, and what that has read or written there last. */
    long touchedBy = -1;

    long current;
    /** The transaction that last wrote it, and the values. */
    long writtenBy = -1;

    long[] writes = NOTHING;
    int writeCount;
    boolean appended;
    /** Where the values begin that were written since the last list read; that list; null if there was none. */
    int ownFrom;

    long[] lastList;

    protected Touched() {}

    /** The values that the transaction wrote, in order; of a register only the last counts. */
    public final long[] writes() {
        return writes;
    }

    /** How many {@link #writes} there are. */
    public final int writeCount() {
        return writeCount;
    }

    /** The first of {@link #writes} that becomes a version: of a list all do. */
    public final int firstVersion() {
        return appended ? 0 : writeCount - 1;
    }

    /** Whether the transaction appended to it. */
    public final boolean isAppended() {
        return appended;
    }

    final void write(long value) {
        if (writeCount == writes.length) {
            writes = Arrays.copyOf(writes, Math.max(1, writeCount * 2));
        }
        writes[writeCount++] = value;
    }

    /** Many writes of one transaction leave no room taken behind. */
    final void forgetWrites() {
        if (writes.length > MOST_WRITES_KEPT) {
            writes = new long[1];
        }
    }

    /** It is of another key from now on, which nobody has touched. */
    protected final void untouched() {
        touchedBy = -1;
        writtenBy = -1;
        lastList = null;
        forgetWrites();
    }
}
