package org.isolde.online.aion;

import java.util.Arrays;
import org.isolde.history.Scalars;
import org.isolde.online.axiom.Decoder;
import org.isolde.online.axiom.Encoder;
import org.isolde.online.axiom.Place;

/**
 * Transactions that are open, in the order in which they came, with their external reads: two rings of columns.
 *
 * <p>Invariant: transaction numbers {@code firstTransaction .. endTransaction - 1} and read numbers {@code firstRead .. endRead - 1} are in use,
 * each at its number modulo the capacity, a power of two; the reads of a transaction have consecutive numbers. A read number that was
 * kept elsewhere may have left: {@link #isOpen} says so.
 */
final class ReadRing {
    /** The read does not fit the snapshot as it is known now. */
    static final byte BAD = 1;

    /** A failed compare-and-set: it fits if the value is another one. */
    static final byte NEGATED = 2;

    /** The snapshot is not known any more. */
    static final byte TOO_LATE = 4;

    private static final long TRANSACTION_BYTES = 66;

    // flags of records
    private static final int IS_LIST = 64;
    private static final int KIND = 15;
    private static final int TAKES_PART = 16;
    private static final int HAS_ID = 32;

    private static final int LEAST = 16;
    /** Rings of up to this many places are not made smaller. */
    private static final int ROOMY = 4096;

    private long[] arrival = new long[LEAST];
    private long[] physical = new long[LEAST];
    private long[] logical = new long[LEAST];
    private byte[] kind = new byte[LEAST];
    private int[] session = new int[LEAST];
    private long[] seq = new long[LEAST];
    private long[] id = new long[LEAST];
    private long[] readsFrom = new long[LEAST];
    private boolean[] takesPart = new boolean[LEAST];
    private long firstTransaction;
    private long endTransaction;

    private long[] transaction = new long[LEAST];
    private long[] key = new long[LEAST];
    /** The value that was seen; of a list how many elements are not the reader's own. */
    private long[] seen = new long[LEAST];

    private byte[] state = new byte[LEAST];
    /** The lists that list reads saw; null if there are none. */
    private long[][] list;

    private long listBytes;

    private long firstRead;
    private long endRead;

    long bytes() {
        return TRANSACTION_BYTES * arrival.length + readBytes() * transaction.length + listBytes;
    }

    private long readBytes() {
        return list == null ? 25 : 29;
    }

    /** What it takes more to have room for one transaction, of so many reads at most; the old columns stay until the new ones are filled. */
    long growth(int reads) {
        long transactions =
                endTransaction - firstTransaction == arrival.length ? 2 * TRANSACTION_BYTES * arrival.length : 0;
        int length = transaction.length;
        while (endRead - firstRead + reads > length) {
            length *= 2;
        }
        return transactions + (length == transaction.length ? 0 : readBytes() * length);
    }

    long firstRead() {
        return firstRead;
    }

    boolean isOpen(long read) {
        return read >= firstRead;
    }

    // ---- adding

    /** Adds a transaction; its reads follow. */
    void begin(long now, Place place, long idCode, boolean counts) {
        if (endTransaction - firstTransaction == arrival.length) {
            resizeTransactions(arrival.length * 2);
        }
        int at = (int) endTransaction++ & (arrival.length - 1);
        arrival[at] = now;
        physical[at] = place.physical;
        logical[at] = place.logical;
        kind[at] = place.kind;
        session[at] = place.session;
        seq[at] = place.seq;
        id[at] = idCode;
        readsFrom[at] = endRead;
        takesPart[at] = counts;
    }

    /** Adds a read of the transaction that was added last. */
    long add(long keyCode, long value, long[] elements, byte firstState) {
        if (endRead - firstRead == transaction.length) {
            resizeReads(transaction.length * 2);
        }
        int at = (int) endRead & (transaction.length - 1);
        transaction[at] = endTransaction - 1;
        key[at] = keyCode;
        seen[at] = value;
        state[at] = firstState;
        if (elements != null && list == null) {
            list = new long[transaction.length][];
        }
        if (list != null) {
            list[at] = elements;
            listBytes += elements == null ? 0 : 8L * elements.length;
        }
        return endRead++;
    }

