package org.isolde.history;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Numbers of pairs by themselves, held to a hash map; {@link ValueInternerTest} has them in their place. */
class ValueNumberingTest {
    private static final long SEED = Long.getLong("isolde.seed", 5);

    private record Pair(int key, long code) {}

    /** A numbering gives equal numbers to equal pairs and to no others, and tells the codes again. */
    private static int[] sameAsHashMap(
            ValueNumbering numbering, List<Pair> pairs, int[] ends, boolean everyNumber, String message) {
        Map<Pair, Integer> numbers = new HashMap<>();
        int[] values = new int[pairs.size()];
        for (int stretch = 0, i = 0; stretch < ends.length; stretch++) {
            ValueNumbering.Numbers ofStretch = numbering.numbers(stretch);
            for (; i < ends[stretch]; i++) {
                values[i] = ofStretch.next(pairs.get(i).key, pairs.get(i).code);
            }
        }
        assertFalse(numbering.hasFailed(), message);
        HistoryColumns columns = new HistoryColumns();
        columns.writer = new int[numbering.size()];
        numbering.finish(columns);
        Set<Integer> distinct = new HashSet<>();
        for (int i = 0; i < values.length; i++) {
            Pair pair = pairs.get(i);
            assertTrue(values[i] > 0 && values[i] < numbering.size(), message);
            assertEquals(numbers.getOrDefault(pair, values[i]), values[i], message);
            assertEquals(pair.code, columns.valueCode(values[i]), message);
            assertEquals(pair.code, columns.valueCodes()[values[i]], message);
            numbers.put(pair, values[i]);
            distinct.add(values[i]);
        }
        assertEquals(numbers.size(), distinct.size(), message);
        assertTrue(!everyNumber || distinct.size() == numbering.size() - 1, message);
        return values;
    }

    /** The hashed numbers of pairs that come in stretches, which are collected in any order by several collectors. */
    private static int[] hashed(
            List<Pair> pairs, int[] ends, int expected, int threads, Random random, String message) {
        HashedNumbering numbering = new HashedNumbering(ends.length, expected);
        List<HashedNumbering.Collector> collectors = List.of(numbering.new Collector(), numbering.new Collector());
        List<Integer> order = new java.util.ArrayList<>();
        for (int stretch = 0; stretch < ends.length; stretch++) {
            order.add(stretch);
        }
        java.util.Collections.shuffle(order, random);
        for (int stretch : order) {
            HashedNumbering.Collector collector = collectors.get(random.nextInt(2));
            for (Pair pair : pairs.subList(stretch == 0 ? 0 : ends[stretch - 1], ends[stretch])) {
                collector.add(pair.key, pair.code);
            }
            collector.end(stretch);
        }
        numbering.number(threads);
        return sameAsHashMap(numbering, pairs, ends, true, message);
    }

    private static List<Pair> pairs(Random random, int count, int keys, long codes) {
        return random.ints(count, 0, keys)
                .mapToObj(key -> new Pair(key, codes <= 0 ? random.nextLong() : random.nextLong(codes)))
                .toList();
    }

    /** Whatever the threads and however the input is cut, the numbers are those of one stretch and one thread. */
    @Test
    void hashedNumbersOfAnyCodes() {
        for (int i = 0; i < 60; i++) {
            long seed = SEED + i;
            Random random = new Random(seed);
            // from one part to as many as there can be
            int expected = 1 << random.nextInt(28);
            List<Pair> pairs = pairs(random, 2000, 1 + random.nextInt(40), random.nextBoolean() ? 0 : 50);
            int[] ends =
                    random.ints(random.nextInt(9), 0, pairs.size() + 1).sorted().toArray();
            ends = Arrays.copyOf(ends, ends.length + 1);
            ends[ends.length - 1] = pairs.size();
            int[] one = hashed(pairs, new int[] {pairs.size()}, expected, 1, random, "seed " + seed);
            int[] several = hashed(pairs, ends, expected, 1 + random.nextInt(4), random, "seed " + seed);
            assertArrayEquals(one, several, "seed " + seed);
        }
    }

