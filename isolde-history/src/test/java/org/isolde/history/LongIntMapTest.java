package org.isolde.history;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

class LongIntMapTest {
    private static final long SEED = Long.getLong("isolde.seed", 3);

    /** Holds the map to a hash map of the JDK while keys come from a source. */
    private static void sameAsHashMap(int calls, LongSupplier source, String message) {
        LongIntMap map = new LongIntMap();
        Map<Long, Integer> model = new LinkedHashMap<>();
        for (int i = 0; i < calls; i++) {
            long key = source.getAsLong();
            assertEquals(model.getOrDefault(key, -1), map.get(key), message);
            Integer before = model.putIfAbsent(key, model.size());
            assertEquals(before == null ? model.size() - 1 : before, map.intern(key), message);
            assertEquals(model.size(), map.size(), message);
        }
        model.forEach((key, number) -> assertEquals(number, map.get(key), message + ", key " + key));
        assertArrayEquals(model.keySet().stream().mapToLong(Long::longValue).toArray(), map.keys(), message);
    }

    @Test
    void randomKeysOfAllSizes() {
        for (int i = 0; i < 60; i++) {
            long seed = SEED + i;
            Random random = new Random(seed);
            int bits = 1 + random.nextInt(63);
            long base = random.nextInt(3) == 0 ? random.nextLong() : 0;
            sameAsHashMap(
                    3000,
                    () -> base + (random.nextLong() >>> (64 - bits)) * (random.nextInt(8) == 0 ? -1 : 1),
                    "seed " + seed);
        }
    }

    @Test
    void extremeKeys() {
        long[] keys = {
            Long.MIN_VALUE,
            Long.MIN_VALUE + 1,
            Long.MAX_VALUE,
            Long.MAX_VALUE - 1,
            -1,
            0,
            1,
            63,
            64,
            255,
            256,
            4095,
            4096,
            1 << 28,
            (1 << 28) - 1,
            Integer.MAX_VALUE,
            Integer.MIN_VALUE
        };
        Random random = new Random(SEED);
        sameAsHashMap(200, () -> keys[random.nextInt(keys.length)], "seed " + SEED);
    }

    /** Keys that fall into one slot of a small table: multiples of a large power of two share their lower bits. */
    @Test
    void collidingKeys() {
        int[] next = {0};
        sameAsHashMap(5000, () -> (next[0]++ % 2500 - 1250L) << 52, "multiples of 2^52");
        next[0] = 0;
        sameAsHashMap(5000, () -> Long.MIN_VALUE + next[0]++ % 2500, "from Long.MIN_VALUE on");
    }

    /** Keys that are large for a small map and small for a large one move from the table to the array. */
    @Test
    void keysThatBecomeSmall() {
        int[] next = {0};
        sameAsHashMap(60_000, () -> 40_000 - next[0]++ % 40_000, "descending");
        next[0] = 0;
        sameAsHashMap(60_000, () -> next[0]++ % 3 == 0 ? next[0] * 4L : next[0], "two counters");
    }
}