    private void resizeTransactions(int capacity) {
        int count = (int) (endTransaction - firstTransaction);
        arrival = moved(arrival, firstTransaction, count, capacity);
        physical = moved(physical, firstTransaction, count, capacity);
        logical = moved(logical, firstTransaction, count, capacity);
        seq = moved(seq, firstTransaction, count, capacity);
        id = moved(id, firstTransaction, count, capacity);
        readsFrom = moved(readsFrom, firstTransaction, count, capacity);
        byte[] kinds = new byte[capacity];
        int[] numbers = new int[capacity];
        boolean[] parts = new boolean[capacity];
        for (long t = firstTransaction; t < endTransaction; t++) {
            int to = (int) t & (capacity - 1);
            int at = (int) t & (kind.length - 1);
            kinds[to] = kind[at];
            numbers[to] = session[at];
            parts[to] = takesPart[at];
        }
        kind = kinds;
        session = numbers;
        takesPart = parts;
    }

    private void resizeReads(int capacity) {
        int count = (int) (endRead - firstRead);
        transaction = moved(transaction, firstRead, count, capacity);
        key = moved(key, firstRead, count, capacity);
        seen = moved(seen, firstRead, count, capacity);
        byte[] states = new byte[capacity];
        long[][] lists = list == null ? null : new long[capacity][];
        for (long r = firstRead; r < endRead; r++) {
            int to = (int) r & (capacity - 1);
            int at = (int) r & (state.length - 1);
            states[to] = state[at];
            if (lists != null) {
                lists[to] = list[at];
            }
        }
        state = states;
        list = lists;
    }

    private static long[] moved(long[] ring, long first, int count, int capacity) {
        long[] other = new long[capacity];
        for (long i = first; i < first + count; i++) {
            other[(int) i & (capacity - 1)] = ring[(int) i & (ring.length - 1)];
        }
        return other;
    }

    // ---- the oldest transaction

    boolean isEmpty() {
        return firstTransaction == endTransaction;
    }

    /** When the transaction that came first of all that are open came. */
    long oldestArrival() {
        return arrival[(int) firstTransaction & (arrival.length - 1)];
    }

    /** Whether the marks of all sessions are behind what the oldest transaction looks at. */
    boolean oldestIsPassed(LowWater marks, long now) {
        int at = (int) firstTransaction & (arrival.length - 1);
        return marks.hasPassed(physical[at], logical[at], now);
    }

    /** Whether no session can change what the oldest transaction looks at. */
    boolean oldestIsPassedByAll(LowWater marks) {
        int at = (int) firstTransaction & (arrival.length - 1);
        return marks.allHavePassed(physical[at], logical[at], session[at]);
    }

    /** The place at which the oldest transaction looks. */
    Place oldestPlace(Place place) {
        int at = (int) firstTransaction & (arrival.length - 1);
        return place.set(physical[at], logical[at], kind[at], session[at], seq[at]);
    }

    int oldestSession() {
        return session[(int) firstTransaction & (arrival.length - 1)];
    }

    long oldestSeq() {
        return seq[(int) firstTransaction & (arrival.length - 1)];
    }

    long oldestId() {
        return id[(int) firstTransaction & (arrival.length - 1)];
    }

    boolean oldestTakesPart() {
        return takesPart[(int) firstTransaction & (arrival.length - 1)];
    }

    /** One more than the last read of the oldest transaction; its first is {@link #firstRead}. */
    long oldestReadsEnd() {
        return readsEnd(firstTransaction);
    }

    /** Forgets the oldest transaction and its reads. */
    void removeOldest() {
        long end = oldestReadsEnd();
        for (; firstRead < end; firstRead++) {
            int at = (int) firstRead & (transaction.length - 1);
            if (list != null) {
                listBytes -= list[at] == null ? 0 : 8L * list[at].length;
                list[at] = null;
            }
        }
        firstTransaction++;
        // a rush leaves no room taken behind
        if (arrival.length > ROOMY && endTransaction - firstTransaction < arrival.length / 8) {
            resizeTransactions(arrival.length / 4);
        }
        if (transaction.length > ROOMY && endRead - firstRead < transaction.length / 8) {
            resizeReads(transaction.length / 4);
        }
    }

    // ---- reads

    /** The code of the key that was read. */
    long key(long read) {
        return key[(int) read & (transaction.length - 1)];
    }

    long seen(long read) {
        return seen[(int) read & (transaction.length - 1)];
    }

    /** The list that a read saw; null if it is no list read. */
    long[] list(long read) {
        return list == null ? null : list[(int) read & (transaction.length - 1)];
    }

    byte state(long read) {
        return state[(int) read & (transaction.length - 1)];
    }

    void state(long read, byte newState) {
        state[(int) read & (transaction.length - 1)] = newState;
    }

