package org.isolde.run.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.isolde.generate.KeyDistribution;
import org.isolde.generate.RandomSource;
import org.isolde.run.option.Options;
import org.junit.jupiter.api.Test;

class LiveKeysTest {
    private static Options options(int keys, int fewest, int most, KeyDistribution distribution) {
        return Options.none()
                .with(WorkloadOptions.SEED, 42L)
                .with(WorkloadOptions.KEYS, keys)
                .with(WorkloadOptions.WRITES_PER_KEY, new WritesPerKey(fewest, most))
                .with(WorkloadOptions.DISTRIBUTION, distribution);
    }

    @Test
    void keysAreRetiredInTheRangeAskedFor() {
        LiveKeys keys = new LiveKeys(options(6, 3, 8, KeyDistribution.UNIFORM));
        RandomSource random = new RandomSource(1);
        Map<Long, Integer> writes = new TreeMap<>();
        for (int write = 0; write < 20_000; write++) {
            writes.merge(keys.keyToWrite(keys.draw(random), 1), 1, Integer::sum);
        }
        for (int slot = 0; slot < keys.size(); slot++) {
            writes.remove(keys.key(slot));
        }
        assertTrue(writes.size() > 3000);
        for (int count = 3; count <= 8; count++) {
            assertTrue(writes.containsValue(count), "no key was written " + count + " times");
        }
        assertTrue(writes.values().stream().allMatch(count -> count >= 3 && count <= 8));
    }

    @Test
    void keysStayForEverIfAskedTo() {
        LiveKeys keys = new LiveKeys(options(2, 3, 0, KeyDistribution.UNIFORM));
        for (int write = 0; write < 100_000; write++) {
            assertEquals(1, keys.keyToWrite(1, 2));
        }
        keys.wrote(1, 1);
        assertEquals(1, keys.key(1));
    }

    @Test
    void aLateWriteCountsForItsKeyAlone() {
        LiveKeys keys = new LiveKeys(options(1, 2, 2, KeyDistribution.UNIFORM));
        keys.wrote(0, 0);
        assertEquals(0, keys.key(0));
        keys.wrote(0, 0);
        assertEquals(1, keys.key(0));
        keys.wrote(0, 0);
        keys.wrote(0, 0);
        assertEquals(1, keys.key(0));
    }

    @Test
    void aReplacedKeyIsFresh() {
        LiveKeys keys = new LiveKeys(options(3, 2, 2, KeyDistribution.UNIFORM));
        assertEquals(3, keys.replace(1));
        assertEquals(3, keys.key(1));
    }

    @Test
    void sessionsAtOnceDontLoseWritesOrKeys() {
        LiveKeys keys = new LiveKeys(options(2, 4, 4, KeyDistribution.UNIFORM));
        Map<Long, Integer> writes = new ConcurrentHashMap<>();
        IntStream.range(0, 4).parallel().forEach(session -> {
            RandomSource random = new RandomSource(session);
            for (int write = 0; write < 20_000; write++) {
                writes.merge(keys.keyToWrite(keys.draw(random), 1), 1, Integer::sum);
            }
        });
        writes.remove(keys.key(0));
        writes.remove(keys.key(1));
        assertTrue(writes.values().stream().allMatch(count -> count == 4));
        assertTrue(writes.size() >= 19_998);
    }

    @Test
    void distributionsAreSkewedAsAsked() {
        assertEquals(0.2, shareOfTheFirst(2, KeyDistribution.UNIFORM), 0.02);
        assertEquals(0.8, shareOfTheFirst(2, KeyDistribution.HOTSPOT), 0.02);
        // of 10 keys by 1/(i+1)^0.99: (1 + 0.503) / 2.95
        assertEquals(0.51, shareOfTheFirst(2, KeyDistribution.ZIPFIAN), 0.02);
        // 1 - 0.05^(2 / 8.57), over 1 - 0.05^(10 / 8.57)
        assertEquals(0.52, shareOfTheFirst(2, KeyDistribution.EXPONENTIAL), 0.02);
    }

    private static double shareOfTheFirst(int slots, KeyDistribution distribution) {
        LiveKeys keys = new LiveKeys(options(10, 3, 8, distribution));
        RandomSource random = new RandomSource(5);
        int hits = 0;
        for (int draw = 0; draw < 50_000; draw++) {
            hits += keys.draw(random) < slots ? 1 : 0;
        }
        return hits / 50_000.0;
    }

    @Test
    void anotherSlotIsAnotherOneIfThereIsOne() {
        LiveKeys many = new LiveKeys(options(3, 3, 8, KeyDistribution.HOTSPOT));
        LiveKeys one = new LiveKeys(options(1, 3, 8, KeyDistribution.HOTSPOT));
        RandomSource random = new RandomSource(5);
        for (int draw = 0; draw < 1000; draw++) {
            int slot = many.draw(random);
            assertNotEquals(slot, many.drawOther(slot, random));
            assertEquals(0, one.drawOther(0, random));
        }
    }
}
