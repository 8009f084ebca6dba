package org.isolde.check.replay;

import java.util.Arrays;
import org.isolde.check.CommitOrder;
import org.isolde.check.facts.Facts;
import org.isolde.check.facts.TransactionOrder;
import org.isolde.check.graph.IntList;
import org.isolde.check.graph.Offsets;
import org.isolde.check.graph.TimeSort;
import org.isolde.history.History;
import org.isolde.history.OpKind;

/**
 * Finds places for transactions that are nothing but compare-and-sets that failed, in a serial order of the others: each wants
 * a moment at which the values were not the expected ones, after what comes before it in its session and in real time, and
 * before what comes after it. They read and write nothing, so that the order goes on explaining all reads wherever they stand.
 *
 * <p>A place is the number of others before it. Taking for each the first one that there is finds places for all in this order
 * of the others, if there are any; in another order there may be some even if there are none in this one.
 */
public final class FailurePlaces {
    private final Facts facts;
    private final History history;
    private final boolean inTime;
    private final int[] others;
    /** Those to be placed, in an order in which none comes after one that stands behind it. */
    private final int[] failed;
    /** The place of each of the others, plus one; of those that failed 0. */
    private final int[] placeOf;
    /** The places of the writes of key {@code k}: {@code write[first[k]] .. write[first[k + 1] - 1]}; and their values. */
    private final int[] first;

    private final int[] write;
    private final int[] value;

    private FailurePlaces(Facts facts, CommitOrder order, boolean inTime) {
        this.facts = facts;
        this.history = facts.history;
        this.inTime = inTime;
        IntList rest = new IntList(order.size());
        IntList only = new IntList();
        for (int i = 0; i < order.size(); i++) {
            (isOnlyFailure(order.transaction(i)) ? only : rest).add(order.transaction(i));
        }
        others = rest.toArray();
        failed = only.toArray();
        placeOf = new int[history.transactions() + 1];
        first = new int[history.keys() + 1];
        for (int i = 0; i < others.length; i++) {
            placeOf[others[i]] = i + 1;
            for (int op = history.firstOp(others[i]); op < history.firstOp(others[i] + 1); op++) {
                first[history.key(op) + 1] += history.isWrite(op) ? 1 : 0;
            }
        }
        Offsets.sum(first);
        int[] next = Offsets.next(first);
        write = new int[first[history.keys()]];
        value = new int[write.length];
        for (int i = 0; i < others.length; i++) {
            for (int op = history.firstOp(others[i]); op < history.firstOp(others[i] + 1); op++) {
                if (history.isWrite(op)) {
                    value[next[history.key(op)]] = history.value(op);
                    write[next[history.key(op)]++] = i;
                }
            }
        }
    }

    /**
     * The order with those transactions in other places; null if some find none.
     *
     * @param inTime whether real time counts
     */
    public static CommitOrder find(Facts facts, CommitOrder order, boolean inTime) {
        return new FailurePlaces(facts, order, inTime).find();
    }

    private boolean isOnlyFailure(int t) {
        for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
            if (history.kind(op) != OpKind.CAS_FAILED) {
                return false;
            }
        }
        return history.firstOp(t) < history.firstOp(t + 1);
    }

    private CommitOrder find() {
        int count = failed.length;
        long[] begins = new long[count];
        long[] ends = new long[count];
        int[] byEnd = new int[count];
        if (inTime) {
            for (int i = 0; i < count; i++) {
                begins[i] = history.begin(failed[i]);
            }
            new TimeSort().sort(begins, failed, count);
            for (int i = 0; i < count; i++) {
                ends[i] = history.end(failed[i]);
                byEnd[i] = i;
            }
            new TimeSort().sort(ends, byEnd, count);
        } else {
            // along the sessions: the numbers of transactions are in their order
            Arrays.sort(failed);
        }
        long[] leastEnd = inTime ? leastEnds() : null;
        long[] greatestBegin = inTime ? greatestBegins() : null;
        int[] limits = limits();
        int[] place = new int[count];
        int[] lastOfSession = new int[history.sessions()];
        int floor = 0;
        int ended = 0;
        for (int i = 0; i < count; i++) {
            int t = failed[i];
            // what failed before it in its session stands behind the others before that
            int least = Math.max(placeOf[facts.predecessor(t)], lastOfSession[history.session(t)]);
            int most = limits[t];
            if (inTime) {
                while (ended < count && ends[ended] < history.begin(t)) {
                    floor = Math.max(floor, place[byEnd[ended++]]);
                }
                least = Math.max(Math.max(least, floor), TimeSort.firstAbove(leastEnd, history.begin(t) - 1));
                most = Math.min(most, TimeSort.firstAbove(greatestBegin, history.end(t)));
            }
            place[i] = firstFit(t, least);
            if (place[i] > most) {
                return null;
            }
            lastOfSession[history.session(t)] = facts.sessionOrder ? place[i] : 0;
        }
        return merge(place);
    }

    /** For each of those that failed the place before which the next of the others in its session stands. */
    private int[] limits() {
        int[] limit = new int[history.transactions() + 1];
        for (int session = 0; session < history.sessions(); session++) {
            int next = others.length;
            for (int t = history.firstTransaction(session + 1) - 1; t >= history.firstTransaction(session); t--) {
                limit[t] = next;
                next = facts.sessionOrder && placeOf[t] != 0 ? placeOf[t] - 1 : next;
            }
        }
        return limit;
    }

    /** The first place from one on at which no value is as expected. */
    private int firstFit(int t, int least) {
        int place = least;
        boolean moved = true;
        while (moved && place <= others.length) {
            moved = false;
            for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                int key = history.key(op);
                // the first write that is not before the place
                int low = first[key];
                int high = first[key + 1];
                while (low < high) {
                    int middle = (low + high) >>> 1;
                    if (write[middle] < place) {
                        low = middle + 1;
                    } else {
                        high = middle;
                    }
                }
                int current = low == first[key] ? 0 : value[low - 1];
                if (current == history.value(op)) {
                    place = low == first[key + 1] ? others.length + 1 : write[low] + 1;
                    moved = true;
                }
            }
        }
        return place;
    }

    /** For each place the least end of what stands there and behind it. */
    private long[] leastEnds() {
        long[] least = new long[others.length];
        long end = Long.MAX_VALUE;
        for (int i = others.length - 1; i >= 0; i--) {
            end = history.isCommitted(others[i]) ? Math.min(end, history.end(others[i])) : end;
            least[i] = end;
        }
        return least;
    }

    /** For each place the greatest begin of what stands there and before it. */
    private long[] greatestBegins() {
        long[] greatest = new long[others.length];
        long begin = Long.MIN_VALUE;
        for (int i = 0; i < others.length; i++) {
            begin = Math.max(begin, history.begin(others[i]));
            greatest[i] = begin;
        }
        return greatest;
    }

    private CommitOrder merge(int[] place) {
        int[] byPlace = failed.clone();
        long[] places = new long[place.length];
        for (int i = 0; i < place.length; i++) {
            places[i] = place[i];
        }
        new TimeSort().sort(places, byPlace, place.length);
        int[] all = new int[others.length + place.length];
        int next = 0;
        for (int i = 0; i <= others.length; i++) {
            while (next < place.length && places[next] == i) {
                all[i + next] = byPlace[next];
                next++;
            }
            if (i < others.length) {
                all[i + next] = others[i];
            }
        }
        return TransactionOrder.of(history, all);
    }
}
