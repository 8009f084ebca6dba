package org.isolde.check.graph;

import java.util.Arrays;

/**
 * Sorts numbers by times that stand beside them, in place and stably: what has the same time keeps its order. Linear,
 * digit by digit, and only over the digits in which the times differ; what is few or nearly sorted, by insertion.
 */
public final class TimeSort {
    private static final int FEW = 48;
    private static final int BITS = 11;
    private static final int DIGITS = 1 << BITS;

    private long[] spareTimes = new long[0];
    private int[] spareNumbers = new int[0];
    private int[] counts;

    /** Sorts the first {@code size} entries of both arrays by time. */
    public void sort(long[] times, int[] numbers, int size) {
        if (insert(times, numbers, size)) {
            return;
        }
        long least = Long.MAX_VALUE;
        long greatest = Long.MIN_VALUE;
        for (int i = 0; i < size; i++) {
            least = Math.min(least, times[i]);
            greatest = Math.max(greatest, times[i]);
        }
        if (counts == null) {
            counts = new int[DIGITS];
        }
        if (spareTimes.length < size) {
            spareTimes = new long[size];
            spareNumbers = new int[size];
        }
        // the difference may not fit a signed long, but it does fit an unsigned one
        long range = greatest - least;
        for (int shift = 0; shift < Long.SIZE && range >>> shift != 0; shift += BITS) {
            pass(times, numbers, size, least, shift);
            System.arraycopy(spareTimes, 0, times, 0, size);
            System.arraycopy(spareNumbers, 0, numbers, 0, size);
        }
    }

    /** Sorts by insertion, and gives up, with some entries moved, if that takes more steps than it is worth. */
    private static boolean insert(long[] times, int[] numbers, int size) {
        long steps = size <= FEW ? Long.MAX_VALUE : size;
        for (int i = 1; i < size; i++) {
            long time = times[i];
            int number = numbers[i];
            int j = i;
            for (; j > 0 && times[j - 1] > time; j--) {
                times[j] = times[j - 1];
                numbers[j] = numbers[j - 1];
            }
            times[j] = time;
            numbers[j] = number;
            steps -= i - j;
            if (steps < 0) {
                return false;
            }
        }
        return true;
    }

    private void pass(long[] times, int[] numbers, int size, long least, int shift) {
        Arrays.fill(counts, 0);
        for (int i = 0; i < size; i++) {
            counts[(int) ((times[i] - least) >>> shift) & (DIGITS - 1)]++;
        }
        int sum = 0;
        for (int digit = 0; digit < DIGITS; digit++) {
            int count = counts[digit];
            counts[digit] = sum;
            sum += count;
        }
        for (int i = 0; i < size; i++) {
            int place = counts[(int) ((times[i] - least) >>> shift) & (DIGITS - 1)]++;
            spareTimes[place] = times[i];
            spareNumbers[place] = numbers[i];
        }
    }

    /** Where, among sorted times, those greater than a given one begin. */
    public static int firstAbove(long[] times, long time) {
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
}
