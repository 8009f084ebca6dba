package org.isolde.check.graph;

import java.util.Arrays;

/**
 * The first column of a pair of columns (CSR) that keeps the items of many groups in one array: those of group {@code g}
 * are {@code first[g] .. first[g + 1] - 1}, so that the column has one entry more than there are groups, begins with 0, and
 * ends with the number of items.
 *
 * <p>It is made in three steps, and items keep their order within a group:
 *
 * <pre>
 * for each item:  first[group + 1]++;             // count
 * Offsets.sum(first);                             // where each group begins
 * int[] next = Offsets.next(first);
 * for each item:  items[next[group]++] = item;    // place
 * </pre>
 */
public final class Offsets {
    private Offsets() {}

    /**
     * Turns counts, that of group {@code g} at {@code g + 1} and 0 at 0, into where each group begins, in place.
     *
     * @return how many items there are
     */
    public static int sum(int[] counts) {
        int sum = 0;
        for (int i = 0; i < counts.length; i++) {
            sum += counts[i];
            if (sum < 0) {
                throw new OutOfMemoryError("more than 2^31 items in one column");
            }
            counts[i] = sum;
        }
        return sum;
    }

    /** Where the next item of each group goes, while they are placed: at first where the group begins. */
    public static int[] next(int[] first) {
        return Arrays.copyOf(first, first.length - 1);
    }

    /** Adds the items of each group to their counts, that of group {@code g} at {@code g + 1}. */
    public static void count(IntList groupOf, int[] counts) {
        for (int i = 0; i < groupOf.size(); i++) {
            counts[groupOf.get(i) + 1]++;
        }
    }

    /** Where each group begins, if item {@code i} is of group {@code groupOf[i]}. */
    public static int[] of(int groups, IntList groupOf) {
        int[] first = new int[groups + 1];
        count(groupOf, first);
        sum(first);
        return first;
    }

    /** Places items, {@code item[i]} as the next one of group {@code groupOf[i]}. */
    static void place(IntList groupOf, IntList item, int[] next, int[] items) {
        for (int i = 0; i < groupOf.size(); i++) {
            items[next[groupOf.get(i)]++] = item.get(i);
        }
    }

    /** All items, group by group: {@code item[i]} is of group {@code groupOf[i]}, which begins at {@code first}. */
    static int[] items(IntList groupOf, IntList item, int[] first) {
        int[] items = new int[item.size()];
        place(groupOf, item, next(first), items);
        return items;
    }
}
