package org.isolde.proof;

import java.util.Arrays;
import org.isolde.history.History;

/**
 * The version order of each key that an order of the transactions stands for: its writers in that order.
 *
 * <p>Invariant: {@code previous} and {@code next} of an entry (a transaction and a key that it wrote) are the writers of the
 * key directly before and behind it, the initial transaction being before all, {@link #NOBODY} behind the last.
 */
final class VersionsByOrder {
    static final int NOBODY = -1;

    private final Readings readings;
    private final int[] previous;
    private final int[] next;
    private final int[] first;

    VersionsByOrder(Readings readings, int[] order) {
        this.readings = readings;
        int keys = readings.history.keys();
        this.previous = new int[readings.writeEntries()];
        this.next = new int[previous.length];
        this.first = new int[keys];
        Arrays.fill(next, NOBODY);
        Arrays.fill(first, NOBODY);
        int[] lastEntry = new int[keys];
        int[] lastWriter = new int[keys];
        for (int t : order) {
            for (int entry = readings.firstWrite(t); entry < readings.firstWrite(t + 1); entry++) {
                int key = readings.writtenKey(entry);
                previous[entry] = lastWriter[key];
                if (lastWriter[key] == History.INITIAL) {
                    first[key] = t;
                } else {
                    next[lastEntry[key]] = t;
                }
                lastEntry[key] = entry;
                lastWriter[key] = t;
            }
        }
    }

    /** Who wrote the version before that of an entry. */
    int previous(int entry) {
        return previous[entry];
    }

    /** Who wrote the version after that of a writer (0: the initial one) of a key, or {@link #NOBODY}. */
    int next(int writer, int key) {
        return writer == History.INITIAL ? first[key] : next[readings.entry(writer, key)];
    }
}
