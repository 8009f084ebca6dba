package org.isolde.check.graph;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class OffsetsTest {
    @Test
    void countsBecomeBeginnings() {
        int[] first = {0, 2, 0, 3, 1};
        assertEquals(6, Offsets.sum(first));
        assertArrayEquals(new int[] {0, 2, 2, 5, 6}, first);
        assertArrayEquals(new int[] {0, 2, 2, 5}, Offsets.next(first));
    }

    @Test
    void noGroupsHaveNoItems() {
        int[] first = {0};
        assertEquals(0, Offsets.sum(first));
        assertEquals(0, Offsets.next(first).length);
    }

    @Test
    void tooManyItemsAreRefused() {
        int[] counts = {0, Integer.MAX_VALUE, 1, Integer.MAX_VALUE, 5};
        assertThrows(OutOfMemoryError.class, () -> Offsets.sum(counts));
    }

    @Test
    void itemsStandGroupByGroupInTheirOrder() {
        long seed = Seeds.next();
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 500; round++) {
            int groups = 1 + random.nextInt(12);
            EdgeList edges = Seeds.edges(random, groups, random.nextInt(40));
            List<List<Integer>> expected = new ArrayList<>();
            for (int g = 0; g < groups; g++) {
                expected.add(new ArrayList<>());
            }
            for (int i = 0; i < edges.size(); i++) {
                expected.get(edges.from.get(i)).add(edges.to.get(i));
            }
            int[] first = Offsets.of(groups, edges.from);
            int[] items = Offsets.items(edges.from, edges.to, first);
            assertEquals(items.length, first[groups], "seed " + seed);
            for (int g = 0; g < groups; g++) {
                List<Integer> found = new ArrayList<>();
                for (int i = first[g]; i < first[g + 1]; i++) {
                    found.add(items[i]);
                }
                assertEquals(expected.get(g), found, "seed " + seed);
            }
        }
    }
}
