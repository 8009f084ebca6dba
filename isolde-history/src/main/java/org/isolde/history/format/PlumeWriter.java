package org.isolde.history.format;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.isolde.history.History;
import org.isolde.history.OpKind;
import org.isolde.history.Scalars;
import org.isolde.history.Segment;
import org.isolde.history.Status;

/**
 * Writes the text format of Plume and PolySI, transactions in the order in which they arrived.
 *
 * <p>Transaction ids are the history's own if each has one and they are different integers, else they are numbered anew from 0;
 * that is not counted as a loss. Of an aborted transaction only the writes are left, each on its own. A transaction of
 * unknown outcome is written as committed if somebody read from it, else as aborted.
 */
final class PlumeWriter implements FormatWriter {
    @Override
    public List<String> losses(History history) {
        PlainNumbers numbers = new PlainNumbers(history, true);
        List<String> losses = new ArrayList<>();
        boolean unknown = false;
        boolean aborted = false;
        boolean empty = false;
        for (int t = 1; t <= history.transactions(); t++) {
            unknown |= history.status(t) == Status.UNKNOWN;
            aborted |= history.status(t) == Status.ABORTED && !isLoneWrite(history, t);
            empty |= history.firstOp(t) == history.firstOp(t + 1) && history.status(t) != Status.ABORTED;
        }
        if (unknown) {
            losses.add("unknown outcomes");
        }
        if (aborted) {
            losses.add("aborted transactions (only their writes are kept, each on its own)");
        }
        if (empty) {
            losses.add("transactions without operations");
        }
        if (!numbers.keysFit()) {
            losses.add("keys that are no integers from 0 to 2^64-1 (keys are renumbered)");
        }
        if (!numbers.valuesFit()) {
            losses.add("values that are no integers from 1 to 2^64-1 (values are renumbered)");
        }
        if (history.hasInitialVersions() && history.initialCode() != 0 && history.initialCode() != Scalars.NULL) {
            losses.add("the initial value " + history.valueName(0) + " (it becomes 0)");
        }
        if (writesInitialValue(history)) {
            losses.add("writes of the initial value");
        }
        if (!sessionsFit(history, numbers)) {
            losses.add("names of sessions that are no integers from 0 to 2^64-1 (sessions are renumbered)");
        }
        PlainNumbers.addCommonLosses(history, losses);
        return losses;
    }

    /** Whether a transaction is what reading an aborted line of this format gives. */
    private static boolean isLoneWrite(History history, int t) {
        long session = history.sessionCode(history.session(t));
        return history.firstOp(t + 1) == history.firstOp(t) + 1
                && history.isWrite(history.firstOp(t))
                && history.idCode(t) == Segment.NO_ID
                && isAbortedSession(history, session);
    }

    private static boolean isAbortedSession(History history, long code) {
        return history.scalars().kind(code) == Scalars.Kind.TEXT
                && history.scalars().text(code).equals(PlumeReader.ABORTED_SESSION);
    }

    private static boolean writesInitialValue(History history) {
        for (int op : history.repeatedWrites()) {
            if (history.value(op) == 0) {
                return true;
            }
        }
        return false;
    }

    /** Whether all sessions that will be seen have numbers for names. */
    private static boolean sessionsFit(History history, PlainNumbers numbers) {
        for (int session = 0; session < history.sessions(); session++) {
            if (!numbers.fits(history.sessionCode(session))) {
                int t = history.firstTransaction(session);
                int end = history.firstTransaction(session + 1);
                while (t < end && history.status(t) == Status.ABORTED) {
                    t++;
                }
                if (t < end) {
                    return false;
                }
            }
        }
        return true;
    }

    @Override
    public void write(History history, OutputStream out) throws IOException {
        new Lines(history, out).write();
    }

    /** The lines of one history, on their way out through a buffer. */
    private static final class Lines {
        private static final int LONGEST_NUMBER = 20;
        private static final int GATHERED = 64;
        private static final int LONGEST_LINE = 4 * LONGEST_NUMBER + 8;

        private final History history;
        private final OutputStream out;
        private final PlainNumbers numbers;
        private final byte[] bytes = new byte[1 << 16];
        private int length;
        private final long[] keys = new long[GATHERED];
        private final long[] values = new long[GATHERED];
        /** The end of the current transaction's lines: session, transaction, bracket. */
        private final byte[] ending = new byte[2 * LONGEST_NUMBER + 8];

