package org.isolde.check.polygraph;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.isolde.check.graph.Seeds;
import org.junit.jupiter.api.Test;

class VariableHeapTest {
    /** The most active of those that are in the heap and have no value; of equal ones the smallest. */
    @Test
    void theMostActiveComesFirst() {
        long seed = Seeds.next();
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 300; round++) {
            int variables = 1 + random.nextInt(20);
            double[] activity = new double[variables];
            byte[] value = new byte[2 * variables];
            boolean[] in = new boolean[variables];
            Arrays.fill(in, true);
            VariableHeap heap = new VariableHeap(variables, activity);
            for (int step = 0; step < 200; step++) {
                int variable = random.nextInt(variables);
                switch (random.nextInt(4)) {
                    case 0 -> {
                        activity[variable] += random.nextInt(4);
                        heap.increased(variable);
                    }
                    case 1 -> {
                        heap.back(variable);
                        in[variable] = true;
                        value[2 * variable] = value[2 * variable + 1] = 0;
                    }
                    case 2 -> {
                        // a variable that gets a value stays in the heap until it is met
                        value[2 * variable] = 1;
                        value[2 * variable + 1] = -1;
                    }
                    default -> {
                        int expected = mostActive(activity, value, in);
                        if (expected >= 0) {
                            assertEquals(expected, heap.next(value), "seed " + seed);
                            for (int v = 0; v < variables; v++) {
                                in[v] &= v != expected && !isBefore(activity, v, expected);
                            }
                        }
                    }
                }
            }
        }
    }

    private static int mostActive(double[] activity, byte[] value, boolean[] in) {
        int most = -1;
        for (int v = 0; v < activity.length; v++) {
            if (in[v] && value[2 * v] == 0 && (most < 0 || isBefore(activity, v, most))) {
                most = v;
            }
        }
        return most;
    }

    private static boolean isBefore(double[] activity, int a, int b) {
        return activity[a] > activity[b] || (activity[a] == activity[b] && a < b);
    }
}
