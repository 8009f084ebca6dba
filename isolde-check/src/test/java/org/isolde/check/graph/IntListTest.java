package org.isolde.check.graph;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class IntListTest {
    @Test
    void doesWhatAListOfObjectsDoes() {
        long seed = Seeds.next();
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 300; round++) {
            IntList list = new IntList(random.nextInt(20));
            List<Integer> expected = new ArrayList<>();
            for (int step = 0; step < 120; step++) {
                change(random, list, expected);
                assertArrayEquals(ints(expected), list.toArray(), "seed " + seed);
                assertEquals(expected.size(), list.size(), "seed " + seed);
                assertTrue(list.bytes() >= 4L * list.size(), "seed " + seed);
            }
        }
    }

    private static void change(SplittableRandom random, IntList list, List<Integer> expected) {
        int item = random.nextInt();
        int kind = random.nextInt(expected.isEmpty() ? 6 : 10);
        switch (kind) {
            case 0 -> {
                int[] more = random.ints(random.nextInt(9)).toArray();
                list.addAll(more);
                for (int other : more) {
                    expected.add(other);
                }
            }
            case 1 -> {
                list.reverse();
                Collections.reverse(expected);
            }
            case 6 -> {
                int at = random.nextInt(expected.size());
                list.set(at, item);
                expected.set(at, item);
                assertEquals(item, list.get(at));
            }
            case 7 -> assertEquals(expected.remove(expected.size() - 1), list.removeLast());
            case 8 -> {
                int left = random.nextInt(expected.size() + 1);
                assertArrayEquals(ints(expected.subList(left, expected.size())), list.from(left));
                list.shrink(left);
                expected.subList(left, expected.size()).clear();
            }
            case 9 -> {
                if (random.nextInt(8) == 0) {
                    list.clear();
                    expected.clear();
                }
            }
            default -> {
                list.add(item);
                expected.add(item);
            }
        }
    }

    private static int[] ints(List<Integer> list) {
        return list.stream().mapToInt(Integer::intValue).toArray();
    }
}