    @Test
    void hashedNumbersOfExtremeAndAlikePairs() {
        List<Pair> pairs = new java.util.ArrayList<>();
        for (int repeat = 0; repeat < 2; repeat++) {
            for (int key = 0; key < 200; key++) {
                for (long code :
                        new long[] {Long.MIN_VALUE, Long.MIN_VALUE + 1, Long.MAX_VALUE, 0, -1, key, (long) key << 32}) {
                    pairs.add(new Pair(key, code));
                    // the same sum of key and code as the hash begins with
                    pairs.add(new Pair(key, code - key * 0xC2B2AE3D27D4EB4FL));
                }
            }
        }
        hashed(pairs, new int[] {pairs.size()}, 1 << 17, 2, new Random(SEED), "alike");
    }

    @Test
    void noPairsAtAll() {
        assertArrayEquals(new int[0], hashed(List.of(), new int[] {0}, 0, 2, new Random(SEED), "none"));
    }

    @Test
    void denseNumbersOfCounters() {
        for (int i = 0; i < 60; i++) {
            long seed = SEED + i;
            Random random = new Random(seed);
            int keys = 1 + random.nextInt(40);
            List<Pair> pairs = pairs(random, 2000, keys, 50);
            sameAsHashMap(dense(pairs, keys, 2000), pairs, new int[] {2000}, false, "seed " + seed);
        }
    }

    @Test
    void denseNumbersOfOneCounterForAllKeys() {
        for (int i = 0; i < 60; i++) {
            long seed = SEED + i;
            Random random = new Random(seed);
            // the key follows from the value, so that none is under two keys
            List<Pair> pairs = random.longs(2000, 0, 2500)
                    .mapToObj(code -> new Pair((int) (code * 7919 % 40), code))
                    .toList();
            sameAsHashMap(dense(pairs, 40, 2000), pairs, new int[] {2000}, false, "seed " + seed);
        }
    }

    @Test
    void oneCounterFailsWhereAValueIsUnderTwoKeys() {
        List<Pair> pairs = List.of(new Pair(0, 1020), new Pair(1, 1020));
        DenseNumbering numbering = dense(pairs, 2, 2);
        for (Pair pair : pairs) {
            assertFalse(numbering.hasFailed());
            numbering.next(pair.key, pair.code);
        }
        assertTrue(numbering.hasFailed());
    }

    @Test
    void scatteredValuesAreNotDense() {
        assertNull(build(List.of(new Pair(0, 1L << 40)), 1, 1));
        assertNull(build(List.of(new Pair(0, -1)), 1, 1));
        assertNull(build(List.of(new Pair(0, 5000)), 1, 1));
        assertNotNull(build(List.of(new Pair(0, 1000)), 1, 1));
    }

    /** Several threads claim at once: every value is claimed as it was written, or there are fewer than writes. */
    @Test
    void threadsClaimSideBySide() {
        int count = 40_000;
        List<Integer> values = new java.util.ArrayList<>();
        for (int value = 1; value <= count; value++) {
            values.add(value);
        }
        java.util.Collections.shuffle(values, new Random(SEED));
        for (int twice = 0; twice < 2; twice++) {
            // the last write is of a value of its own, or of another's
            values.set(count - 1, values.get(count - 1 - twice));
            Writers writers = new Writers(count + 5);
            Workers.compute(4, worker -> {
                for (int i = worker; i < count; i += 4) {
                    writers.claim(values.get(i), i, i + 1);
                }
            });
            assertEquals(count - twice, writers.claimed());
            for (int i = 0; i < count - 2; i++) {
                assertEquals(i, writers.writeOp[values.get(i)]);
                assertEquals(i + 1, writers.writer[values.get(i)]);
            }
            assertEquals(History.NOBODY, writers.writer[0]);
            writers.clear();
            assertEquals(0, writers.claimed());
        }
    }

    private static DenseNumbering dense(List<Pair> pairs, int keys, int operations) {
        DenseNumbering numbering = build(pairs, keys, operations);
        assertNotNull(numbering);
        return numbering;
    }

    /** The numbering that an input of reads of these pairs gets. */
    private static DenseNumbering build(List<Pair> pairs, int keys, int operations) {
        Segment segment = new Segment();
        segment.begin(0, Segment.NO_ID, 0);
        for (int key = 0; key < keys; key++) {
            segment.op(OpKind.READ, key, Scalars.NULL);
        }
        for (Pair pair : pairs) {
            segment.op(OpKind.READ, pair.key, pair.code);
        }
        HistoryBuilder.Input input = new HistoryBuilder.Input(List.of(segment), segment.scalars());
        return DenseNumbering.of(input, keys, operations, true);
    }
}
