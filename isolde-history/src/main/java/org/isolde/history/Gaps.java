package org.isolde.history;

import java.util.Arrays;

/** Collects the transactions before which numbers are left out. */
final class Gaps {
    private int[] after = new int[8];
    private int count;

    void look(int transaction, long before, long number) {
        if (number != before + 1) {
            if (count == after.length) {
                after = Arrays.copyOf(after, count * 2);
            }
            after[count++] = transaction;
        }
    }

    int[] found() {
        return count == 0 ? null : Arrays.copyOf(after, count);
    }
}
