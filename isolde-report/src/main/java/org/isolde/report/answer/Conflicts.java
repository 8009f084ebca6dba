package org.isolde.report.answer;

import org.isolde.history.History;

/**
 * How often something could have gone wrong in a history: pairs of committed transactions that ran at the same time, by
 * the clients' clock, and met: on a key that one of them wrote, or because one searched by a condition while the other
 * wrote. Two that meet on several keys are one conflict.
 *
 * <p>Invariant: the transactions are walked once, by their begin, beside those under way, of which there are no more
 * than sessions; a meeting is found by marks on keys.
 *
 * @param committed how many transactions committed
 * @param pairs how many conflicts there were; negative if the history does not tell when its transactions ran
 */
public record Conflicts(long committed, long pairs) {
    private static final long UNKNOWN = -1;

    public boolean areKnown() {
        return pairs >= 0;
    }

    /** Those of this history and of another one together. */
    public Conflicts and(Conflicts other) {
        return new Conflicts(
                committed + other.committed, areKnown() && other.areKnown() ? pairs + other.pairs : UNKNOWN);
    }

    public static Conflicts of(History history) {
        int[] counted = new int[history.transactions()];
        int committed = 0;
        for (int t = 1; t <= history.transactions(); t++) {
            if (history.isCommitted(t)) {
                counted[committed++] = t;
            }
        }
        return new Conflicts(committed, history.hasRealTime() ? pairs(history, counted, committed) : UNKNOWN);
    }

    private static long pairs(History history, int[] counted, int committed) {
        int[] byBegin = sorted(history, counted, committed);
        Marks marks = new Marks(history);
        int[] underWay = new int[history.sessions() + 1];
        int many = 0;
        long pairs = 0;
        for (int place = 0; place < committed; place++) {
            int t = byBegin[place];
            marks.set(t);
            int left = 0;
            for (int i = 0; i < many; i++) {
                int other = underWay[i];
                if (history.end(other) > history.begin(t)) {
                    underWay[left++] = other;
                    pairs += history.session(other) != history.session(t) && marks.meet(other) ? 1 : 0;
                }
            }
            if (left == underWay.length) {
                underWay = java.util.Arrays.copyOf(underWay, 2 * left);
            }
            underWay[left++] = t;
            many = left;
        }
        return pairs;
    }

    /** Transactions by their begin: merge sort, since they stand in runs, a session each. */
    private static int[] sorted(History history, int[] transactions, int count) {
        int[] from = transactions;
        int[] to = new int[count];
        for (int width = 1; width < count; width *= 2) {
            for (int start = 0; start < count; start += 2 * width) {
                int middle = Math.min(start + width, count);
                int end = Math.min(start + 2 * width, count);
                int left = start;
                int right = middle;
                for (int i = start; i < end; i++) {
                    boolean first =
                            left < middle && (right == end || history.begin(from[left]) <= history.begin(from[right]));
                    to[i] = first ? from[left++] : from[right++];
                }
            }
            int[] done = to;
            to = from;
            from = done;
        }
        return from;
    }

    /** What one transaction touched, so that others can be held against it. */
    private static final class Marks {
        private final History history;
        private final int[] touched;
        private final int[] written;
        private int transaction;
        private boolean writes;

        Marks(History history) {
            this.history = history;
            this.touched = new int[history.keys()];
            this.written = new int[history.keys()];
        }

        void set(int t) {
            transaction = t;
            writes = false;
            for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                touched[history.key(op)] = t;
                if (history.isWrite(op)) {
                    written[history.key(op)] = t;
                    writes = true;
                }
            }
        }

        boolean meet(int other) {
            boolean otherWrites = false;
            for (int op = history.firstOp(other); op < history.firstOp(other + 1); op++) {
                int key = history.key(op);
                otherWrites |= history.isWrite(op);
                if (written[key] == transaction || touched[key] == transaction && history.isWrite(op)) {
                    return true;
                }
            }
            return searches(transaction) && otherWrites || searches(other) && writes;
        }

        private boolean searches(int t) {
            return history.predicates() > 0
                    && history.rows().firstPredicate(t) < history.rows().firstPredicate(t + 1);
        }
    }
}
