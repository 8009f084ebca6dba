package org.isolde.history;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Where one parsing thread puts what it reads: transactions one after the other, each with its operations.
 *
 * <p>Call {@link #begin}, then the setters and operations of that transaction, then the next {@code begin}; a
 * transaction ends where the next one begins. Nothing is allocated per operation: the columns grow by pages. Several
 * segments make one history ({@link HistoryBuilder}); {@link #chunk} marks which stretch of the input follows, so that
 * the input's order can be restored however the threads were scheduled.
 *
 * <p>Invariant: operation {@code i} of the segment lies in page {@code i >> PAGE_BITS}; keys and sessions are numbered by
 * first appearance in this segment, and every scalar is a code of this segment's {@link #scalars()}.
 */
public final class Segment {
    static final int PAGE_BITS = 16;
    static final int PAGE = 1 << PAGE_BITS;
    static final int PAGE_MASK = PAGE - 1;

    /** The id of a transaction that has none of its own; reports name it by session and place. */
    public static final long NO_ID = LongColumn.ABSENT;

    private final Scalars scalars = new Scalars();
    final LongIntMap keys = new LongIntMap(256);
    final LongIntMap sessions = new LongIntMap(64);
    /** Place of each key's first appearance: chunk << 32 | operation. */
    final LongColumn keyFirstSeen = new LongColumn();

    byte[][] kind = new byte[4][];
    int[][] key = new int[4][];
    /** Codes while parsing; the builder replaces nothing here. */
    long[][] value = new long[4][];

    int operations;
    int writes;

    // one row a transaction (or a part of one, where the builder merges parts by id)
    int transactions;
    int[] session = new int[16];
    int[] firstOp = new int[17];
    int[] line = new int[16];
    byte[] status = new byte[16];
    final LongColumn id = new LongColumn();
    final LongColumn seq = new LongColumn();
    final LongColumn begin = new LongColumn();
    final LongColumn end = new LongColumn();
    final LongColumn clockBegin = new LongColumn();
    final LongColumn clockEnd = new LongColumn();
    final LongColumn startPhysical = new LongColumn();
    final LongColumn startLogical = new LongColumn();
    final LongColumn commitPhysical = new LongColumn();
    final LongColumn commitLogical = new LongColumn();
    /** Bits of a double. */
    final LongColumn order = new LongColumn();

    // list reads: the operation, and the end of its elements
    int lists;
    final LongColumn listOp = new LongColumn();
    final LongColumn listEnd = new LongColumn();
    final LongColumn listElements = new LongColumn();
    int listElementCount;

    // given version orders: the key, and the values, earliest first
    final List<VersionChain> versionChains = new ArrayList<>();

    // chunks: index in the input, first transaction, lines before
    int chunks;
    int[] chunkIndex = new int[4];
    int[] chunkFirstTransaction = new int[4];
    long[] chunkLines = new long[4];

    private int currentChunk;
    private long lastSession = Scalars.NULL;
    private int lastSessionNumber = -1;
    private long lastKey = Scalars.NULL;
    private int lastKeyNumber = -1;

    Segment() {}

    /** The table that makes this segment's codes. */
    public Scalars scalars() {
        return scalars;
    }

    /** What follows is stretch {@code index} of the input (from 0, each once over all segments). */
    public void chunk(int index) {
        if (chunks == chunkIndex.length) {
            chunkIndex = Arrays.copyOf(chunkIndex, chunks * 2);
            chunkFirstTransaction = Arrays.copyOf(chunkFirstTransaction, chunks * 2);
            chunkLines = Arrays.copyOf(chunkLines, chunks * 2);
        }
        chunkIndex[chunks] = index;
        chunkFirstTransaction[chunks] = transactions;
        currentChunk = index;
        chunks++;
    }

    /** How many lines the current chunk had, so that later chunks know their line numbers. */
    public void chunkLines(long lines) {
        chunkLines[chunks - 1] = lines;
    }

    /**
     * Starts a transaction of a session, committed until {@link #status} says otherwise.
     *
     * @param id the input's own name of it, or {@link #NO_ID}
     * @param line its line within the current chunk, from 1, or 0
     */
    public void begin(long sessionCode, long idCode, int lineInChunk) {
        if (chunks == 0) {
            chunk(0);
        }
        if (transactions == session.length) {
            int capacity = transactions * 2;
            session = Arrays.copyOf(session, capacity);
            firstOp = Arrays.copyOf(firstOp, capacity + 1);
            line = Arrays.copyOf(line, capacity);
            status = Arrays.copyOf(status, capacity);
        }
        if (sessionCode != lastSession || lastSessionNumber < 0) {
            lastSession = sessionCode;
            lastSessionNumber = sessions.intern(sessionCode);
        }
        int row = transactions++;
        session[row] = lastSessionNumber;
        firstOp[row] = operations;
        firstOp[row + 1] = operations;
        line[row] = lineInChunk;
        status[row] = (byte) Status.COMMITTED.ordinal();
        if (idCode != NO_ID) {
            id.set(row, idCode);
        }
    }

    public void status(Status newStatus) {
        status[transactions - 1] = (byte) newStatus.ordinal();
    }

    /** The transaction's number in its session. */
    public void seq(long number) {
        seq.set(transactions - 1, number);
    }

    /** The transaction's own name, where it comes after its operations. */
    public void id(long idCode) {
        id.set(transactions - 1, idCode);
    }

    /** The client's clock: what counts as real time. An end that is not known is {@code Long.MAX_VALUE}. */
    public void realTime(long beginTime, long endTime) {
        begin.set(transactions - 1, beginTime);
        end.set(transactions - 1, endTime);
    }

    /** A clock for display, where real time is something else (the order of events, say). */
    public void displayTime(long beginTime, long endTime) {
        clockBegin.set(transactions - 1, beginTime);
        clockEnd.set(transactions - 1, endTime);
    }

    /** The database's start timestamp. */
    public void start(long physical, long logical) {
        startPhysical.set(transactions - 1, physical);
        startLogical.set(transactions - 1, logical);
    }

    /** The database's commit timestamp. */
    public void commit(long physical, long logical) {
        commitPhysical.set(transactions - 1, physical);
        commitLogical.set(transactions - 1, logical);
    }

    /** The transaction's place in an expected serialization order. */
    public void order(double place) {
        order.set(transactions - 1, Double.doubleToLongBits(place));
    }

    /** An operation of the current transaction; a read of {@link Scalars#NULL} reads the initial version. */
    public void op(byte opKind, long keyCode, long valueCode) {
        int index = operations++;
        if (index == HistoryBuilder.MAX_OPERATIONS) {
            throw new TooManyOperationsException();
        }
        int page = index >> PAGE_BITS;
        int at = index & PAGE_MASK;
        if (at == 0 || at == kind[page].length) {
            room(page, at);
        }
        if (keyCode != lastKey || lastKeyNumber < 0) {
            lastKey = keyCode;
            int before = keys.size();
            lastKeyNumber = keys.intern(keyCode);
            if (lastKeyNumber == before) {
                keyFirstSeen.set(before, ((long) currentChunk << 32) | index);
            }
        }
        kind[page][at] = opKind;
        key[page][at] = lastKeyNumber;
        value[page][at] = valueCode;
        writes += opKind & 1;
        firstOp[transactions] = operations;
    }

    /** A read of a whole list. */
    public void listRead(long keyCode, long[] elements, int count) {
        op(OpKind.LIST_READ, keyCode, count == 0 ? Scalars.NULL : elements[count - 1]);
        if (listElementCount > HistoryBuilder.MAX_OPERATIONS - count) {
            throw new TooManyOperationsException();
        }
        for (int i = 0; i < count; i++) {
            listElements.set(listElementCount++, elements[i]);
        }
        listOp.set(lists, operations - 1);
        listEnd.set(lists, listElementCount);
        lists++;
    }

    /** A given version order of a key, earliest first, the initial version implied. */
    public void versions(long keyCode, long[] values) {
        int before = keys.size();
        int number = keys.intern(keyCode);
        if (number == before) {
            keyFirstSeen.set(before, ((long) currentChunk << 32) | operations);
        }
        versionChains.add(new VersionChain(((long) currentChunk << 32) | versionChains.size(), number, values));
    }

    /** Forgets the current transaction and all that belongs to it. */
    public void dropTransaction() {
        int row = --transactions;
        for (int i = firstOp[row]; i < operations; i++) {
            writes -= kind[i >> PAGE_BITS][i & PAGE_MASK] & 1;
        }
        operations = firstOp[row];
        while (lists > 0 && listOp.get(lists - 1) >= operations) {
            lists--;
        }
        listElementCount = lists == 0 ? 0 : (int) listEnd.get(lists - 1);
        for (LongColumn column : rowColumns()) {
            column.truncate(row);
        }
    }

    private LongColumn[] rowColumns() {
        return new LongColumn[] {
            id, seq, begin, end, clockBegin, clockEnd, startPhysical, startLogical, commitPhysical, commitLogical, order
        };
    }

    /** How many operations the current transaction has. */
    public int operationsOfCurrent() {
        return operations - firstOp[transactions - 1];
    }

    public int transactions() {
        return transactions;
    }

    private void room(int page, int at) {
        if (page == kind.length) {
            kind = Arrays.copyOf(kind, page * 2);
            key = Arrays.copyOf(key, page * 2);
            value = Arrays.copyOf(value, page * 2);
        }
        if (kind[page] == null) {
            // only the first page starts small, for the many small histories
            int capacity = page == 0 ? 64 : PAGE;
            kind[page] = new byte[capacity];
            key[page] = new int[capacity];
            value[page] = new long[capacity];
        } else if (at == kind[page].length) {
            kind[page] = Arrays.copyOf(kind[page], at * 4);
            key[page] = Arrays.copyOf(key[page], at * 4);
            value[page] = Arrays.copyOf(value[page], at * 4);
        }
    }

    /** One line of version order: its place in the input, the segment's number of the key, and codes of values. */
    record VersionChain(long place, int key, long[] values) {}

    /** Thrown in the middle of parsing when the design limit is passed; readers turn it into a clear message. */
    public static final class TooManyOperationsException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        TooManyOperationsException() {
            super(HistoryBuilder.TOO_MANY_OPERATIONS);
        }
    }
}
