package org.isolde.proof;

import org.isolde.history.History;
import org.isolde.history.Status;

/**
 * The axioms of the levels by commit order below causal consistency, for a given order: whenever t3 reads a key from t1 and
 * the premise holds of another writer t2 of the key, then t2 is before t1.
 *
 * <p>For each reader it is enough to compare, key by key, the earliest source with the latest writer of which the premise
 * holds; that writer may be the source itself. The order must contain session order and reads-from. A session whose order
 * does not count is as many sessions as it has transactions.
 *
 * <p>Invariant: {@code latest[key]}, if it is of the session at hand, is the last in the order of those writers of the key that
 * have been entered for that session.
 */
final class PremiseChecks {
    private final Readings readings;
    private final History history;
    private final int[] order;
    private final int[] place;
    private final boolean sessionOrder;

    // of the session at hand
    private final int[] latest;
    private final int[] latestIn;

    // of the reader at hand: the keys that it reads, and the earliest source of each
    private final int[] keysRead;
    private int keysReadCount;
    private final int[] earliest;
    private final int[] earliestOf;

    PremiseChecks(Readings readings, int[] order, int[] place, boolean sessionOrder) {
        this.readings = readings;
        this.history = readings.history;
        this.order = order;
        this.place = place;
        this.sessionOrder = sessionOrder;
        this.latest = new int[history.keys()];
        this.latestIn = new int[history.keys()];
        this.keysRead = new int[history.keys()];
        this.earliest = new int[history.keys()];
        this.earliestOf = new int[history.keys()];
    }

    /** rc: t3 reads something from t2 in an operation before the one that reads the key from t1. */
    void readCommitted() throws Refusal {
        int[] firstRead = new int[place.length];
        for (int reader : order) {
            keysReadCount = 0;
            for (int read = readings.firstRead(reader + 1) - 1; read >= readings.firstRead(reader); read--) {
                if (readings.source(read) > 0) {
                    firstRead[readings.source(read)] = read;
                }
            }
            for (int end = readings.firstRead(reader + 1); end > readings.firstRead(reader); ) {
                int from = readings.statement(end - 1);
                for (int read = from; read < end; read++) {
                    int source = readings.source(read);
                    if (source > 0 && firstRead[source] == read) {
                        compareSource(reader, source);
                    }
                }
                for (int read = end - 1; read >= from; read--) {
                    enterRead(reader, read);
                }
                end = from;
            }
        }
    }

    /** ra: t2 is before t3 in its session, or t3 reads from t2. */
    void readAtomic() throws Refusal {
        readYourWrites();
        int[] comparedWith = new int[place.length];
        for (int reader : order) {
            keysReadCount = 0;
            for (int read = readings.firstRead(reader); read < readings.firstRead(reader + 1); read++) {
                enterRead(reader, read);
            }
            for (int read = readings.firstRead(reader); read < readings.firstRead(reader + 1); read++) {
                int source = readings.source(read);
                if (source > 0 && comparedWith[source] != reader) {
                    comparedWith[source] = reader;
                    compareSource(reader, source);
                }
            }
        }
    }

    private void enterRead(int reader, int read) {
        int source = readings.source(read);
        int key = readings.key(read);
        if (source < 0) {
            return;
        }
        if (earliestOf[key] != reader) {
            earliestOf[key] = reader;
            earliest[key] = source;
            keysRead[keysReadCount++] = key;
        } else if (place[source] < place[earliest[key]]) {
            earliest[key] = source;
        }
    }

    /** Compares what a source wrote with the reads entered, by way of the shorter list. */
    private void compareSource(int reader, int source) throws Refusal {
        int from = readings.firstWrite(source);
        int to = readings.firstWrite(source + 1);
        if (to - from <= keysReadCount) {
            for (int entry = from; entry < to; entry++) {
                int key = readings.writtenKey(entry);
                if (earliestOf[key] == reader) {
                    compare(reader, key, earliest[key], source);
                }
            }
        } else {
            for (int i = 0; i < keysReadCount; i++) {
                if (readings.entry(source, keysRead[i]) >= 0) {
                    compare(reader, keysRead[i], earliest[keysRead[i]], source);
                }
            }
        }
    }

    private void compare(int reader, int key, int t1, int t2) throws Refusal {
        if (place[t2] > place[t1]) {
            throw new Refusal(history.transactionName(reader) + " reads key " + history.keyName(key) + " from "
                    + history.transactionName(t1) + ", and the order does not have "
                    + history.transactionName(t2) + " before that, which the level asks for");
        }
    }

    /** ryw: t2 is before t3 in its session. */
    void readYourWrites() throws Refusal {
        for (int t = 1; t < place.length; t++) {
            if (readings.isCounted(t)) {
                compareWithLatest(t, session(t));
                if (precedes(t)) {
                    enterWrites(t, session(t));
                }
            }
        }
    }

    /** mr: one that is before t3 in its session read from t2. */
    void monotonicReads() throws Refusal {
        int[] enteredIn = new int[place.length];
        for (int t = 1; t < place.length; t++) {
            if (readings.isCounted(t)) {
                compareWithLatest(t, session(t));
                if (precedes(t)) {
                    enterSources(t, enteredIn);
                }
            }
        }
    }

