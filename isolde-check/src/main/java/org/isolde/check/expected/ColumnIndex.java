package org.isolde.check.expected;

import java.util.Arrays;
import org.isolde.check.graph.IntList;

/**
 * The rows of a table that are alive, by what stands in one column, as a rank among all values that the column ever has: counts
 * those in a range of ranks, and lists them, in the logarithm of the ranks.
 *
 * <p>Rows of one rank are a list, each with its neighbours. How many there are stands in a binary indexed tree (Fenwick 1994):
 * entry {@code i}, from 1, has the number of rows of the ranks {@code i - lowestBit(i) .. i - 1}.
 */
final class ColumnIndex {
    private static final int NONE = -1;

    private final int[] tree;
    private final int greatestStep;
    private final int[] first;
    private final int[] next;
    private final int[] previous;
    private final int[] rankOf;

    ColumnIndex(int ranks, int rows) {
        tree = new int[ranks + 1];
        greatestStep = Integer.highestOneBit(ranks);
        first = filled(ranks);
        next = filled(rows);
        previous = filled(rows);
        rankOf = filled(rows);
    }

    private static int[] filled(int length) {
        int[] array = new int[length];
        Arrays.fill(array, NONE);
        return array;
    }

    /** Has a row at a rank, wherever it was before. */
    void put(int row, int rank) {
        if (rankOf[row] == rank) {
            return;
        }
        remove(row);
        rankOf[row] = rank;
        next[row] = first[rank];
        previous[row] = NONE;
        if (first[rank] != NONE) {
            previous[first[rank]] = row;
        }
        first[rank] = row;
        add(rank, 1);
    }

    /** Takes a row out, if it is in. */
    void remove(int row) {
        int rank = rankOf[row];
        if (rank == NONE) {
            return;
        }
        if (previous[row] == NONE) {
            first[rank] = next[row];
        } else {
            next[previous[row]] = next[row];
        }
        if (next[row] != NONE) {
            previous[next[row]] = previous[row];
        }
        rankOf[row] = NONE;
        add(rank, -1);
    }

    private void add(int rank, int difference) {
        for (int i = rank + 1; i < tree.length; i += i & -i) {
            tree[i] += difference;
        }
    }

    /** The rank of a row; less than 0 if it is not in. */
    int rank(int row) {
        return rankOf[row];
    }

    /** How many rows have ranks of a set. */
    int count(Ranges ranges) {
        int count = 0;
        for (int i = 0; i < ranges.size(); i++) {
            count += countBelow(ranges.end(i)) - countBelow(ranges.begin(i));
        }
        return count;
    }

    private int countBelow(int rank) {
        int count = 0;
        for (int i = rank; i > 0; i -= i & -i) {
            count += tree[i];
        }
        return count;
    }

    /** Adds the rows with ranks of a set to a list. */
    void list(Ranges ranges, IntList rows) {
        for (int i = 0; i < ranges.size(); i++) {
            int before = countBelow(ranges.begin(i));
            int until = countBelow(ranges.end(i));
            while (before < until) {
                for (int row = first[rankAfter(before)]; row != NONE; row = next[row]) {
                    rows.add(row);
                    before++;
                }
            }
        }
    }

    /** The least rank such that more than so many rows are not above it. */
    private int rankAfter(int rows) {
        int rank = 0;
        int left = rows;
        for (int step = greatestStep; step > 0; step >>= 1) {
            if (rank + step < tree.length && tree[rank + step] <= left) {
                rank += step;
                left -= tree[rank];
            }
        }
        return rank;
    }
}
