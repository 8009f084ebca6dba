package org.isolde.check.lin;

import org.isolde.check.graph.TimeSort;
import org.isolde.history.OpKind;

/**
 * Finds places for the compare-and-sets that failed on a key, in an order of its other operations: each needs a moment
 * between its begin and its end at which the value was not the one it expected. Taking for each, in the order of their
 * begins, the first such moment finds places for all in this order if there are any; in another order of the same
 * operations there may be some even if there are none in this one.
 *
 * <p>A place is the number of other operations before it.
 */
final class FailedCompareAndSets {
    private final Registers registers;
    private final TimeSort timeSort = new TimeSort();

    // the other operations
    private int[] order;
    /** The value at each place, and the next place at which it is another one. */
    private int[] value;

    private int[] nextValue;

    // those that failed, in the order of their begins, and between which places real time wants them
    private int[] failed;
    private int[] earliest;
    private int[] latest;

    /** One that found no place, or -1. */
    private int homeless = -1;

    FailedCompareAndSets(Registers registers) {
        this.registers = registers;
    }

    /**
     * Puts the failed compare-and-sets of a key into an order of its other operations.
     *
     * @return the order of all, or null if there is no place for {@link #homeless}
     */
    int[] place(int key, int count, int[] others) {
        order = others;
        homeless = -1;
        collect(key, count);
        survey();
        int[] place = new int[count];
        int[] byEnd = new int[count];
        long[] ends = new long[count];
        for (int i = 0; i < count; i++) {
            byEnd[i] = i;
            ends[i] = registers.end(failed[i]);
        }
        timeSort.sort(ends, byEnd, count);
        // the place of the last one that had ended before the current one began
        int floor = 0;
        int ended = 0;
        for (int i = 0; i < count; i++) {
            while (ended < count && ends[ended] < registers.begin(failed[i])) {
                floor = Math.max(floor, place[byEnd[ended++]]);
            }
            int at = Math.max(floor, earliest[i]);
            if (value[at] == registers.expected(failed[i])) {
                at = nextValue[at];
            }
            if (at > latest[i]) {
                homeless = failed[i];
                return null;
            }
            place[i] = at;
        }
        return merge(place, count);
    }

    /** The operation for which there was no place. */
    int homeless() {
        return homeless;
    }

    private void collect(int key, int count) {
        failed = new int[count];
        long[] begins = new long[count];
        int size = 0;
        for (int i = registers.first[key]; i < registers.first[key + 1]; i++) {
            int t = registers.member[i];
            if (registers.counts(t) && registers.kind(t) == OpKind.CAS_FAILED) {
                failed[size] = t;
                begins[size++] = registers.begin(t);
            }
        }
        timeSort.sort(begins, failed, size);
    }

    /**
     * Finds the value at each place, and where real time lets each of the failed ones stand: behind all that had ended
     * before it began, before all that began after it had ended. The least end of an operation and all that stand behind
     * it grows with the place, and so does the greatest begin of an operation and all before it.
     */
    private void survey() {
        int size = order.length;
        value = new int[size + 1];
        nextValue = new int[size + 1];
        long[] leastEnd = new long[size];
        long[] greatestBegin = new long[size];
        long greatest = Long.MIN_VALUE;
        for (int i = 0; i < size; i++) {
            int t = order[i];
            value[i + 1] = registers.kind(t) == OpKind.READ ? value[i] : registers.written(t);
            greatest = Math.max(greatest, registers.begin(t));
            greatestBegin[i] = greatest;
        }
        nextValue[size] = size + 1;
        long least = Long.MAX_VALUE;
        for (int i = size - 1; i >= 0; i--) {
            nextValue[i] = value[i] == value[i + 1] ? nextValue[i + 1] : i + 1;
            least = Math.min(least, registers.end(order[i]));
            leastEnd[i] = least;
        }
        int count = failed.length;
        earliest = new int[count];
        latest = new int[count];
        for (int i = 0; i < count; i++) {
            earliest[i] = TimeSort.firstAbove(leastEnd, registers.begin(failed[i]) - 1);
            latest[i] = TimeSort.firstAbove(greatestBegin, registers.end(failed[i]));
        }
    }

    private int[] merge(int[] place, int count) {
        int[] byPlace = new int[count];
        long[] places = new long[count];
        for (int i = 0; i < count; i++) {
            byPlace[i] = failed[i];
            places[i] = place[i];
        }
        timeSort.sort(places, byPlace, count);
        int[] all = new int[order.length + count];
        int next = 0;
        for (int i = 0; i <= order.length; i++) {
            while (next < count && places[next] == i) {
                all[i + next] = byPlace[next];
                next++;
            }
            if (i < order.length) {
                all[i + next] = order[i];
            }
        }
        return all;
    }
}
