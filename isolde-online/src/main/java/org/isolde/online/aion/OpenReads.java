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

    private long firstRead;
    private long endRead;

    long bytes() {
        return 66L * arrival.length + (list == null ? 21L : 25L) * transaction.length;
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
            widenTransactions();
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
            widenReads();
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
        }
        return endRead++;
    }

    private void widenTransactions() {
        int old = arrival.length;
        int from = (int) firstTransaction & (old - 1);
        arrival = unrolled(arrival, from, firstTransaction);
        physical = unrolled(physical, from, firstTransaction);
        logical = unrolled(logical, from, firstTransaction);
        seq = unrolled(seq, from, firstTransaction);
        id = unrolled(id, from, firstTransaction);
        readsFrom = unrolled(readsFrom, from, firstTransaction);
        byte[] kinds = new byte[old * 2];
        int[] numbers = new int[old * 2];
        boolean[] parts = new boolean[old * 2];
        for (int i = 0; i < old; i++) {
            int to = (int) (firstTransaction + i) & (old * 2 - 1);
            kinds[to] = kind[(from + i) & (old - 1)];
            numbers[to] = session[(from + i) & (old - 1)];
            parts[to] = takesPart[(from + i) & (old - 1)];
        }
        kind = kinds;
        session = numbers;
        takesPart = parts;
    }

    private void widenReads() {
        int old = transaction.length;
        int from = (int) firstRead & (old - 1);
        transaction = unrolled(transaction, from, firstRead);
        seen = unrolled(seen, from, firstRead);
        KeyChain[] chains = new KeyChain[old * 2];
        byte[] states = new byte[old * 2];
        long[][] lists = list == null ? null : new long[old * 2][];
        for (int i = 0; i < old; i++) {
            int to = (int) (firstRead + i) & (old * 2 - 1);
            int at = (from + i) & (old - 1);
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

    private static long[] unrolled(long[] ring, int from, long first) {
        int old = ring.length;
        long[] wider = new long[old * 2];
        for (int i = 0; i < old; i++) {
            wider[(int) (first + i) & (old * 2 - 1)] = ring[(from + i) & (old - 1)];
        }
        return wider;
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
                list[at] = null;
            }
        }
        firstTransaction++;
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
