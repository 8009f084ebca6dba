package org.isolde.online.rocks;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SortedEntriesTest {
    private static final byte[] GONE = {};

    private static byte[] key(Random random) {
        // many with a beginning in common, many that are the beginning of another, many that come again
        byte[] key = new byte[1 + random.nextInt(random.nextInt(10) == 0 ? 300 : 6)];
        for (int i = 0; i < key.length; i++) {
            key[i] = (byte) (random.nextInt(3) * 100);
        }
        return key;
    }

    @Test
    void eachKeyComesOnceInOrderAsItWasChangedLast() {
        SortedEntries entries = new SortedEntries();
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            TreeMap<byte[], byte[]> expected = new TreeMap<>(Arrays::compareUnsigned);
            entries.clear();
            for (int left = random.nextInt(2000); left > 0; left--) {
                byte[] key = key(random);
                if (random.nextInt(4) == 0) {
                    entries.remove(key);
                    expected.put(key, GONE);
                } else {
                    byte[] value = new byte[1 + random.nextInt(9)];
                    random.nextBytes(value);
                    entries.put(key, value);
                    expected.put(key, value);
                }
            }
            List<byte[]> keys = new ArrayList<>();
            int number = seed;
            entries.forEachKey((bytes, from, value, end) -> {
                byte[] key = Arrays.copyOfRange(bytes, from, value);
                keys.add(key);
                byte[] right = expected.get(key);
                assertArrayEquals(
                        right == GONE ? null : right,
                        end < 0 ? null : Arrays.copyOfRange(bytes, value, end),
                        () -> "seed " + number);
            });
            assertEquals(expected.size(), keys.size(), () -> "seed " + number);
            int at = 0;
            for (byte[] key : expected.keySet()) {
                assertArrayEquals(key, keys.get(at++), () -> "seed " + number);
            }
        }
    }

    @Test
    void entriesAreHadAsTheyCame() {
        SortedEntries entries = new SortedEntries();
        entries.put(new byte[] {2}, new byte[] {1});
        entries.remove(new byte[] {1});
        entries.put(new byte[] {2}, new byte[] {});
        StringBuilder seen = new StringBuilder();
        entries.forEach((bytes, key, value, end) -> seen.append(bytes[key])
                .append(end < 0 ? "-" : "+" + (end - value))
                .append(' '));
        assertEquals("2+1 1- 2+0 ", seen.toString());
    }
}
