package org.isolde.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

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

    /** What a history's values are when all pairs have been numbered in their parts. */
    private static void sameAsHashMap(ValueNumbering numbering, List<Pair> pairs, int parts, String message) {
        Map<Pair, Integer> numbers = new HashMap<>();
        Map<Pair, Integer> writes = new HashMap<>();
        int[] values = new int[pairs.size()];
        for (int i = 0; i < pairs.size(); i++) {
            Pair pair = pairs.get(i);
            int part = numbering.part(pair.key, pair.code);
            assertTrue(part >= 0 && part < parts, message);
            int number = numbering.number(part, pair.key, pair.code);
            Integer known = numbers.putIfAbsent(pair, number);
            assertEquals(known == null ? number : known, number, message);
            assertEquals(writes.getOrDefault(pair, -1), numbering.writeOp(part, number), message);
            if (i % 3 == 0) {
                numbering.written(part, number, i, i + 1);
                writes.put(pair, i);
                assertEquals(i + 1, numbering.writer(part, number), message);
            }
            values[i] = number;
        }
        assertFalse(numbering.hasFailed(), message);
        HistoryColumns columns = new HistoryColumns();
        columns.value = values;
        columns.versionChains = new int[0][];
        numbering.finish(columns);
        assertEquals(History.INITIAL, columns.writer[0], message);
        assertEquals(-1, columns.writeOp[0], message);
        Set<Integer> distinct = new HashSet<>();
        for (int i = 0; i < values.length; i++) {
            Pair pair = pairs.get(i);
            assertTrue(values[i] > 0 && values[i] < columns.writer.length, message);
            assertEquals(pair.code, columns.valueCode(values[i]), message);
            assertEquals(pair.code, columns.valueCodes()[values[i]], message);
            int write = writes.getOrDefault(pair, -1);
            assertEquals(write, columns.writeOp[values[i]], message);
            assertEquals(write < 0 ? History.NOBODY : write + 1, columns.writer[values[i]], message);
            distinct.add(values[i]);
        }
        assertEquals(numbers.size(), distinct.size(), message);
    }

    private static List<Pair> pairs(Random random, int count, int keys, long codes) {
        return random.ints(count, 0, keys)
                .mapToObj(key -> new Pair(key, codes <= 0 ? random.nextLong() : random.nextLong(codes)))
                .toList();
    }

    @Test
    void hashedNumbersOfAnyCodes() {
        for (int i = 0; i < 60; i++) {
            long seed = SEED + i;
            Random random = new Random(seed);
            int parts = 1 << random.nextInt(3);
            // from far too little room to enough
            int expected = random.nextInt(200);
            List<Pair> pairs = pairs(random, 2000, 1 + random.nextInt(40), random.nextBoolean() ? 0 : 50);
            sameAsHashMap(new HashedNumbering(expected, parts), pairs, parts, "seed " + seed);
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
        sameAsHashMap(new HashedNumbering(0, 2), pairs, 2, "alike");
    }

    @Test
    void denseNumbersOfCounters() {
        for (int i = 0; i < 60; i++) {
            long seed = SEED + i;
            Random random = new Random(seed);
            int keys = 1 + random.nextInt(40);
            List<Pair> pairs = pairs(random, 2000, keys, 50);
            sameAsHashMap(dense(pairs, keys, 2000), pairs, 2, "seed " + seed);
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
            sameAsHashMap(dense(pairs, 40, 2000), pairs, 2, "seed " + seed);
        }
    }

    @Test
    void oneCounterFailsWhereAValueIsUnderTwoKeys() {
        List<Pair> pairs = List.of(new Pair(0, 1020), new Pair(1, 1020));
        DenseNumbering numbering = dense(pairs, 2, 2);
        for (Pair pair : pairs) {
            assertFalse(numbering.hasFailed());
            numbering.number(0, pair.key, pair.code);
        }
        assertTrue(numbering.hasFailed());
        assertFalse(numbering.again().hasFailed());
    }

    @Test
    void scatteredValuesAreNotDense() {
        assertNull(build(List.of(new Pair(0, 1L << 40)), 1, 1));
        assertNull(build(List.of(new Pair(0, -1)), 1, 1));
        assertNull(build(List.of(new Pair(0, 5000)), 1, 1));
        assertNotNull(build(List.of(new Pair(0, 1000)), 1, 1));
    }

    /** Several threads claim at once: every write has its own value, or the numbering has failed. */
    @Test
    void threadsClaimSideBySide() {
        int count = 40_000;
        for (int repeats = 0; repeats < 2; repeats++) {
            List<Pair> pairs = new Random(SEED)
                    .ints(count, 0, 30)
                    .mapToObj(key -> new Pair(key, 0))
                    .toList();
            long[] next = new long[30];
            List<Pair> counted = pairs.stream()
                    .map(pair -> new Pair(pair.key, next[pair.key]++))
                    .toList();
            DenseNumbering numbering = dense(counted, 30, count);
            int twice = repeats;
            Workers.compute(4, worker -> {
                for (int i = worker; i < count; i += 4) {
                    Pair pair = counted.get(i);
                    numbering.claim(pair.key, pair.code, true, i, i + 1);
                    if (twice == 1 && i == 12_345) {
                        numbering.claim(pair.key, pair.code, true, i, i + 1);
                    }
                }
            });
            assertEquals(repeats == 1, numbering.hasFailed());
            for (int i = 0; i < count; i++) {
                int number = numbering.number(0, counted.get(i).key, counted.get(i).code);
                assertEquals(i, numbering.writeOp(0, number));
                assertEquals(i + 1, numbering.writer(0, number));
            }
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
        return DenseNumbering.of(input, keys, operations, 2, true);
    }
}
