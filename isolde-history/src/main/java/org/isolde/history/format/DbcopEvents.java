package org.isolde.history.format;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.isolde.history.BadHistoryException;
import org.isolde.history.HistoryBuilder;
import org.isolde.history.OpKind;
import org.isolde.history.Scalars;
import org.isolde.history.Segment;
import org.isolde.history.Status;

/**
 * A dbcop history as its three spellings have it: sessions of transactions of events. What 0 means can only be said when all
 * of it has been read, so it is kept here until {@link #emit}.
 *
 * <p>A read of 0 where nobody wrote 0 reads the initial version, unless it is told beside the file what that is. The first session is the initial transaction if it is a single
 * one that only writes, each key once and the same value everywhere, and this value is 0 or PolySI's converter made the file
 * (it begins with 1). An event without success did not happen; a write of that kind must not be read, so it becomes
 * a transaction of its own, aborted.
 */
final class DbcopEvents {
    private static final int LIMIT = Integer.MAX_VALUE - 64;
    private static final byte READ = 0;
    private static final byte WRITE = 1;
    private static final byte FAILED = 2;

    private final Segment segment;
    private final Scalars scalars;

    private int events;
    private byte[] kind = new byte[64];
    private long[] variable = new long[64];
    private long[] value = new long[64];

    private int transactions;
    private int[] firstEvent = new int[17];
    private boolean[] committed = new boolean[16];
    private int[] session = new int[16];

    private int sessions;
    private boolean polySi;

    DbcopEvents(Segment segment) {
        this.segment = segment;
        this.scalars = segment.scalars();
    }

    Scalars scalars() {
        return scalars;
    }

    /** What the file says about its making. */
    void info(String info) {
        polySi = info.contains("SIVerifier");
    }

    void beginSession() {
        sessions++;
    }

    /** A read, of null if it saw no version. */
    void read(long key, long version, boolean success) throws BadHistoryException {
        add(success ? READ : (byte) (READ | FAILED), key, version);
    }

    void write(long key, long version, boolean success) throws BadHistoryException {
        add(success ? WRITE : (byte) (WRITE | FAILED), key, version);
    }

    private void add(byte eventKind, long key, long version) throws BadHistoryException {
        if (events == kind.length) {
            if (events == LIMIT) {
                throw BadHistoryException.of("more than 2^31 events, which is the design limit of a history");
            }
            int capacity = (int) Math.min(LIMIT, events * 2L);
            kind = Arrays.copyOf(kind, capacity);
            variable = Arrays.copyOf(variable, capacity);
            value = Arrays.copyOf(value, capacity);
        }
        kind[events] = eventKind;
        variable[events] = key;
        value[events++] = version;
    }

    /** The events since the last call are a transaction of the current session. */
    void endTransaction(boolean success) throws BadHistoryException {
        if (transactions == committed.length) {
            if (transactions > LIMIT / 2) {
                throw BadHistoryException.of("more than 2^30 transactions, which is the limit of this format");
            }
            committed = Arrays.copyOf(committed, transactions * 2);
            session = Arrays.copyOf(session, transactions * 2);
            firstEvent = Arrays.copyOf(firstEvent, transactions * 2 + 1);
        }
        committed[transactions] = success;
        session[transactions] = sessions - 1;
        firstEvent[++transactions] = events;
    }

    /** Passes everything on. */
    void emit(HistoryBuilder builder) {
        int from = isInitial() ? 1 : 0;
        long initial = from == 0 ? 0 : value[0];
        boolean zeroIsInitial = from == 1 || !builder.hasGivenInitialValue();
        Set<Long> zeroWritten = zeroIsInitial ? zeroWritten(from) : Set.of();
        if (zeroIsInitial && (initial != 0 || zeroWritten.isEmpty())) {
            builder.initialValue(initial, scalars);
        } else if (from == 1) {
            builder.initialValueOfEachKey();
        }
        long aborted = scalars.text(PlumeReader.ABORTED_SESSION);
        for (int t = from; t < transactions; t++) {
            segment.begin(session[t], Segment.NO_ID, 0);
            boolean failedWrites = false;
            if (!committed[t]) {
                segment.status(Status.ABORTED);
            }
            for (int e = firstEvent[t]; e < firstEvent[t + 1]; e++) {
                if (kind[e] == WRITE || (kind[e] == (WRITE | FAILED) && !committed[t])) {
                    segment.op(OpKind.WRITE, variable[e], value[e]);
                } else if (kind[e] == READ) {
                    boolean first = zeroIsInitial
                            && value[e] == 0
                            && (zeroWritten.isEmpty() || !zeroWritten.contains(variable[e]));
                    segment.op(OpKind.READ, variable[e], first ? Scalars.NULL : value[e]);
                } else {
                    failedWrites |= kind[e] == (WRITE | FAILED);
                }
            }
            for (int e = firstEvent[t]; failedWrites && e < firstEvent[t + 1]; e++) {
                if (kind[e] == (WRITE | FAILED)) {
                    segment.begin(aborted, Segment.NO_ID, 0);
                    segment.status(Status.ABORTED);
                    segment.op(OpKind.WRITE, variable[e], value[e]);
                }
            }
        }
    }

    private boolean isInitial() {
        boolean alone = transactions > 0
                && session[0] == 0
                && (transactions == 1 || session[1] > 0)
                && committed[0]
                && firstEvent[1] > 0;
        if (!alone || (value[0] != 0 && !polySi)) {
            return false;
        }
        Set<Long> keys = new HashSet<>();
        for (int e = 0; e < firstEvent[1]; e++) {
            if (kind[e] != WRITE || value[e] != value[0] || !keys.add(variable[e])) {
                return false;
            }
        }
        return true;
    }

    /** The keys to which a committed transaction wrote 0. */
    private Set<Long> zeroWritten(int from) {
        Set<Long> keys = new HashSet<>();
        for (int t = from; t < transactions; t++) {
            for (int e = firstEvent[t]; committed[t] && e < firstEvent[t + 1]; e++) {
                if (kind[e] == WRITE && value[e] == 0) {
                    keys.add(variable[e]);
                }
            }
        }
        return keys;
    }
}
