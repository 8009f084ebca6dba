package org.isolde.history.format;

import java.util.PriorityQueue;
import org.isolde.history.History;
import org.isolde.history.Segment;

/**
 * The begins and ends of all transactions in the order of real time, as a Jepsen history lists them.
 *
 * <p>Where several events happen at one time, begins come before ends, so that no transaction seems to precede another
 * that it touches; but within a session each end comes before the next begin. An end that is not known is as late as the
 * session allows.
 *
 * <p>Invariant: {@code transaction[s]} and {@code isEnd[s]} are the event of session {@code s} that comes next, at
 * {@code time[s]}; {@code phase[s]} orders events of one time.
 */
final class EventOrder {
    private final History history;
    private final int[] transaction;
    private final boolean[] isEnd;
    private final long[] time;
    private final int[] phase;
    private final PriorityQueue<Integer> sessions;
    private int currentTransaction;
    private boolean currentIsEnd;

    EventOrder(History history) {
        this.history = history;
        int count = history.sessions();
        transaction = new int[count];
        isEnd = new boolean[count];
        time = new long[count];
        phase = new int[count];
        sessions = new PriorityQueue<>(Math.max(1, count), (a, b) -> {
            int byTime = Long.compare(time[a], time[b]);
            int byPhase = byTime != 0 ? byTime : Integer.compare(phase[a], phase[b]);
            return byPhase != 0 ? byPhase : Integer.compare(a, b);
        });
        for (int session = 0; session < count; session++) {
            transaction[session] = history.firstTransaction(session);
            if (transaction[session] < history.firstTransaction(session + 1)) {
                long begin = history.begin(transaction[session]);
                time[session] = begin == Segment.NO_ID ? Long.MIN_VALUE : begin;
                sessions.add(session);
            }
        }
    }

    /** Goes to the next event; false behind the last one. */
    boolean next() {
        Integer first = sessions.poll();
        if (first == null) {
            return false;
        }
        int session = first;
        currentTransaction = transaction[session];
        currentIsEnd = isEnd[session];
        if (advance(session)) {
            sessions.add(session);
        }
        return true;
    }

    int transaction() {
        return currentTransaction;
    }

    boolean isEnd() {
        return currentIsEnd;
    }

    private boolean advance(int session) {
        long before = time[session];
        if (isEnd[session]) {
            isEnd[session] = false;
            if (++transaction[session] == history.firstTransaction(session + 1)) {
                return false;
            }
            long begin = history.begin(transaction[session]);
            time[session] = begin == Segment.NO_ID ? before : Math.max(before, begin);
        } else {
            isEnd[session] = true;
            time[session] = Math.max(before, end(session));
        }
        phase[session] = time[session] == before ? phase[session] + 1 : isEnd[session] ? 1 : 0;
        return true;
    }

    private long end(int session) {
        int current = transaction[session];
        long end = history.end(current);
        if (end == Long.MAX_VALUE && current + 1 < history.firstTransaction(session + 1)) {
            long next = history.begin(current + 1);
            return next == Segment.NO_ID ? Long.MIN_VALUE : next;
        }
        return end;
    }
}
