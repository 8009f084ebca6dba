package org.isolde.oracle;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;

/** What generators draw: elements of lists and orders. */
public final class Draws {
    private Draws() {}

    public static <E> E pick(SplittableRandom r, List<E> list) {
        return list.get(r.nextInt(list.size()));
    }

    public static <E> E pick(SplittableRandom r, E[] array) {
        return pick(r, Arrays.asList(array));
    }

    public static <E> List<E> shuffled(SplittableRandom r, List<E> list) {
        List<E> copy = new ArrayList<>(list);
        Collections.shuffle(copy, new Random(r.nextLong()));
        return copy;
    }

    public static List<Integer> range(int n) {
        List<Integer> range = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            range.add(i);
        }
        return range;
    }
}