    /** Sets a place to where a read looks. */
    Place place(long read, Place place) {
        int at = (int) transaction[(int) read & (transaction.length - 1)] & (arrival.length - 1);
        return place.set(physical[at], logical[at], kind[at], session[at], seq[at]);
    }

    // ---- as a whole

    long firstTransaction() {
        return firstTransaction;
    }

    long endTransaction() {
        return endTransaction;
    }

    /** Forgets all; what comes next gets the next numbers. */
    void clear() {
        firstTransaction = endTransaction;
        firstRead = endRead;
        resizeTransactions(LEAST);
        list = null;
        listBytes = 0;
        resizeReads(LEAST);
    }

    /** What is added next gets this number, if there is nothing yet. */
    void startAt(long number) {
        firstTransaction = number;
        endTransaction = number;
    }

    /** The earliest physical time at which one of the transactions reads, of these numbers; the greatest time if none reads. */
    long earliest(long from, long to) {
        long earliest = Long.MAX_VALUE;
        for (long t = from; t < to; t++) {
            int at = (int) t & (arrival.length - 1);
            if (readsEnd(t) > readsFrom[at]) {
                earliest = Math.min(earliest, physical[at]);
            }
        }
        return earliest;
    }

    private long readsEnd(long t) {
        return t + 1 == endTransaction ? endRead : readsFrom[(int) (t + 1) & (arrival.length - 1)];
    }

    /**
     * Writes transactions from a number on, until a record is so long or there are no more.
     *
     * @return the number of the next
     */
    long write(long from, Encoder out, int longest, Scalars scalars) {
        long t = from;
        long lastArrival = 0;
        long lastTime = 0;
        for (; t < endTransaction && out.size() < longest; t++) {
            int at = (int) t & (arrival.length - 1);
            out.number(arrival[at] - lastArrival)
                    .number(physical[at] - lastTime)
                    .number(logical[at]);
            lastArrival = arrival[at];
            lastTime = physical[at];
            out.octet(kind[at] | (takesPart[at] ? TAKES_PART : 0) | (id[at] == KeyChain.NONE ? 0 : HAS_ID));
            out.number(session[at]).number(seq[at]);
            if (id[at] != KeyChain.NONE) {
                out.scalar(id[at], scalars);
            }
            long end = readsEnd(t);
            out.number(end - readsFrom[at]);
            for (long read = readsFrom[at]; read < end; read++) {
                long[] elements = list(read);
                out.scalar(key(read), scalars).scalar(seen(read), scalars);
                out.octet(state(read) | (elements == null ? 0 : IS_LIST));
                if (elements != null) {
                    out.number(elements.length);
                    for (long element : elements) {
                        out.scalar(element, scalars);
                    }
                }
            }
        }
        return t;
    }

    /** Adds the transactions of a record. */
    void read(Decoder in, Scalars scalars) {
        Place place = new Place();
        long lastArrival = 0;
        long lastTime = 0;
        while (in.hasMore()) {
            lastArrival += in.number();
            lastTime += in.number();
            long logicalPart = in.number();
            int flags = in.octet();
            int number = (int) in.number();
            place.set(lastTime, logicalPart, (byte) (flags & KIND), number, in.number());
            long name = (flags & HAS_ID) == 0 ? KeyChain.NONE : in.scalar(scalars);
            begin(lastArrival, place, name, (flags & TAKES_PART) != 0);
            for (long left = in.number(); left > 0; left--) {
                long keyCode = in.scalar(scalars);
                long value = in.scalar(scalars);
                int verdict = in.octet();
                long[] elements = (verdict & IS_LIST) == 0 ? null : new long[(int) in.number()];
                for (int i = 0; elements != null && i < elements.length; i++) {
                    elements[i] = in.scalar(scalars);
                }
                add(keyCode, value, elements, (byte) (verdict & ~IS_LIST));
            }
        }
    }

    /** Renames the codes of all keys, values, lists and ids. */
    void adopt(Scalars from, Scalars to) {
        for (long t = firstTransaction; t < endTransaction; t++) {
            int at = (int) t & (arrival.length - 1);
            id[at] = id[at] == KeyChain.NONE ? KeyChain.NONE : to.adopt(id[at], from);
        }
        for (long r = firstRead; r < endRead; r++) {
            int at = (int) r & (transaction.length - 1);
            key[at] = to.adopt(key[at], from);
            seen[at] = to.adopt(seen[at], from);
            if (list != null && list[at] != null) {
                Arrays.setAll(list[at], i -> to.adopt(list[at][i], from));
            }
        }
    }
}
