package org.isolde.history.format;

import java.util.PriorityQueue;
import org.isolde.history.History;
import org.isolde.history.Segment;
import org.isolde.history.Status;

/**
 * The begins and ends of all transactions in the order of real time, as a Jepsen history lists them.
 *
 * <p>A list of events has no equal times: an end before a begin says that the one transaction precedes the other. So of
 * what happens at one time begins come before ends. But a process does one thing at a time, so within a session each end
 * comes before the next begin, whatever the time. The events of a session at one time are therefore three stretches: its
 * <em>opening</em> up to the first end that counts, its <em>closing</em> behind the last begin that counts, and its
 * <em>middle</em>, which begins with an end and leads to a begin. All openings come first, all closings last, and between
 * them one middle after the other. If only one session has a middle, the order of the list is exactly the order in time and
 * that of sessions. If two have one, no list is: then the middle that comes second seems to follow the first one, and
 * {@link #addsOrder} says so.
 *
 * <p>The end of a transaction that is not committed precedes nothing, and the begin of an aborted one follows nothing, so
 * these do not count. An end that is not known is as late as the session allows.
 *
 * <p>Invariant: {@code events[s]} stands at the event of session {@code s} that comes next.
 */
final class EventOrder {
    private static final int OPENING = 0;
    private static final int MIDDLE = 1;
    private static final int CLOSING = 2;

    private final History history;
    private final PriorityQueue<SessionEvents> sessions;
    private int currentTransaction;
    private boolean currentIsEnd;
    /** The session whose middle came last, and when that was. */
    private int middleOf = -1;

    private long middleTime;
    private boolean addsOrder;

    EventOrder(History history) {
        this.history = history;
        sessions = new PriorityQueue<>(Math.max(1, history.sessions()));
        for (int session = 0; session < history.sessions(); session++) {
            if (history.firstTransaction(session) < history.firstTransaction(session + 1)) {
                sessions.add(new SessionEvents(session));
            }
        }
    }

    /** Whether any list of the events of a history says more than their times do. */
    static boolean addsOrder(History history) {
        EventOrder order = new EventOrder(history);
        while (!order.addsOrder && order.next()) {
            // the way there is what finds it out
        }
        return order.addsOrder;
    }

    /** Goes to the next event; false behind the last one. */
    boolean next() {
        SessionEvents first = sessions.poll();
        if (first == null) {
            return false;
        }
        currentTransaction = first.transaction;
        currentIsEnd = first.isEnd;
        if (first.stretch() == MIDDLE) {
            addsOrder |= middleOf >= 0 && middleOf != first.session && middleTime == first.time;
            middleOf = first.session;
            middleTime = first.time;
        }
        if (first.advance()) {
            sessions.add(first);
        }
        return true;
    }

    int transaction() {
        return currentTransaction;
    }

    boolean isEnd() {
        return currentIsEnd;
    }

    /** The events of one session, one after the other. */
    private final class SessionEvents implements Comparable<SessionEvents> {
        private final int session;
        private final int endTransaction;
        private int transaction;
        private boolean isEnd;
        private long time;
        /** How many events at this time are left of the opening, and how many of opening and middle. */
        private int opening;

        private int beforeClosing;

        SessionEvents(int session) {
            this.session = session;
            this.transaction = history.firstTransaction(session);
            this.endTransaction = history.firstTransaction(session + 1);
            long begin = history.begin(transaction);
            this.time = begin == Segment.NO_ID ? Long.MIN_VALUE : begin;
            lookAhead();
        }

        @Override
        public int compareTo(SessionEvents other) {
            int byTime = Long.compare(time, other.time);
            int byStretch = byTime != 0 ? byTime : Integer.compare(stretch(), other.stretch());
            return byStretch != 0 ? byStretch : Integer.compare(session, other.session);
        }

        int stretch() {
            return opening > 0 ? OPENING : beforeClosing > 0 ? MIDDLE : CLOSING;
        }

        /** Goes to the next event; false if this was the last. */
        boolean advance() {
            long after = timeAfter(transaction, isEnd, time);
            transaction += isEnd ? 1 : 0;
            isEnd = !isEnd;
            if (transaction == endTransaction) {
                return false;
            }
            opening--;
            beforeClosing--;
            if (after != time) {
                time = after;
                lookAhead();
            }
            return true;
        }

        /** When the event behind this one happens. */
        private long timeAfter(int of, boolean end, long now) {
            if (!end) {
                return Math.max(now, end(of));
            }
            if (of + 1 == endTransaction) {
                return Long.MAX_VALUE;
            }
            long begin = history.begin(of + 1);
            return begin == Segment.NO_ID ? now : Math.max(now, begin);
        }

        private long end(int of) {
            long end = history.end(of);
            if (end == Long.MAX_VALUE && of + 1 < endTransaction) {
                long next = history.begin(of + 1);
                return next == Segment.NO_ID ? Long.MIN_VALUE : next;
            }
            return end;
        }

        /** Divides the events at this time into their stretches. */
        private void lookAhead() {
            opening = 0;
            beforeClosing = 0;
            boolean opens = true;
            int of = transaction;
            boolean end = isEnd;
            for (int count = 1; ; count++) {
                Status status = history.status(of);
                opens &= !(end && status == Status.COMMITTED);
                if (opens) {
                    opening = count;
                }
                if (opens || (!end && status != Status.ABORTED)) {
                    beforeClosing = count;
                }
                long after = timeAfter(of, end, time);
                of += end ? 1 : 0;
                end = !end;
                if (of == endTransaction || after != time) {
                    return;
                }
            }
        }
    }
}
