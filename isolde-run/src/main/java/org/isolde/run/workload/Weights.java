package org.isolde.run.workload;

import java.util.Arrays;
import org.isolde.generate.RandomSource;

/**
 * A choice among a few things, some more likely than others.
 *
 * <p>Invariant: thing {@code i} is chosen by the numbers from {@code ends[i - 1]} to {@code ends[i] - 1}.
 */
final class Weights {
    private final int[] ends;

    Weights(int... weights) {
        ends = weights.clone();
        Arrays.parallelPrefix(ends, Integer::sum);
    }

    /** The number of a thing. */
    int draw(RandomSource random) {
        int point = random.below(ends[ends.length - 1]);
        int chosen = 0;
        while (point >= ends[chosen]) {
            chosen++;
        }
        return chosen;
    }
}
