package org.isolde.check.facts;

import java.util.Arrays;
import org.isolde.check.graph.TimeSort;
import org.isolde.history.History;
import org.isolde.history.Segment;

/** The numbers by which snapshots name transactions: those of a certificate, mostly in the order of commits. */
public final class Numbered {
    private Numbered() {}

    /** The counted transactions that have numbers, by them; none, if the history has no rows. */
    public static int[] transactions(Facts facts) {
        History history = facts.history;
        if (history.rows() == null) {
            return new int[0];
        }
        long[] numbers = new long[history.transactions()];
        int[] transactions = new int[history.transactions()];
        int size = 0;
        for (int t = 1; t <= history.transactions(); t++) {
            if (facts.counts(t) && history.rows().number(t) != Segment.NO_ID) {
                numbers[size] = history.rows().number(t);
                transactions[size++] = t;
            }
        }
        new TimeSort().sort(numbers, transactions, size);
        return Arrays.copyOf(transactions, size);
    }
}
