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
    final LongIntMap keys = new LongIntMap();
    final LongIntMap sessions = new LongIntMap();
    /** The chunk in which each key appears first. */
    final LongColumn keyChunk = new LongColumn();

    byte[][] kind = new byte[4][];
    int[][] key = new int[4][];
    /**
     * Codes of values. A page of small ones only (from 0 to 2^31-1, or null as -1) is in {@code smallValue}, any other, and
     * those behind it, in {@code value}.
     */
    long[][] value = new long[4][];

    int[][] smallValue = new int[4][];
    /** The current page. */
    private byte[] kindPage = {};

    private int[] keyPage = {};
    private int[] smallPage = {};
    private long[] valuePage;
    /** The greatest value of each key; -1 if only the initial one was seen. */
    private long[] keyMaximum = new long[16];
    /** Whether there are values that are no integers from 0 on. */
    boolean oddValues;
    /** Whether null was among the values. */
    boolean nullValues;

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

    /** What rows have beside operations; null if there are none. */
    RowSegment rows;

    // chunks: index in the input, first transaction, first entry of the scalars that is new in it, lines
    int chunks;
    int[] chunkIndex = new int[4];
    int[] chunkFirstTransaction = new int[4];
    int[] chunkFirstEntry = new int[4];
    long[] chunkLines = new long[4];

    private int currentChunk;
    private long lastSession = Scalars.NULL;
    private int lastSessionNumber = -1;
    private int keyCount;

    Segment() {}

    /** The table that makes this segment's codes. */
    public Scalars scalars() {
        return scalars;
    }

    /** What follows is stretch {@code index} of the input (from 0, each once over all segments, ascending in each). */
    public void chunk(int index) {
        if (chunks == chunkIndex.length) {
            chunkIndex = Arrays.copyOf(chunkIndex, chunks * 2);
            chunkFirstTransaction = Arrays.copyOf(chunkFirstTransaction, chunks * 2);
            chunkFirstEntry = Arrays.copyOf(chunkFirstEntry, chunks * 2);
            chunkLines = Arrays.copyOf(chunkLines, chunks * 2);
        }
        chunkIndex[chunks] = index;
        chunkFirstTransaction[chunks] = transactions;
        // what came before the first chunk belongs to it
        chunkFirstEntry[chunks] = chunks == 0 ? 0 : scalars.size();
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
     * @param idCode the input's own name of it, or {@link #NO_ID}
     * @param lineInChunk its line within the current chunk, from 1, or 0
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
            lastSessionNumber = session(sessionCode);
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

    /** The number of a session among those of this segment, whether it has transactions or will have. */
    public int session(long sessionCode) {
        return sessions.intern(sessionCode);
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
        int at = index & PAGE_MASK;
        if (at == 0 || at == kindPage.length) {
            room(index >> PAGE_BITS, at);
        }
        int keyNumber = keys.intern(keyCode);
        if (keyNumber == keyCount) {
            newKey();
        }
        kindPage[at] = opKind;
        keyPage[at] = keyNumber;
        note(keyNumber, valueCode);
        if (valuePage != null) {
            valuePage[at] = valueCode;
        } else if (valueCode >= 0 && valueCode <= Integer.MAX_VALUE) {
            smallPage[at] = (int) valueCode;
        } else if (valueCode == Scalars.NULL) {
            smallPage[at] = -1;
        } else {
            widen(index >> PAGE_BITS, at);
            valuePage[at] = valueCode;
        }
        writes += opKind & 1;
        firstOp[transactions] = index + 1;
    }

    private void newKey() {
        keyChunk.set(keyCount, currentChunk);
        if (keyCount == keyMaximum.length) {
            keyMaximum = Arrays.copyOf(keyMaximum, keyCount * 2);
        }
        keyMaximum[keyCount++] = -1;
    }

    /** Keeps in mind how large the values of a key are; nobody can guess whether one is greater than those before. */
    private void note(int keyNumber, long valueCode) {
        keyMaximum[keyNumber] = Math.max(keyMaximum[keyNumber], valueCode);
        if (valueCode < 0) {
            nullValues |= valueCode == Scalars.NULL;
            oddValues |= valueCode != Scalars.NULL;
        }
    }

    /** The greatest value of a key, or -1. */
    long maximum(int keyNumber) {
        return keyMaximum[keyNumber];
    }

    /** The code of the value of an operation. */
    long valueAt(int page, int at) {
        if (value[page] != null) {
            return value[page][at];
        }
        int small = smallValue[page][at];
        return small < 0 ? Scalars.NULL : small;
    }

    /** A read of a whole list. */
    public void listRead(long keyCode, long[] elements, int count) {
        op(OpKind.LIST_READ, keyCode, count == 0 ? Scalars.NULL : elements[count - 1]);
        if (listElementCount > HistoryBuilder.MAX_OPERATIONS - count) {
            throw new TooManyOperationsException();
        }
        for (int i = 0; i < count; i++) {
            note(keyPage[(operations - 1) & PAGE_MASK], elements[i]);
            // null is the initial version of a key, and no element
            oddValues |= elements[i] == Scalars.NULL;
            listElements.set(listElementCount++, elements[i]);
        }
        listOp.set(lists, operations - 1);
        listEnd.set(lists, listElementCount);
        lists++;
    }

    private int keyNumber(long keyCode) {
        int number = keys.intern(keyCode);
        if (number == keyCount) {
            newKey();
        }
        return number;
    }

    /** A given version order of a key, earliest first, the initial version implied. */
    public void versions(long keyCode, long[] values) {
        int number = keyNumber(keyCode);
        for (long code : values) {
            note(number, code);
        }
        versionChains.add(new VersionChain(((long) currentChunk << 32) | versionChains.size(), number, values));
    }

    /** There are rows, though perhaps none has columns: some are deleted. */
    public void hasRows() {
        rows();
    }

    private RowSegment rows() {
        if (rows == null) {
            rows = new RowSegment();
        }
        return rows;
    }

    /**
     * The columns that a write of the current transaction gave its version.
     *
     * @param place how many operations of the transaction come before the write
     * @param names codes of the names, the first {@code count} of them
     */
    public void image(int place, long[] names, long[] values, int count) {
        image(place, names, values, 0, count);
    }

    /** The same, of the names and values from one to another. */
    public void image(int place, long[] names, long[] values, int from, int to) {
        int entry = rows().imageLength();
        rows.imageName.setAll(entry, names, from, to);
        rows.imageValue.setAll(entry, values, from, to);
        rows.imageTransaction.set(rows.images, transactions - 1);
        rows.imagePlace.set(rows.images, place);
        rows.imageEnd.set(rows.images, entry + to - from);
        rows.images++;
    }

    /**
     * A predicate read of the current transaction. What follows of it, {@link #aggregate} and {@link #sees}, is of this one.
     *
     * @param place how many operations of the transaction come before it
     * @param items how many of those from there on are reads of the rows that came back
     * @param condition the code of its text, as {@link org.isolde.condition.Condition#text} has it
     */
    public void predicate(int place, int items, long table, long condition) {
        int next = rows().predicates;
        int sees = rows.seesLength();
        rows.transaction.set(next, transactions - 1);
        rows.place.set(next, place);
        rows.items.set(next, items);
        rows.table.set(next, table);
        rows.condition.set(next, condition);
        rows.aggregate.set(next, -1);
        rows.seesEnd.set(next, sees);
        rows.snapshot.set(next, RowSegment.UNKNOWN);
        rows.predicates++;
    }

    /** What came back in place of rows; the column is null's code for a count. */
    public void aggregate(Rows.Aggregate aggregate, long column, long result) {
        rows.aggregate.set(rows.predicates - 1, aggregate.ordinal());
        rows.aggregateColumn.set(rows.predicates - 1, column);
        rows.aggregateValue.set(rows.predicates - 1, result);
    }

    /** The version set is given row by row: those that follow by {@link #sees(long, long)}. */
    public void seesRows() {
        rows.snapshot.set(rows.predicates - 1, RowSegment.EXPLICIT);
    }

    /** A version of the version set. */
    public void sees(long keyCode, long valueCode) {
        int number = keyNumber(keyCode);
        note(number, valueCode);
        int entry = rows.seesLength();
        rows.seesKey.set(entry, number);
        rows.seesValue.set(entry, valueCode);
        rows.seesEnd.set(rows.predicates - 1, entry + 1);
    }

    /** The version set is a snapshot. */
    public void sees(int snapshot) {
        rows.snapshot.set(rows.predicates - 1, snapshot);
    }

    /** A snapshot: all transactions up to a number, but the first {@code count} of some others. Returns its number here. */
    public int snapshot(long upTo, long[] but, int count) {
        return snapshot(upTo, but, 0, count);
    }

    /** The same, without those from one to another. */
    public int snapshot(long upTo, long[] but, int from, int to) {
        int entry = rows().butLength();
        for (int i = from; i < to; i++) {
            rows.but.set(entry++, but[i]);
        }
        rows.upTo.set(rows.snapshots, upTo);
        rows.butEnd.set(rows.snapshots, entry);
        return rows.snapshots++;
    }

    /** The number by which snapshots name the current transaction. */
    public void number(long number) {
        rows().number.set(transactions - 1, number);
    }

    /** The snapshot of the whole current transaction. */
    public void snapshotOfTransaction(int snapshot) {
        rows().snapshotOf.set(transactions - 1, snapshot);
    }

    /** Forgets the current transaction and all that belongs to it. */
    public void dropTransaction() {
        int row = --transactions;
        if (rows != null) {
            rows.truncate(row);
        }
        for (int i = firstOp[row]; i < operations; i++) {
            writes -= kind[i >> PAGE_BITS][i & PAGE_MASK] & 1;
        }
        operations = firstOp[row];
        if (operations > 0) {
            int page = (operations - 1) >> PAGE_BITS;
            kindPage = kind[page];
            keyPage = key[page];
            valuePage = value[page];
            smallPage = smallValue[page];
        }
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

    /** What all columns take in memory. */
    long bytes() {
        long bytes = scalars.bytes() + keys.bytes() + sessions.bytes() + keyChunk.bytes() + 8L * keyMaximum.length;
        for (int page = 0; page < kind.length && kind[page] != null; page++) {
            bytes += (value[page] == null ? 9L : 13L) * kind[page].length;
        }
        bytes += 13L * session.length + listOp.bytes() + listEnd.bytes() + listElements.bytes();
        for (LongColumn column : rowColumns()) {
            bytes += column.bytes();
        }
        return bytes;
    }

    /** How many operations the current transaction has. */
    public int operationsOfCurrent() {
        return operations - firstOp[transactions - 1];
    }

    private void room(int page, int at) {
        if (page == kind.length) {
            kind = Arrays.copyOf(kind, page * 2);
            key = Arrays.copyOf(key, page * 2);
            value = Arrays.copyOf(value, page * 2);
            smallValue = Arrays.copyOf(smallValue, page * 2);
        }
        if (kind[page] == null) {
            // only the first page starts small, for the many small histories
            int capacity = page == 0 ? 64 : PAGE;
            kind[page] = new byte[capacity];
            key[page] = new int[capacity];
            if (page > 0 && value[page - 1] != null) {
                value[page] = new long[capacity];
            } else {
                smallValue[page] = new int[capacity];
            }
        } else if (at == kind[page].length) {
            kind[page] = Arrays.copyOf(kind[page], at * 4);
            key[page] = Arrays.copyOf(key[page], at * 4);
            if (value[page] != null) {
                value[page] = Arrays.copyOf(value[page], at * 4);
            } else {
                smallValue[page] = Arrays.copyOf(smallValue[page], at * 4);
            }
        }
        kindPage = kind[page];
        keyPage = key[page];
        valuePage = value[page];
        smallPage = smallValue[page];
    }

    /** Turns a page of small values into one of any values. */
    private void widen(int page, int filled) {
        valuePage = new long[smallPage.length];
        for (int i = 0; i < filled; i++) {
            valuePage[i] = smallPage[i] < 0 ? Scalars.NULL : smallPage[i];
        }
        value[page] = valuePage;
        smallValue[page] = null;
        smallPage = null;
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
