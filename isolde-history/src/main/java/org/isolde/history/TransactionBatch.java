package org.isolde.history;

import java.util.Arrays;

/**
 * Transactions as they came, in the order in which they came: the columns of one block of a stream, numbered from 0.
 *
 * <p>Keys are numbered by their first appearance in the batch; {@link #keyCode} and all other codes are of the batch's own
 * {@link #scalars()}. What a transaction lacks is {@link #ABSENT}.
 */
public final class TransactionBatch {
    /** What a column has where the transaction has nothing. */
    public static final long ABSENT = LongColumn.ABSENT;

    private final Segment segment;
    private final long[] keyCode;
    private final long[] sessionCode;
    private final boolean tellsInitial;
    private final long initialCode;
    private final boolean initialVersions;
    private final boolean closed;
    private final long announcedSessions;
    private final long[] endedCode;
    private final int[] endedBefore;

    private TransactionBatch(Builder builder) {
        this.segment = builder.segment;
        this.keyCode = segment.keys.keys();
        this.sessionCode = segment.sessions.keys();
        this.tellsInitial = builder.tellsInitial;
        this.initialCode = builder.initialCode;
        this.initialVersions = builder.initialVersions;
        this.closed = builder.closed;
        this.announcedSessions = builder.announcedSessions;
        this.endedCode = builder.endedCode;
        this.endedBefore = builder.endedBefore;
    }

    public static Builder builder() {
        return new Builder();
    }

    /** Collects a batch: fill the segment, then build. */
    public static final class Builder {
        private final Segment segment = new Segment();
        private boolean tellsInitial;
        private long initialCode = Scalars.NULL;
        private boolean initialVersions = true;
        private boolean closed;
        private long announcedSessions;
        private long[] endedCode = {};
        private int[] endedBefore = {};

        private Builder() {}

        public Segment segment() {
            return segment;
        }

        /** What keys are initially, by the header or from before (a code of the segment's scalars). */
        public void initial(long code, boolean versions) {
            tellsInitial = true;
            initialCode = code;
            initialVersions = versions;
        }

        /** A header says how many sessions there are at a time. */
        public void announcedSessions(long sessions) {
            announcedSessions = sessions;
        }

        /** The block says, behind the transactions so far, that a session has ended. */
        public void ended(long sessionCode) {
            endedCode = Arrays.copyOf(endedCode, endedCode.length + 1);
            endedBefore = Arrays.copyOf(endedBefore, endedCode.length);
            endedCode[endedCode.length - 1] = sessionCode;
            endedBefore[endedCode.length - 1] = segment.transactions;
        }

        /** The block says that the stream ends with it. */
        public void closed() {
            closed = true;
        }

        public TransactionBatch build() {
            return new TransactionBatch(this);
        }
    }

    public int transactions() {
        return segment.transactions;
    }

    public int operations() {
        return segment.operations;
    }

    public int keys() {
        return keyCode.length;
    }

    /** What it takes in memory. */
    public long bytes() {
        return segment.bytes() + 8L * (keyCode.length + sessionCode.length);
    }

    /** How many elements all list reads have together. */
    public int listElements() {
        return segment.listElementCount;
    }

    public Scalars scalars() {
        return segment.scalars();
    }

    /** Whether it is known what keys are initially: from a header among the lines, or from before. */
    public boolean tellsInitial() {
        return tellsInitial;
    }

    /** The initial value; null if none is told. */
    public long initialCode() {
        return initialCode;
    }

    public boolean hasInitialVersions() {
        return initialVersions;
    }

    /** Whether the line that closes a live recording was among the lines. */
    public boolean isClosed() {
        return closed;
    }

    /** How many sessions there are at a time, as the header says; 0 if it does not. */
    public long announcedSessions() {
        return announcedSessions;
    }

    /** How many lines say that a session has ended. */
    public int ended() {
        return endedCode.length;
    }

    /** The name of a session that has ended; they are in the order of the lines. */
    public long endedCode(int number) {
        return endedCode[number];
    }

    /** How many transactions are before the line that says so. */
    public int endedBefore(int number) {
        return endedBefore[number];
    }

    public int sessions() {
        return sessionCode.length;
    }

    /** The batch's number of a transaction's session. */
    public int session(int transaction) {
        return segment.session[transaction];
    }

    public long sessionCode(int session) {
        return sessionCode[session];
    }

    public long seq(int transaction) {
        return segment.seq.get(transaction);
    }

    public long idCode(int transaction) {
        return segment.id.get(transaction);
    }

    public Status status(int transaction) {
        return Status.of(segment.status[transaction]);
    }

    /** The line in the block. */
    public int line(int transaction) {
        return segment.line[transaction];
    }

    public long startPhysical(int transaction) {
        return segment.startPhysical.get(transaction);
    }

    public long startLogical(int transaction) {
        long logical = segment.startLogical.get(transaction);
        return logical == ABSENT ? 0 : logical;
    }

    public long commitPhysical(int transaction) {
        return segment.commitPhysical.get(transaction);
    }

    public long commitLogical(int transaction) {
        long logical = segment.commitLogical.get(transaction);
        return logical == ABSENT ? 0 : logical;
    }

    /** The first operation of a transaction; of {@code transactions()} the number of operations. */
    public int firstOp(int transaction) {
        return segment.firstOp[transaction];
    }

    public byte kind(int operation) {
        return segment.kind[operation >> Segment.PAGE_BITS][operation & Segment.PAGE_MASK];
    }

    /** The batch's number of an operation's key. */
    public int key(int operation) {
        return segment.key[operation >> Segment.PAGE_BITS][operation & Segment.PAGE_MASK];
    }

    public long keyCode(int key) {
        return keyCode[key];
    }

    public long valueCode(int operation) {
        return segment.valueAt(operation >> Segment.PAGE_BITS, operation & Segment.PAGE_MASK);
    }

    /** The list read of an operation; they are numbered in the order of operations. */
    public int listOf(int operation) {
        int low = 0;
        int high = segment.lists - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (segment.listOp.get(middle) < operation) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Where the elements of a list read begin; {@code listFirst(list + 1)} is where they end. */
    public int listFirst(int list) {
        return list == 0 ? 0 : (int) segment.listEnd.get(list - 1);
    }

    public long listElementCode(int index) {
        return segment.listElements.get(index);
    }
}