        Lines(History history, OutputStream out) {
            this.history = history;
            this.out = out;
            this.numbers = new PlainNumbers(history, true);
        }

        void write() throws IOException {
            boolean ownIds = idsFit(history, numbers);
            boolean ownSessions = sessionsFit(history, numbers);
            boolean inOrder = arrivesInSessionOrder(history);
            BitSet seen = history.allCommitted() ? null : seenUnknown(history);
            long next = 0;
            for (int place = 0; place < history.transactions(); place++) {
                int t = inOrder ? history.arrival(place) : place + 1;
                if (history.isCommitted(t) || (history.status(t) == Status.UNKNOWN && seen.get(t))) {
                    int session = history.session(t);
                    int end = numbers.put(ownSessions ? history.sessionCode(session) : session, ending, 0);
                    ending[end++] = ',';
                    end = numbers.put(ownIds ? history.idCode(t) : next++, ending, end);
                    operations(t, true, end(end));
                } else {
                    ending[0] = '0';
                    ending[1] = ',';
                    ending[2] = '-';
                    ending[3] = '1';
                    operations(t, false, end(4));
                }
            }
            out.write(bytes, 0, length);
        }

        private int end(int at) {
            ending[at] = ')';
            ending[at + 1] = '\n';
            return at + 2;
        }

        private void operations(int t, boolean committed, int endingLength) throws IOException {
            int to = history.firstOp(t + 1);
            for (int from = history.firstOp(t); from < to; from += GATHERED) {
                int count = Math.min(GATHERED, to - from);
                // looked up together, so that the processor waits for all of them at once
                for (int i = 0; i < count; i++) {
                    keys[i] = numbers.key(history.key(from + i));
                    values[i] = numbers.value(history.value(from + i));
                }
                for (int i = 0; i < count; i++) {
                    int op = from + i;
                    boolean write = history.isWrite(op);
                    if (write ? history.value(op) != 0 : committed && history.kind(op) != OpKind.CAS_FAILED) {
                        line(write ? 'w' : 'r', keys[i], values[i], endingLength);
                    }
                }
            }
        }

        private void line(char kind, long key, long value, int endingLength) throws IOException {
            if (length > bytes.length - LONGEST_LINE) {
                out.write(bytes, 0, length);
                length = 0;
            }
            int at = length;
            bytes[at++] = (byte) kind;
            bytes[at++] = '(';
            at = numbers.put(key, bytes, at);
            bytes[at++] = ',';
            at = numbers.put(value, bytes, at);
            bytes[at++] = ',';
            System.arraycopy(ending, 0, bytes, at, endingLength);
            length = at + endingLength;
        }
    }

    /** Whether every transaction that is written has an id of its own that the format can hold. */
    private static boolean idsFit(History history, PlainNumbers numbers) {
        if (!history.hasIds()) {
            return false;
        }
        long[] ids = new long[history.transactions()];
        int count = 0;
        boolean ascending = true;
        for (int t = 1; t <= history.transactions(); t++) {
            if (history.status(t) == Status.ABORTED) {
                continue;
            }
            long id = history.idCode(t);
            if (id == Segment.NO_ID || !numbers.fits(id)) {
                return false;
            }
            ascending &= count == 0 || ids[count - 1] < id;
            ids[count++] = id;
        }
        if (ascending) {
            return true;
        }
        Arrays.sort(ids, 0, count);
        for (int i = 1; i < count; i++) {
            if (ids[i] == ids[i - 1]) {
                return false;
            }
        }
        return true;
    }

    /** Whether the order of arrival keeps each session's order, as the order of lines must. */
    private static boolean arrivesInSessionOrder(History history) {
        int[] last = new int[history.sessions()];
        for (int place = 0; place < history.transactions(); place++) {
            int t = history.arrival(place);
            int session = history.session(t);
            if (t < last[session]) {
                return false;
            }
            last[session] = t;
        }
        return true;
    }

    /** Transactions of unknown outcome that another transaction, not aborted, read from. */
    private static BitSet seenUnknown(History history) {
        BitSet seen = new BitSet(history.transactions() + 1);
        for (int t = 1; t <= history.transactions(); t++) {
            if (history.status(t) == Status.ABORTED) {
                continue;
            }
            for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                int writer = OpKind.isRead(history.kind(op)) ? history.writer(history.value(op)) : History.NOBODY;
                if (writer > 0 && writer != t) {
                    seen.set(writer);
                }
            }
        }
        return seen;
    }
}
