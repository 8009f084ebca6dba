package org.isolde.report.answer;

import java.util.Arrays;
import org.isolde.history.History;

/**
 * Counts the pairs of committed transactions of different sessions that ran at the same time and met.
 *
 * <p>Transactions are walked by their begin. Each runs in a lane, which is free again once it has ended; so there are as
 * many lanes as ran at once, mostly one a session. A key has a bit for every lane whose transaction touched it, and one
 * for every lane whose transaction wrote it: who meets a transaction is the union over its operations. Bits stay until
 * the lane is taken again, so the end is asked for whenever one is found. A word has 64 lanes; where there are more, the
 * walk is repeated for the next 64.
 */
final class Meetings {
    private static final int GROUP = Long.SIZE;

    private final History history;
    /** Committed transactions by their begin, and the lane of each. */
    private final int[] byBegin;

    private final int[] lane;
    private int lanes;

    Meetings(History history, int[] committed) {
        this.history = history;
        this.byBegin = sorted(committed);
        this.lane = new int[byBegin.length];
        assignLanes();
    }

    long pairs() {
        long pairs = 0;
        for (int group = 0; group * GROUP < lanes; group++) {
            pairs += new Walk(group).pairs();
        }
        return pairs;
    }

    /** Transactions by their begin: merge sort, from the runs in which they stand, a session each. */
    private int[] sorted(int[] transactions) {
        int count = transactions.length;
        int[] runs = runs(transactions);
        int[] from = transactions;
        int[] to = new int[count];
        while (runs.length > 2) {
            int[] fewer = new int[runs.length / 2 + 1];
            int merged = 0;
            for (int run = 0; run + 1 < runs.length; run += 2) {
                int end = run + 2 < runs.length ? runs[run + 2] : runs[run + 1];
                merge(from, to, runs[run], runs[run + 1], end);
                fewer[++merged] = end;
            }
            runs = Arrays.copyOf(fewer, merged + 1);
            int[] done = to;
            to = from;
            from = done;
        }
        return from;
    }

    /** Where ascending runs begin, and behind them the end. */
    private int[] runs(int[] transactions) {
        int[] runs = new int[history.sessions() + 2];
        int size = 1;
        for (int i = 1; i <= transactions.length; i++) {
            boolean ends =
                    i == transactions.length || history.begin(transactions[i - 1]) > history.begin(transactions[i]);
            if (ends) {
                runs = size == runs.length ? Arrays.copyOf(runs, 2 * size) : runs;
                runs[size++] = i;
            }
        }
        return Arrays.copyOf(runs, size);
    }

    private void merge(int[] from, int[] to, int start, int middle, int end) {
        int left = start;
        int right = middle;
        for (int i = start; i < end; i++) {
            boolean first = left < middle && (right == end || history.begin(from[left]) <= history.begin(from[right]));
            to[i] = first ? from[left++] : from[right++];
        }
    }

    private void assignLanes() {
        int[] laneOfSession = new int[history.sessions()];
        int[] last = new int[history.sessions() + 1];
        for (int place = 0; place < byBegin.length; place++) {
            int t = byBegin[place];
            int session = history.session(t);
            int free = laneOfSession[session];
            if (free == lanes || !isFree(last[free], t)) {
                free = 0;
                while (free < lanes && !isFree(last[free], t)) {
                    free++;
                }
                if (free == last.length) {
                    last = Arrays.copyOf(last, 2 * free);
                }
                lanes = Math.max(lanes, free + 1);
                laneOfSession[session] = free;
            }
            last[free] = t;
            lane[place] = free;
        }
    }

    private boolean isFree(int last, int t) {
        return last == 0 || history.end(last) <= history.begin(t);
    }

    /** One walk over the transactions, with the bits of one group of lanes. */
    private final class Walk {
        private final int group;
        /** By lane the transaction that runs in it, or ran in it last. */
        private final int[] current = new int[GROUP];
        /** Of key {@code k} the lanes that touched it at {@code 2 k}, those that wrote it at {@code 2 k + 1}. */
        private final long[] bits = new long[2 * history.keys()];

        private long writing;
        private long searching;

        Walk(int group) {
            this.group = group;
        }

        long pairs() {
            long pairs = 0;
            for (int place = 0; place < byBegin.length; place++) {
                int t = byBegin[place];
                for (long left = met(t); left != 0; left &= left - 1) {
                    int other = current[Long.numberOfTrailingZeros(left)];
                    pairs += history.end(other) > history.begin(t) && history.session(other) != history.session(t)
                            ? 1
                            : 0;
                }
                if (lane[place] / GROUP == group) {
                    enter(t, lane[place] % GROUP);
                }
            }
            return pairs;
        }

        /** The lanes whose last transaction touched what a transaction touches, one of them writing. */
        private long met(int t) {
            long met = 0;
            boolean writes = false;
            for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                boolean isWrite = history.isWrite(op);
                met |= bits[2 * history.key(op) + (isWrite ? 0 : 1)];
                writes |= isWrite;
            }
            return met | (searches(t) ? writing : 0) | (writes ? searching : 0);
        }

        private void enter(int t, int free) {
            long bit = 1L << free;
            int gone = current[free];
            if (gone != 0) {
                for (int op = history.firstOp(gone); op < history.firstOp(gone + 1); op++) {
                    bits[2 * history.key(op)] &= ~bit;
                    bits[2 * history.key(op) + 1] &= ~bit;
                }
            }
            current[free] = t;
            writing &= ~bit;
            searching = searches(t) ? searching | bit : searching & ~bit;
            for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                bits[2 * history.key(op)] |= bit;
                if (history.isWrite(op)) {
                    bits[2 * history.key(op) + 1] |= bit;
                    writing |= bit;
                }
            }
        }

        /** Whether a transaction searched by a condition: it met whoever wrote. */
        private boolean searches(int t) {
            return history.predicates() > 0
                    && history.rows().firstPredicate(t) < history.rows().firstPredicate(t + 1);
        }
    }
}
