package org.isolde.online.aion;

import java.util.Arrays;
import org.isolde.history.Scalars;

/**
 * Transactions whose time is not over, in the order in which they came, with their external reads: two rings of columns.
 *
 * <p>Invariant: transaction numbers {@code firstTransaction .. endTransaction - 1} and read numbers {@code firstRead .. endRead - 1} are in use,
 * each at its number modulo the capacity, a power of two; the reads of a transaction have consecutive numbers. A read number that was
 * kept elsewhere may have settled: {@link #isOpen} says so.
 */
final class OpenReads {
    /** The read does not fit the snapshot as it is known now. */
    static final byte BAD = 1;

    /** A failed compare-and-set: it fits if the value is another one. */
    static final byte NEGATED = 2;

    /** The snapshot is not known any more. */
    static final byte TOO_LATE = 4;

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
    private KeyChain[] chain = new KeyChain[LEAST];
    /** The value that was seen; of a list how many elements are not the reader's own. */
    private long[] seen = new long[LEAST];

    private byte[] state = new byte[LEAST];
    /** The lists that list reads saw; null if there are none. */
    private long[][] list;

    private long listBytes;

    private long firstRead;
    private long endRead;

    long bytes() {
        return 66L * arrival.length + (list == null ? 21L : 25L) * transaction.length + listBytes;
    }

    /** The same, with what it takes to make room when there is hardly any left. */
    long bytesSoon() {
        boolean nearlyFull = endTransaction - firstTransaction > arrival.length / 4 * 3
                || endRead - firstRead > transaction.length / 4 * 3;
        return nearlyFull ? 3 * bytes() : bytes();
    }

    /** What it takes more to have room for one transaction, of so many reads at most. */
    long growth(int reads) {
        long transactions = endTransaction - firstTransaction == arrival.length ? 66L * arrival.length : 0;
        int length = transaction.length;
        while (endRead - firstRead + reads > length) {
            length *= 2;
        }
        return transactions + (list == null ? 21L : 25L) * (length - transaction.length);
    }

    long count() {
        return endRead - firstRead;
    }

    long firstRead() {
        return firstRead;
    }

    long endRead() {
        return endRead;
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
    long add(KeyChain key, long value, long[] elements, byte firstState) {
        if (endRead - firstRead == transaction.length) {
            resizeReads(transaction.length * 2);
        }
        int at = (int) endRead & (transaction.length - 1);
        transaction[at] = endTransaction - 1;
        chain[at] = key;
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
        seen = moved(seen, firstRead, count, capacity);
        KeyChain[] chains = new KeyChain[capacity];
        byte[] states = new byte[capacity];
        long[][] lists = list == null ? null : new long[capacity][];
        for (long r = firstRead; r < endRead; r++) {
            int to = (int) r & (capacity - 1);
            int at = (int) r & (state.length - 1);
            chains[to] = chain[at];
            states[to] = state[at];
            if (lists != null) {
                lists[to] = list[at];
            }
        }
        chain = chains;
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
        return firstTransaction + 1 == endTransaction
                ? endRead
                : readsFrom[(int) (firstTransaction + 1) & (arrival.length - 1)];
    }

    /** Forgets the oldest transaction and its reads. */
    void removeOldest() {
        long end = oldestReadsEnd();
        for (; firstRead < end; firstRead++) {
            int at = (int) firstRead & (transaction.length - 1);
            chain[at] = null;
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

    KeyChain chain(long read) {
        return chain[(int) read & (transaction.length - 1)];
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

    // ---- saving

    /** Who gets the parts of a long record. */
    interface Parts {
        void part(byte[] bytes);
    }

    /** Writes everything, in parts. */
    void save(Scalars scalars, int partSize, Parts parts) {
        Encoder out = new Encoder();
        long read = firstRead;
        for (long t = firstTransaction; t < endTransaction; t++) {
            int at = (int) t & (arrival.length - 1);
            long end = t + 1 == endTransaction ? endRead : readsFrom[(int) (t + 1) & (arrival.length - 1)];
            out.number(arrival[at]).number(physical[at]).number(logical[at]);
            out.octet(kind[at]).number(session[at]).number(seq[at]).octet(takesPart[at] ? 1 : 0);
            out.octet(id[at] == KeyChain.NONE ? 0 : 1);
            if (id[at] != KeyChain.NONE) {
                out.scalar(id[at], scalars);
            }
            out.number(end - read);
            for (; read < end; read++) {
                out.scalar(chain(read).code, scalars)
                        .scalar(seen(read), scalars)
                        .octet(state(read));
                long[] elements = list(read);
                out.number(elements == null ? -1 : elements.length);
                for (int i = 0; elements != null && i < elements.length; i++) {
                    out.scalar(elements[i], scalars);
                }
            }
            if (out.size() >= partSize) {
                parts.part(out.toBytes());
                out.clear();
            }
        }
        parts.part(out.toBytes());
    }

    /** Renames the codes of all values, lists and ids. */
    void adopt(Scalars from, Scalars to) {
        for (long t = firstTransaction; t < endTransaction; t++) {
            int at = (int) t & (arrival.length - 1);
            id[at] = id[at] == KeyChain.NONE ? KeyChain.NONE : to.adopt(id[at], from);
        }
        for (long r = firstRead; r < endRead; r++) {
            int at = (int) r & (transaction.length - 1);
            seen[at] = to.adopt(seen[at], from);
            if (list != null && list[at] != null) {
                Arrays.setAll(list[at], i -> to.adopt(list[at][i], from));
            }
        }
    }
}
