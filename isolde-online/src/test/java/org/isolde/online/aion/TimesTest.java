package org.isolde.online.aion;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Random;
import org.isolde.online.axiom.Times;
import org.junit.jupiter.api.Test;

class TimesTest {
    private final Random random = new Random(11);

    /** Times in order: even, uneven, with many equal ones, over all that a number can be. */
    private long[] times(int count) {
        long[] times = new long[count];
        int kind = random.nextInt(4);
        for (int i = 0; i < count; i++) {
            times[i] = switch (kind) {
                case 0 -> 1000L + 10L * i + random.nextInt(8);
                case 1 -> (long) Math.exp(random.nextDouble() * 40);
                case 2 -> random.nextInt(5);
                default -> random.nextLong();
            };
        }
        Arrays.sort(times);
        return times;
    }

    @Test
    void theFirstThatIsNotBefore() {
        for (int round = 0; round < 20_000; round++) {
            int count = random.nextInt(random.nextInt(5) == 0 ? 600 : 40);
            long[] times = times(count);
            int step = 1 + random.nextInt(3);
            long[] apart = new long[count * step];
            for (int i = 0; i < apart.length; i++) {
                apart[i] = i % step == 0 ? times[i / step] : random.nextLong();
            }
            int from = count == 0 ? 0 : random.nextInt(count);
            long time = count == 0 || random.nextBoolean() ? random.nextLong() : times[random.nextInt(count)];
            time += random.nextInt(3) - 1;
            int expected = from;
            while (expected < count && times[expected] < time) {
                expected++;
            }
            assertEquals(expected, Times.search(apart, step, from, count, time));
            if (step == 1) {
                assertEquals(expected, Times.searchFromEnd(apart, from, count, time));
            }
            int ofAll = 0;
            while (ofAll < count && times[ofAll] < time) {
                ofAll++;
            }
            // the bounds may be those of others, farther away
            long first = count == 0 ? 0 : Math.min(times[0], times[0] - random.nextInt(3));
            long last = count == 0 ? 0 : Math.max(times[count - 1], times[count - 1] + random.nextInt(100));
            assertEquals(ofAll, Times.searchBetween(apart, step, count, time, first, last));
        }
    }
}
