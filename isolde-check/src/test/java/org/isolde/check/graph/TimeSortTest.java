package org.isolde.check.graph;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.Arrays;
import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TimeSortTest {
    private static final long[] EXTREMES = {
        Long.MIN_VALUE, Long.MIN_VALUE + 1, -1, 0, 1, Integer.MAX_VALUE, 1L << 32, Long.MAX_VALUE - 1, Long.MAX_VALUE
    };

    private final TimeSort sort = new TimeSort();
    private final SplittableRandom random;
    private final long seed;

    TimeSortTest() {
        seed = Seeds.next();
        random = new SplittableRandom(seed);
    }

    /** Sorts times that follow from their index, of all sizes around those where the way to sort changes. */
    private void sorts(LongUnaryOperator time) {
        for (int size : new int[] {0, 1, 2, 3, 47, 48, 49, 50, 1000, 5000}) {
            for (int round = 0; round < 8; round++) {
                long[] times =
                        IntStream.range(0, size).mapToLong(time::applyAsLong).toArray();
                int[] numbers = random.ints(size).toArray();
                int[] expected = IntStream.range(0, size)
                        .boxed()
                        .sorted(Comparator.comparingLong(i -> times[i]))
                        .mapToInt(Integer::intValue)
                        .toArray();
                // one entry behind those to be sorted, which stays
                long[] sortedTimes = Arrays.copyOf(times, size + 1);
                int[] sortedNumbers = Arrays.copyOf(numbers, size + 1);
                sortedTimes[size] = Long.MIN_VALUE;
                sortedNumbers[size] = 42;
                sort.sort(sortedTimes, sortedNumbers, size);
                long[] wantedTimes = new long[size + 1];
                int[] wantedNumbers = new int[size + 1];
                for (int i = 0; i < size; i++) {
                    wantedTimes[i] = times[expected[i]];
                    wantedNumbers[i] = numbers[expected[i]];
                }
                wantedTimes[size] = Long.MIN_VALUE;
                wantedNumbers[size] = 42;
                assertArrayEquals(wantedTimes, sortedTimes, "seed " + seed);
                assertArrayEquals(wantedNumbers, sortedNumbers, "seed " + seed);
            }
        }
    }

    @Test
    void anyTimes() {
        sorts(i -> random.nextLong());
    }

    @Test
    void extremeTimes() {
        sorts(i -> EXTREMES[random.nextInt(EXTREMES.length)]);
    }

    @Test
    void fewTimesKeepTheOrderOfWhatTheyShare() {
        sorts(i -> random.nextInt(5));
    }

    @Test
    void timesThatDifferInHighDigitsOnly() {
        sorts(i -> random.nextLong(-4, 4) << 59);
    }

    @Test
    void nearlySorted() {
        sorts(i -> 1_700_000_000_000_000_000L + i * 1000 + (random.nextInt(50) == 0 ? -20_000 : random.nextInt(1500)));
    }

    @Test
    void sortedBackwards() {
        sorts(i -> -i);
    }
}
