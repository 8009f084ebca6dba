package org.isolde.check;

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

    // those that failed, in the order of their begins: their first places, and the places at which they are too late
    private int[] failed;
    private int[] least;
    private int[] tooLate;

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
        values();
        bounds();
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
            int at = Math.max(floor, least[i]);
            if (value[at] == registers.expected(failed[i])) {
                at = nextValue[at];
            }
            if (at >= tooLate[i]) {
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
            if (registers.subject.counts(t) && registers.kind(t) == OpKind.CAS_FAILED) {
                failed[size] = t;
                begins[size++] = registers.begin(t);
            }
        }
        timeSort.sort(begins, failed, size);
    }

    private void values() {
        int places = order.length + 1;
        value = new int[places];
        nextValue = new int[places];
        for (int i = 0; i < order.length; i++) {
            byte kind = registers.kind(order[i]);
            value[i + 1] = kind == OpKind.READ ? value[i] : registers.written(order[i]);
        }
        nextValue[places - 1] = places;
        for (int i = places - 2; i >= 0; i--) {
            nextValue[i] = value[i] == value[i + 1] ? nextValue[i + 1] : i + 1;
        }
    }

    /** Where real time lets each of the failed ones stand. */
    private void bounds() {
        int size = order.length;
        int count = failed.length;
        least = new int[count];
        tooLate = new int[count];
        int[] byTime = new int[size];
        long[] times = new long[size];
        for (int i = 0; i < size; i++) {
            byTime[i] = i;
            times[i] = registers.end(order[i]);
        }
        timeSort.sort(times, byTime, size);
        int place = 0;
        for (int i = 0, ended = 0; i < count; i++) {
            while (ended < size && times[ended] < registers.begin(failed[i])) {
                place = Math.max(place, byTime[ended++] + 1);
            }
            least[i] = place;
        }
        for (int i = 0; i < size; i++) {
            byTime[i] = i;
            times[i] = registers.begin(order[i]);
        }
        timeSort.sort(times, byTime, size);
        int[] first = new int[size + 1];
        first[size] = size + 1;
        for (int i = size - 1; i >= 0; i--) {
            first[i] = Math.min(first[i + 1], byTime[i] + 1);
        }
        for (int i = 0; i < count; i++) {
            int begun = firstAfter(times, registers.end(failed[i]));
            tooLate[i] = first[begun];
        }
    }

    /** Where the times greater than a given one begin. */
    private static int firstAfter(long[] times, long time) {
        int low = 0;
        int high = times.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (times[middle] <= time) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
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
