package org.isolde.generate;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.PriorityQueue;
import org.isolde.history.Status;

/**
 * Passes transactions on in the order in which a collector would get them if each took a while to get there, drawn at
 * random.
 *
 * <p>Invariant: {@code underWay} has those that have ended and are due after the end of the last one; since ends only
 * grow, whatever is due by then can go. So memory holds what ends within the longest delay, and no more.
 */
final class DelayedSink implements TransactionSink {
    private final TransactionSink next;
    private final Delays delays;
    private final RandomSource random;
    private final PriorityQueue<Held> underWay = new PriorityQueue<>();
    /** Delivered ones, to be used again. */
    private final ArrayDeque<Held> spare = new ArrayDeque<>();

    private Held current;

    DelayedSink(TransactionSink next, Delays delays, RandomSource random) {
        this.next = next;
        this.delays = delays;
        this.random = random;
    }

    @Override
    public void begin(int session, int place, int id, Status status) {
        current = spare.isEmpty() ? new Held() : spare.pop();
        current.begin(session, place, id, status);
    }

    @Override
    public void realTime(long begin, long end) {
        current.begin = begin;
        current.end = end;
    }

    @Override
    public void start(long timestamp) {
        current.start = timestamp;
    }

    @Override
    public void commit(long timestamp) {
        current.commit = timestamp;
    }

    @Override
    public void order(long place) {
        current.order = place;
    }

    @Override
    public void operation(byte kind, int key, int value) {
        current.add(kind, key, value, null);
    }

    @Override
    public void listRead(int key, long[] elements, int count) {
        current.add(Held.LIST, key, 0, Arrays.copyOf(elements, count));
    }

    @Override
    public void end(long tick) throws IOException {
        current.due = tick + delays.draw(random);
        underWay.add(current);
        deliver(tick);
    }

    @Override
    public void versions(long key, long[] values) throws IOException {
        deliver(Long.MAX_VALUE);
        next.versions(key, values);
    }

    @Override
    public void finish() throws IOException {
        deliver(Long.MAX_VALUE);
        next.finish();
    }

    private void deliver(long now) throws IOException {
        while (!underWay.isEmpty() && underWay.peek().due <= now) {
            Held held = underWay.poll();
            held.replay(next);
            spare.push(held);
        }
    }

    /** A transaction on its way. */
    private static final class Held implements Comparable<Held> {
        static final byte LIST = -1;
        private static final long NONE = Long.MIN_VALUE;

        long due;
        private int session;
        private int place;
        private int id;
        private Status status;
        private long begin;
        private long end;
        private long start;
        private long commit;
        private long order;
        private int count;
        private byte[] kind = new byte[8];
        private int[] key = new int[8];
        private int[] value = new int[8];
        /** The elements of list reads; null until there is one. */
        private long[][] elements;

        void begin(int ofSession, int placeInSession, int itsId, Status itsStatus) {
            session = ofSession;
            place = placeInSession;
            id = itsId;
            status = itsStatus;
            begin = NONE;
            start = NONE;
            commit = NONE;
            order = NONE;
            count = 0;
        }

        void add(byte itsKind, int itsKey, int itsValue, long[] list) {
            if (count == kind.length) {
                kind = Arrays.copyOf(kind, 2 * count);
                key = Arrays.copyOf(key, 2 * count);
                value = Arrays.copyOf(value, 2 * count);
            }
            kind[count] = itsKind;
            key[count] = itsKey;
            value[count] = itsValue;
            if (list != null) {
                elements = elements == null
                        ? new long[kind.length][]
                        : elements.length < kind.length ? Arrays.copyOf(elements, kind.length) : elements;
                elements[count] = list;
            }
            count++;
        }

        void replay(TransactionSink to) throws IOException {
            to.begin(session, place, id, status);
            if (begin != NONE) {
                to.realTime(begin, end);
            }
            if (start != NONE) {
                to.start(start);
            }
            if (commit != NONE) {
                to.commit(commit);
            }
            if (order != NONE) {
                to.order(order);
            }
            for (int op = 0; op < count; op++) {
                if (kind[op] == LIST) {
                    to.listRead(key[op], elements[op], elements[op].length);
                } else {
                    to.operation(kind[op], key[op], value[op]);
                }
            }
            to.end(due);
        }

        /** Those that are due at the same time come in the order of their ends, which is that of their ids. */
        @Override
        public int compareTo(Held other) {
            return due != other.due ? Long.compare(due, other.due) : Integer.compare(id, other.id);
        }
    }
}