    /** mw: t3 reads from one that t2 is before in its session. */
    void monotonicWrites() throws Refusal {
        Readers readers = new Readers();
        for (int t = 1; t < place.length; t++) {
            if (readings.isCounted(t)) {
                readers.compareAll(t);
                if (precedes(t)) {
                    enterWrites(t, session(t));
                }
            }
        }
    }

    /** wfr: t3 reads from one that read from t2, or that is in its session behind one that did. */
    void writesFollowReads() throws Refusal {
        Readers readers = new Readers();
        int[] enteredIn = new int[place.length];
        for (int t = 1; t < place.length; t++) {
            if (!readings.isCounted(t)) {
                continue;
            }
            if (precedes(t)) {
                enterSources(t, enteredIn);
                readers.compareAll(t);
            } else {
                readers.compareAll(t);
                readers.compareSourcesOf(t);
            }
        }
    }

    private boolean precedes(int t) {
        return history.status(t) != Status.UNKNOWN;
    }

    /** The session of a transaction, from 1. */
    private int session(int t) {
        return sessionOrder ? history.session(t) + 1 : t;
    }

    private void enterWrites(int t, int session) {
        for (int entry = readings.firstWrite(t); entry < readings.firstWrite(t + 1); entry++) {
            int key = readings.writtenKey(entry);
            if (latestIn[key] != session || place[t] > place[latest[key]]) {
                latestIn[key] = session;
                latest[key] = t;
            }
        }
    }

    /** Enters the writes of all that a transaction read from, each once a session. */
    private void enterSources(int t, int[] enteredIn) {
        int session = session(t);
        for (int read = readings.firstRead(t); read < readings.firstRead(t + 1); read++) {
            int source = readings.source(read);
            if (source > 0 && enteredIn[source] != session) {
                enteredIn[source] = session;
                enterWrites(source, session);
            }
        }
    }

    private void compareWithLatest(int reader, int session) throws Refusal {
        for (int read = readings.firstRead(reader); read < readings.firstRead(reader + 1); read++) {
            int key = readings.key(read);
            if (readings.source(read) >= 0 && latestIn[key] == session) {
                compare(reader, key, readings.source(read), latest[key]);
            }
        }
    }

    /**
     * For each transaction those who read from it. Left out are readers that read from a later one of the session too:
     * there the premise holds of more. Unknown transactions are not before later ones, and keep all their readers.
     */
    private final class Readers {
        private final int[] first = new int[place.length + 1];
        private int[] readers = {};

        Readers() {
            fill(false);
            for (int t = 0; t < place.length; t++) {
                first[t + 1] += first[t];
            }
            readers = new int[first[place.length]];
            fill(true);
            System.arraycopy(first, 0, first, 1, place.length);
            first[0] = 0;
        }

        /** Counts the readers of t in {@code first[t + 1]}, or puts them where {@code first[t]} says. */
        private void fill(boolean put) {
            int[] seenBy = new int[place.length];
            int sessions = Math.max(place.length, history.sessions() + 1);
            int[] latestSource = new int[sessions];
            int[] latestSourceOf = new int[sessions];
            for (int reader : order) {
                for (int read = readings.firstRead(reader); read < readings.firstRead(reader + 1); read++) {
                    int source = readings.source(read);
                    if (source > 0) {
                        int session = session(source);
                        boolean later = latestSourceOf[session] != reader || source > latestSource[session];
                        latestSource[session] = later ? source : latestSource[session];
                        latestSourceOf[session] = reader;
                    }
                }
                for (int read = readings.firstRead(reader); read < readings.firstRead(reader + 1); read++) {
                    int source = readings.source(read);
                    if (source > 0 && seenBy[source] != reader) {
                        seenBy[source] = reader;
                        int session = session(source);
                        if (latestSource[session] == source || !precedes(source)) {
                            if (put) {
                                readers[first[source]++] = reader;
                            } else {
                                first[source + 1]++;
                            }
                        }
                    }
                }
            }
        }

        void compareAll(int source) throws Refusal {
            for (int i = first[source]; i < first[source + 1]; i++) {
                compareWithLatest(readers[i], session(source));
            }
        }

        /** Compares the readers of a transaction with what that one's sources wrote. */
        void compareSourcesOf(int t) throws Refusal {
            for (int i = first[t]; i < first[t + 1]; i++) {
                keysReadCount = 0;
                for (int read = readings.firstRead(readers[i]); read < readings.firstRead(readers[i] + 1); read++) {
                    enterRead(readers[i], read);
                }
                for (int read = readings.firstRead(t); read < readings.firstRead(t + 1); read++) {
                    if (readings.source(read) > 0) {
                        compareSource(readers[i], readings.source(read));
                    }
                }
                clearReads();
            }
        }
    }

    private void clearReads() {
        for (int i = 0; i < keysReadCount; i++) {
            earliestOf[keysRead[i]] = 0;
        }
    }
}
